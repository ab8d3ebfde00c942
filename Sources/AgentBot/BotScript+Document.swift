import ChatModel
import Clockwork
public import JSONText

extension BotScript {
    /// Reads a bot's file; throws everything that is wrong with it.
    public init(_ document: JSONDocument) throws(DocumentProblems) {
        self = try document.read { BotScript.decode(&$0) }
    }

    /// Reads a bot out of a larger document and leaves what is wrong with it to the reader.
    public static func decode(_ reader: inout ValueReader) -> BotScript? {
        reader.object { object -> BotScript? in
            let name = object.required("name") { $0.nonEmptyText() }
            let agent = object.required("agent") { BotAgent.decode(&$0) }
            let typing = object.optional("typing") { BotScript.typing(&$0) }
            let greeting = object.optional("greeting") { BotReply.decode(&$0, captures: []) }
            let rules = object.optional("rules") { BotRule.decodeAll(&$0) }
            guard let name, let agent else { return nil }
            return BotScript(
                name: name,
                agent: agent,
                typing: typing ?? defaultTyping,
                greeting: greeting,
                rules: rules ?? []
            )
        }
    }

    private static func typing(_ reader: inout ValueReader) -> TypingPace? {
        reader.object { object -> TypingPace? in
            let speed = object.required("charactersPerSecond") { $0.number(in: 0.1...10_000) }
            let jitter = object.optional("jitter") { $0.number(in: 0...1) }
            let atMost = object.optional("atMost") { $0.duration() }
            return speed.map { TypingPace(charactersPerSecond: $0, jitter: jitter ?? 0, atMost: atMost) }
        }
    }
}

extension BotAgent {
    fileprivate static func decode(_ reader: inout ValueReader) -> BotAgent? {
        reader.object { object -> BotAgent? in
            let id = object.required("id") { $0.integer(in: 0...Int(Int32.max)) }
            let firstName = object.required("firstName") { $0.nonEmptyText() }
            let surname = object.required("surname") { $0.text() }
            let nickname = object.optional("nickname") { value -> String? in
                if case .null = value.node.value { return nil }
                return value.text(allowed: "text or null")
            }
            guard let id, let firstName, let surname else { return nil }
            return BotAgent(id: id, firstName: firstName, surname: surname, nickname: nickname)
        }
    }
}

extension BotRule {
    fileprivate static func decodeAll(_ reader: inout ValueReader) -> [BotRule]? {
        var ids: [String] = []
        var last: String?
        return reader.list { value -> BotRule? in
            guard let rule = decode(&value) else { return nil }
            if ids.contains(rule.id) { value.fail("a second rule with the id \"\(rule.id)\"; ids must differ") }
            ids.append(rule.id)
            if let last { value.fail("this rule is never reached: the rule \"\(last)\" before it fits everything") }
            if case .otherwise = rule.condition.test { last = last ?? rule.id }
            return rule
        }
    }

    private static func decode(_ reader: inout ValueReader) -> BotRule? {
        reader.object { object -> BotRule? in
            let id = object.required("id") { $0.nonEmptyText() }
            let condition = object.required("when") { BotCondition.decode(&$0) }
            // What a broken condition would have caught is not known, so its replies' places cannot be judged.
            let captures = condition.map(\.captures)
            let replies = object.required("reply") { list in list.list { BotReply.decode(&$0, captures: captures) } }
            guard let id, let condition, let replies else { return nil }
            return BotRule(id: id, condition: condition, replies: replies)
        }
    }
}

extension BotCondition {
    fileprivate static func decode(_ reader: inout ValueReader) -> BotCondition? {
        guard case .object = reader.node.value else {
            return reader.choice([("otherwise", BotCondition.otherwise)])
        }
        return reader.object { object -> BotCondition? in
            let contains = object.optional("contains") { value in
                value.list(atLeast: 1) { $0.nonEmptyText() }.map { BotCondition.contains($0) }
            }
            let matches = object.optional("matches") { matching(&$0) }
            guard object.has("contains") != object.has("matches") else {
                object.fail("found none or both of \"contains\" and \"matches\"; allowed: one of them")
                return nil
            }
            return contains ?? matches
        }
    }

    private static func matching(_ reader: inout ValueReader) -> BotCondition? {
        guard let source = reader.nonEmptyText() else { return nil }
        do throws(BotPatternError) {
            return try .matches(source)
        } catch {
            reader.fail("not a regular expression: \(error)")
            return nil
        }
    }
}

extension BotReply {
    /// `captures` are the names that the rule's pattern catches; nil when that is not known.
    fileprivate static func decode(_ reader: inout ValueReader, captures: [String]?) -> BotReply? {
        reader.object { object -> BotReply? in
            let texts = object.required("say") { value in
                value.list(atLeast: 1) { text(&$0, captures: captures) }
            }
            let isAI = object.optional("ai") { $0.flag() }
            return texts.map { BotReply(texts: $0, isAI: isAI ?? false) }
        }
    }

    private static func text(_ reader: inout ValueReader, captures: [String]?) -> Template? {
        guard let source = reader.nonEmptyText() else { return nil }
        let template = Template(source)
        guard let captures else { return template }
        let known = BotCustomer.places + captures
        for place in template.places where !known.contains(place) {
            let hint = Spelling.hint(for: place, among: known)
            let allowed = known.map { "{{\($0)}}" }.joined(separator: ", ")
            reader.fail("unknown place {{\(place)}}" + (hint.isEmpty ? "; allowed: \(allowed)" : hint))
        }
        return template
    }
}
