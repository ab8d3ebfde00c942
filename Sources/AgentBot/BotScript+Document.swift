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
            let slots = Self.slotNames(in: object.node["rules"])
            let rules = object.optional("rules") { BotRule.decodeAll(&$0, slots: slots) }
            let queue = object.optional("queue") { BotQueue.decode(&$0) }
            guard let name, let agent else { return nil }
            var script = BotScript(
                name: name,
                agent: agent,
                typing: typing ?? defaultTyping,
                greeting: greeting,
                rules: rules ?? []
            )
            script.queue = queue ?? script.queue
            return script
        }
    }

    /// The names that rules keep, whether or not they are right otherwise.
    private static func slotNames(in rules: JSONNode?) -> [String] {
        guard case .list(let rules)? = rules?.value else { return [] }
        return rules.flatMap { rule -> [String] in
            guard case .object(let members)? = rule["set"]?.value else { return [] }
            return members.map { slotPrefix + $0.key }
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
    fileprivate static func decodeAll(_ reader: inout ValueReader, slots: [String]) -> [BotRule]? {
        var ids: [String] = []
        var covered = Coverage()
        let states = [BotCondition.firstState] + statesReached(in: reader.node)
        return reader.list { value -> BotRule? in
            guard let rule = decode(&value, slots: slots) else { return nil }
            if ids.contains(rule.id) { value.fail("a second rule with the id \"\(rule.id)\"; ids must differ") }
            ids.append(rule.id)
            if let before = covered.rule(thatHides: rule.condition) {
                let what = covered.isWhole ? "everything" : "everything in its states"
                value.fail("this rule is never reached: the rule \"\(before)\" before it fits \(what)")
            }
            for state in rule.condition.states where !states.contains(state) {
                let hint = Spelling.hint(for: state, among: states)
                value.fail("this rule is never reached: no rule leads to the state \"\(state)\" by \"next\"\(hint)")
            }
            covered.add(rule)
            return rule
        }
    }

    /// What the rules so far leave to nobody else.
    private struct Coverage {
        private var whole: String?
        private var states: [(state: String, rule: String)] = []

        var isWhole: Bool { whole != nil }

        func rule(thatHides condition: BotCondition) -> String? {
            if let whole { return whole }
            guard !condition.states.isEmpty else { return nil }
            let hiding = condition.states.compactMap { state in states.first { $0.state == state }?.rule }
            return hiding.count == condition.states.count ? hiding.first : nil
        }

        mutating func add(_ rule: BotRule) {
            guard rule.condition.isCatchAll else { return }
            if rule.condition.states.isEmpty { whole = whole ?? rule.id }
            states += rule.condition.states.map { ($0, rule.id) }
        }
    }

    private static func statesReached(in rules: JSONNode) -> [String] {
        guard case .list(let rules) = rules.value else { return [] }
        return rules.compactMap { if case .text(let state)? = $0["next"]?.value { state } else { nil } }
    }

    private static func decode(_ reader: inout ValueReader, slots: [String]) -> BotRule? {
        reader.object { object -> BotRule? in
            let id = object.required("id") { $0.nonEmptyText() }
            let condition = object.required("when") { BotCondition.decode(&$0) }
            // What a broken condition would have caught is not known, so its replies' places cannot be judged.
            let known = condition.map { $0.captures + slots }
            let kept = object.optional("set") { value in
                value.entries { _, value in BotReply.text(&value, captures: known) }
            }
            let replies = object.required("reply") { list in list.list { BotReply.decode(&$0, captures: known) } }
            let next = object.optional("next") { $0.nonEmptyText() }
            let handOff = object.optional("handOff") { value -> BotQueue? in
                guard case .flag = value.node.value else { return BotQueue.decode(&value) }
                return value.flag() == true ? .short : nil
            }
            let ends = object.optional("end") { $0.flag() } ?? false
            guard let id, let condition, let replies else { return nil }
            var rule = BotRule(
                id: id,
                condition: condition,
                replies: replies,
                slots: (kept ?? []).map { ($0.key, $0.value) },
                next: next
            )
            rule.handOff = handOff
            rule.ends = ends
            return rule
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
            let isFirstTurn = object.optional("isFirstTurn") { $0.flag() }
            let states = object.optional("state") { value -> [String]? in
                guard case .list = value.node.value else { return value.nonEmptyText().map { [$0] } }
                return value.list(atLeast: 1) { $0.nonEmptyText() }
            }
            let hasAttachment = object.optional("hasAttachment") { $0.flag() }
            let languages = object.optional("language") { value -> [String]? in
                guard case .list = value.node.value else { return value.nonEmptyText().map { [$0] } }
                return value.list(atLeast: 1) { $0.nonEmptyText() }
            }
            let others = ["isFirstTurn", "state", "hasAttachment", "language"]
            let hasOther = others.contains { object.has($0) }
            guard object.has("contains") != object.has("matches") || (hasOther && !object.has("contains")) else {
                object.fail("found none or both of \"contains\" and \"matches\"; allowed: one of them")
                return nil
            }
            var condition = contains ?? matches
            if !object.has("contains"), !object.has("matches") { condition = .otherwise }
            condition?.states = states ?? []
            condition?.isFirstTurn = isFirstTurn
            condition?.hasAttachment = hasAttachment
            condition?.languages = languages ?? []
            return condition
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
            let content = object.optional("show") { RichContent.decode(&$0) }
            return texts.map { BotReply(texts: $0, isAI: isAI ?? false, content: content) }
        }
    }

    fileprivate static func text(_ reader: inout ValueReader, captures: [String]?) -> Template? {
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
