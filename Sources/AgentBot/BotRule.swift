public import ChatModel
public import Clockwork

/// When a bot answers something, and with what.
public struct BotRule: Sendable {
    public var id: String
    public var condition: BotCondition
    public var replies: [BotReply]
    /// What is kept of the conversation, by name, before the replies are said.
    public var slots: [(name: String, text: Template)]
    /// The state that the conversation is in after it; nil where it stays as it is.
    public var next: String?
    /// After its replies the customer waits for a human.
    public var handOff: BotQueue?
    /// After its replies the conversation is over.
    public var ends = false

    public init(
        id: String,
        condition: BotCondition,
        replies: [BotReply],
        slots: [(name: String, text: Template)] = [],
        next: String? = nil
    ) {
        self.id = id
        self.condition = condition
        self.replies = replies
        self.slots = slots
        self.next = next
    }
}

/// One message of a bot: one of its texts is drawn each time.
public struct BotReply: Hashable, Sendable {
    public var texts: [Template]
    /// Whether the message is marked as made by a machine.
    public var isAI: Bool
    /// What it shows besides the text.
    public var content: RichContent?

    public init(texts: [Template], isAI: Bool, content: RichContent? = nil) {
        self.texts = texts
        self.isAI = isAI
        self.content = content
    }
}

/// A customer's wait for somebody: the place in the queue is told, counted down, until an agent is there.
public struct BotQueue: Hashable, Sendable {
    /// The first place; drawn each time.
    public var position: ClosedRange<Int>
    /// How long from one place to the next.
    public var every: Distribution

    public init(position: ClosedRange<Int>, every: Distribution) {
        self.position = position
        self.every = every
    }

    /// Of a live chat whose bot does not say (ours).
    public static let short = BotQueue(position: 1...3, every: .constant(.milliseconds(800)))
}

/// What a message must be for a ``BotRule`` to answer it.
public struct BotCondition: Sendable {
    enum Test: Sendable {
        /// Any of these, in lower case.
        case contains([[UInt8]])
        case matches(BotPattern)
        case otherwise
    }

    let test: Test
    /// The states in which it fits; all when there are none.
    public var states: [String] = []
    /// Whether it fits a conversation's first message only, or all others only.
    public var isFirstTurn: Bool?
    /// Whether it fits messages with files only, or those without.
    public var hasAttachment: Bool?
    /// The customers' languages that it fits; all when there are none.
    public var languages: [String] = []

    public static let otherwise = BotCondition(test: .otherwise)

    /// The state in which a conversation begins.
    public static let firstState = "start"

    func allows(_ turn: BotTurn) -> Bool {
        (states.isEmpty || states.contains(turn.state)) && (isFirstTurn ?? turn.isFirst) == turn.isFirst
            && (hasAttachment ?? turn.hasAttachment) == turn.hasAttachment
            && (languages.isEmpty || languages.contains { turn.language.hasPrefix($0) })
    }

    /// Fits every message of its states.
    var isCatchAll: Bool {
        guard case .otherwise = test else { return false }
        return isFirstTurn == nil && hasAttachment == nil && languages.isEmpty
    }

    /// Case does not matter; a part of a word is enough.
    public static func contains(_ words: [String]) -> BotCondition {
        BotCondition(test: .contains(words.map { Array($0.lowercased().utf8) }))
    }

    public static func matches(_ pattern: String) throws(BotPatternError) -> BotCondition {
        BotCondition(test: .matches(try BotPattern(pattern)))
    }

    /// The names of the groups that a reply may use.
    var captures: [String] {
        guard case .matches(let pattern) = test else { return [] }
        var names: [String] = []
        for group in pattern.groups where !names.contains(group.name) { names.append(group.name) }
        return names
    }
}

/// What a rule looks at besides the words.
struct BotTurn: Sendable {
    var state: String
    var isFirst: Bool
    var hasAttachment: Bool
    var language: String
}
