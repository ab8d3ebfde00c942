public import Clockwork

/// What an agent bot is and says: one file of `bots/`, read once and shared by all its conversations.
///
/// A bot is played by two things: the script, which never changes, and one ``BotSession`` a conversation, which draws from
/// its own stream of randomness. So a conversation depends on its seed and its customer's words and on nothing else.
public struct BotScript: Sendable {
    public var name: String
    public var agent: BotAgent
    public var typing: TypingPace
    /// Said once, on a conversation's first message, before the rule's replies.
    public var greeting: BotReply?
    /// The first that fits answers; when none does the bot is silent.
    public var rules: [BotRule]
    /// How a customer of a live chat comes to the agent.
    public var queue = BotQueue.short

    /// How a bot types whose file does not say (ours).
    public static let defaultTyping = TypingPace(charactersPerSecond: 14, jitter: 0.3, atMost: .seconds(4))

    public init(
        name: String,
        agent: BotAgent,
        typing: TypingPace = BotScript.defaultTyping,
        greeting: BotReply? = nil,
        rules: [BotRule] = []
    ) {
        self.name = name
        self.agent = agent
        self.typing = typing
        self.greeting = greeting
        self.rules = rules
    }
}

/// The person that a bot appears as.
public struct BotAgent: Hashable, Sendable {
    public var id: Int
    public var firstName: String
    public var surname: String
    public var nickname: String?

    public init(id: Int, firstName: String, surname: String, nickname: String? = nil) {
        self.id = id
        self.firstName = firstName
        self.surname = surname
        self.nickname = nickname
    }
}
