public import ChatModel
public import Clockwork
public import Exchange

/// One simulated customer's life on a platform, from arrival to goodbye, whoever the vendor is.
///
/// The session stands between a dialect, which knows the vendor's wire, and the engine, which knows what the customer
/// wants. It owns what is the same everywhere: the states below, the way back after a lost connection, and the fate of
/// every message (see ``Settlement``).
///
/// | state      | ready     | failed | lost            | left  | fired (its timer) | leave            |
/// |------------|-----------|--------|-----------------|-------|-------------------|------------------|
/// | idle       | –         | –      | –               | –     | –                 | ended            |
/// | connecting | ready     | ended  | waiting, ended  | –     | –                 | at ready         |
/// | ready      | ready     | ended  | waiting, ended  | ended | –                 | settling, leaving|
/// | waiting    | –         | –      | –               | –     | connecting        | ended, at ready  |
/// | settling   | –         | ended  | waiting, ended  | –     | –                 | –                |
/// | leaving    | –         | ended  | ended           | ended | –                 | –                |
/// | ended      | –         | –      | –               | –     | –                 | –                |
///
/// A peer can cause any event in any state: where the table has a dash, the event is counted as unexpected and changes
/// nothing.
public struct ClientSession<Dialect: ChatDialect>: Sendable {
    /// Where in its life a session is.
    public enum State: Hashable, Sendable {
        case idle
        case connecting
        case ready
        /// For the next attempt of the reconnect policy.
        case waiting
        /// Finding out before the goodbye what became of its messages.
        case settling
        case leaving
        case ended
    }

    public internal(set) var state = State.idle
    /// The conversation of this customer, once there is one.
    public internal(set) var conversation: ConversationID?
    var dialect: Dialect
    var outbox = Outbox()
    var seen = SeenMessages()
    var random: SeededRandom
    /// Names messages; a stream of its own, so that names can differ where all else is the same.
    var naming: SeededRandom
    let owner: WireOwner
    let policy: ReconnectPolicy
    var attempts = 0
    /// The attempts of this loss are made without a pause.
    var isHasty = false
    var isFirst = true
    /// A socket stands whose close is to be counted.
    var isSocketOpen = false
    /// Pages of history read for the goodbye.
    var pagesRead = 0
    /// A conversation with more pages than this is not read to its end (ours).
    static var pageLimit: Int { 1_000 }
    var wantsToLeave = false
    /// The history is being read for the goodbye.
    var isAsking = false
    /// The conversation whose history that is.
    var asking: ConversationID?
    /// When the customer was meant to arrive, or the connection was found lost.
    var missedSince = MonotonicTime.never
    var attemptBegan = MonotonicTime.never

    public init(
        owner: WireOwner,
        dialect: Dialect,
        policy: ReconnectPolicy,
        random: SeededRandom,
        naming: SeededRandom
    ) {
        self.owner = owner
        self.dialect = dialect
        self.policy = policy
        self.random = random
        self.naming = naming
    }

    /// Whether the driver can break something.
    public var isConnected: Bool { state == .ready }
    /// Too many messages are open for one more.
    public var isFull: Bool { isConnected && outbox.isFull }
    public var hasOpenMessages: Bool { outbox.hasPending || outbox.hasUnseen }

    public mutating func handle(
        _ event: WireEvent,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        if case .fired(let timer) = event, timer.local >= ChatTimers.dialectEnd {
            pauseEnded(at: now, &buffers, &orders)
        } else {
            dialect.handle(event, at: now, reader: &buffers.reader, into: &orders, telling: &buffers.events)
        }
        settleEvents(at: now, &buffers, &orders)
    }

    mutating func perform(
        _ command: ChatCommand,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        dialect.perform(command, at: now, into: &orders, telling: &buffers.events)
    }

    /// Takes in what the dialect told, and what it tells when it is asked to do something in answer.
    mutating func settleEvents(at now: MonotonicTime, _ buffers: inout SessionBuffers, _ orders: inout Orders) {
        var index = 0
        while index < buffers.events.count {
            learn(buffers.events[index], at: now, &buffers, &orders)
            index += 1
        }
        buffers.events.removeAll(keepingCapacity: true)
    }

    private mutating func learn(
        _ event: ChatEvent,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        guard state != .ended else { return }
        switch event {
        case .called(let call, let start, let isFailure):
            buffers.signals.append(.called(call, start, isFailure: isFailure))
        case .connected(let start): connected(start, &buffers)
        case .ready(let conversation): becameReady(in: conversation, at: now, &buffers, &orders)
        case .began(let conversation):
            self.conversation = conversation
            buffers.signals.append(.conversationBegan)
        case .opened(let conversation):
            self.conversation = conversation
            buffers.signals.append(.conversationOpened)
        case .wrote(let id, let conversation):
            outbox.add(id, in: conversation, intended: now, at: now)
            buffers.signals.append(.wrote(id))
        case .acted(let kind, let start, let isFailure):
            buffers.signals.append(.acted(kind, start, isFailure: isFailure))
        case .uploaded(let start, let fate): buffers.signals.append(.uploaded(start, fate))
        case .queued(let position): buffers.signals.append(.queued(position))
        case .assigned(let conversation, let isThere):
            buffers.signals.append(.assigned(conversation, isThere))
        case .closed(let conversation): buffers.signals.append(.conversationClosed(conversation))
        case .sent(let id, let moment):
            outbox.sent(id, at: moment)
            buffers.signals.append(.sent(id, at: moment))
        case .acknowledged(let id): acknowledged(id, at: now, &buffers, &orders)
        case .refused(let id, let fault): refused(id, fault, at: now, &buffers, &orders)
        case .messageText(let text): buffers.signals.append(.replyText(text))
        case .messageChoices(let choices): buffers.signals.append(.replyChoices(choices))
        case .messageArrived(let receipt): arrived(receipt, at: now, &buffers, &orders)
        case .historyMessage(let receipt): found(receipt, &buffers)
        case .historyRead(let hasMore): historyRead(hasMore: hasMore, at: now, &buffers, &orders)
        case .agentTyping(let isTyping, let conversation):
            buffers.signals.append(.agentTyping(isTyping, in: conversation))
        case .heartbeatAnswered(let start): buffers.signals.append(.heartbeatAnswered(start))
        case .frameReceived: break
        case .failed(let fault): failed(fault, &buffers, &orders)
        case .lost(let fault, let code, let atOnce): lost(fault, code, atOnce, at: now, &buffers, &orders)
        case .left(let code): left(code, &buffers)
        case .fault(let fault): faulted(fault, at: now, &buffers, &orders)
        case .unrecognized: buffers.signals.append(.unrecognized)
        }
    }
}
