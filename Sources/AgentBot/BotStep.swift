public import ChatModel
public import Clockwork

/// One thing that a bot does, and how long it waits before it.
public struct BotStep: Hashable, Sendable {
    /// After the step before it, or after the message when it is the first.
    public var wait: Duration
    public var action: Action

    public init(wait: Duration, action: Action) {
        self.wait = wait
        self.action = action
    }

    /// What a customer can notice of a bot.
    public enum Action: Hashable, Sendable {
        case typingStarted
        case typingEnded
        case say(String, isAI: Bool)
        case show(String, RichContent, isAI: Bool)
        /// So many are before the customer.
        case queued(Int)
        /// An agent is there.
        case assigned
        /// The conversation is over.
        case ended
    }
}

/// What a bot has still to do in one conversation, one thing after the other.
///
/// The answer to a message that arrives while the bot is still busy with an earlier one follows when that is done.
public struct BotAgenda: Sendable {
    /// Latest first, so that taking the next is cheap.
    private var waiting: [BotStep] = []
    /// When the next step is due; nil when there is nothing to do.
    public private(set) var nextDue: MonotonicTime?

    public init() {}

    public var isEmpty: Bool { waiting.isEmpty }

    public mutating func append(_ steps: [BotStep], at now: MonotonicTime) {
        guard let first = steps.first else { return }
        if waiting.isEmpty { nextDue = now + first.wait }
        waiting.insert(contentsOf: steps.reversed(), at: 0)
    }

    /// Takes out the next step if it is due.
    ///
    /// Its successor's wait counts from the moment it was due, so a late timer delays nothing but itself.
    public mutating func popDue(at now: MonotonicTime) -> BotStep.Action? {
        guard let due = nextDue, due <= now, let step = waiting.popLast() else { return nil }
        nextDue = waiting.last.map { due + $0.wait }
        if waiting.isEmpty { waiting = [] }
        return step.action
    }
}
