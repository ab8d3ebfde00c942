import Clockwork
public import JSONText

/// A conversation that a bot must hold: what the customer says, and what must come back.
public struct BotDialogue: Sendable {
    public var name: String
    public var customer: BotCustomer
    public var turns: [Turn]

    /// One message of the customer's.
    public struct Turn: Sendable {
        public var text: String
        /// Whether a file hangs on it.
        public var hasAttachment: Bool
        /// Every message that must come back, in order, a greeting too.
        public var expected: [Expectation]
        /// The rule that must answer; nil when any may.
        public var rule: String?
        /// How long the last of them may take, typing included.
        public var limit: Duration?
        /// Where it stands, for messages.
        var file: String
        var place: TextPlace
        var path: String
    }

    /// What one message must be.
    public struct Expectation: Hashable, Sendable {
        /// Any of these, whole; empty when it may be anything.
        public var texts: [String]
        /// A part of it, whatever the case.
        public var part: String?
        public var isAI: Bool?
    }

    /// Reads a file of dialogues: `{"dialogues": [{"name", "customer", "turns": [{"say", "expect", "rule", "within"}]}]}`.
    public static func all(in document: JSONDocument) throws(DocumentProblems) -> [BotDialogue] {
        try document.read { reader in
            reader.object { object in
                object.required("dialogues") { value in
                    value.list(atLeast: 1) { value in value.object { BotDialogue.decode(&$0) } }
                }
            }
        }
    }

    private static func decode(_ object: inout ObjectReader) -> BotDialogue? {
        let name = object.required("name") { $0.nonEmptyText() }
        let customer = object.optional("customer") { value in
            value.object { person -> BotCustomer? in
                let first = person.required("firstName") { $0.text() }
                let last = person.optional("lastName") { $0.text() } ?? ""
                let language = person.optional("language") { $0.nonEmptyText() } ?? "en"
                return first.map { BotCustomer(id: "1", firstName: $0, lastName: last, language: language) }
            }
        }
        let turns = object.required("turns") { value in
            value.list(atLeast: 1) { value in value.object { turn(&$0) } }
        }
        guard let name, let turns else { return nil }
        let somebody = BotCustomer(id: "1", firstName: "Ada", lastName: "Lowe")
        return BotDialogue(name: name, customer: customer ?? somebody, turns: turns)
    }

    private static func turn(_ object: inout ObjectReader) -> Turn? {
        let text = object.required("say") { $0.nonEmptyText() }
        let expected = object.required("expect") { value in value.list { expectation(&$0) } }
        let hasAttachment = object.optional("attachment") { $0.flag() } ?? false
        let rule = object.optional("rule") { $0.nonEmptyText() }
        let limit = object.optional("within") { $0.duration() }
        guard let text, let expected else { return nil }
        return Turn(
            text: text,
            hasAttachment: hasAttachment,
            expected: expected,
            rule: rule,
            limit: limit,
            file: object.file,
            place: object.node.place,
            path: object.path
        )
    }

    private static func expectation(_ value: inout ValueReader) -> Expectation? {
        switch value.node.value {
        case .text(let text): return Expectation(texts: [text], part: nil, isAI: nil)
        case .list:
            let texts = value.list(atLeast: 1) { $0.nonEmptyText() }
            return texts.map { Expectation(texts: $0, part: nil, isAI: nil) }
        case .object:
            return value.object { object -> Expectation? in
                let texts = object.optional("says") { value -> [String]? in
                    guard case .list = value.node.value else { return value.nonEmptyText().map { [$0] } }
                    return value.list(atLeast: 1) { $0.nonEmptyText() }
                }
                let part = object.optional("contains") { $0.nonEmptyText() }
                let isAI = object.optional("ai") { $0.flag() }
                return Expectation(texts: texts ?? [], part: part, isAI: isAI)
            }
        default: return value.mismatch(allowed: "a text, a list of texts of which any will do, or {says, contains, ai}")
        }
    }
}
