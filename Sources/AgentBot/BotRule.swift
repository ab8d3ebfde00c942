public import ChatModel

/// When a bot answers something, and with what.
public struct BotRule: Sendable {
    public var id: String
    public var condition: BotCondition
    public var replies: [BotReply]
    /// What is kept of the conversation, by name, before the replies are said.
    public var slots: [(name: String, text: Template)]
    /// The state that the conversation is in after it; nil where it stays as it is.
    public var next: String?

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

    public init(texts: [Template], isAI: Bool) {
        self.texts = texts
        self.isAI = isAI
    }
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

    public static let otherwise = BotCondition(test: .otherwise)

    /// The state in which a conversation begins.
    public static let firstState = "start"

    func allows(state: String, isFirstTurn: Bool) -> Bool {
        (states.isEmpty || states.contains(state)) && (self.isFirstTurn ?? isFirstTurn) == isFirstTurn
    }

    /// Fits every message of its states.
    var isCatchAll: Bool {
        if case .otherwise = test { isFirstTurn == nil } else { false }
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
