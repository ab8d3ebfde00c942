public import ChatModel

/// When a bot answers something, and with what.
public struct BotRule: Sendable {
    public var id: String
    public var condition: BotCondition
    public var replies: [BotReply]

    public init(id: String, condition: BotCondition, replies: [BotReply]) {
        self.id = id
        self.condition = condition
        self.replies = replies
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

    public static let otherwise = BotCondition(test: .otherwise)

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
