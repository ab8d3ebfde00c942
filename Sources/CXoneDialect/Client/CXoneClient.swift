public import ChatClient
public import ChatModel
public import Clockwork
public import Exchange
public import JSONText
import TextForms

/// Speaks to CXone as one customer with the vendor's iOS client, on a single-thread channel.
///
/// What that client does, and what of it is a guess, stands in `docs/platforms/cxone.md`. The way up is a chain: one call
/// for the channel, one for the visitor, the socket, authorization, recovery. Everything that a peer may do, in any order,
/// twice or too late, is told and survived; events of an older socket or call are not heard.
public struct CXoneClient: ChatDialect {
    let owner: WireOwner
    let address: CXoneAddress
    let wall: WallClock
    public var tellsText = false
    var random: SeededRandom
    var sender: ClientSender

    var stage = Stage.idle
    /// Numbers of its own for what it orders.
    var sockets = 0
    var calls = 0
    var sendings = 0
    /// The one that counts; nil when there is none.
    var socket: SocketID?
    /// The one before it, when it was given up by a close frame.
    var retired: SocketID?
    var fetch: Fetch?
    var channel = Channel()
    var thread: OwnThread?
    /// The form's answers, which ride in every message.
    var contactFields: [CustomField] = []
    var token: Token?
    var refresh: PendingRefresh?
    var held: [HeldMessage] = []

    var openedBy = MonotonicTime.never
    var request: PendingRequest?
    var heartbeat = HeartbeatGrid()
    /// Oldest first, so the first has the earliest deadline.
    var unacknowledged: [UnacknowledgedMessage] = []
    var isAckTimerSet = false

    /// Customer and visitor ids are drawn from `random`, and everything else that the client names.
    public init(owner: WireOwner, target: CXoneTarget, person: Person, random: SeededRandom, wall: WallClock) {
        self.owner = owner
        address = target.address
        self.wall = wall
        self.random = random
        let customer = CustomerIdentity(
            id: EchoedID(self.random.uuid()),
            firstName: person.firstName,
            lastName: person.lastName
        )
        sender = ClientSender(place: target.address.place, customer: customer, visitor: self.random.uuid())
    }

    /// 1.3 to the power of the attempt, plus up to a second; it grows for ten attempts and is never above 30 s.
    public var reconnectPolicy: ReconnectPolicy {
        ReconnectPolicy(
            base: .milliseconds(1_300),
            factor: 1.3,
            cap: .seconds(30),
            jitter: .seconds(1),
            attempts: 20,
            lastGrowth: 10,
            startsAnewWhenReady: false
        )
    }

    public mutating func handle(
        _ event: WireEvent,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        switch event {
        case .text(let id, let bytes):
            if id == retired { return receivedLate(bytes, reader: &reader, telling: &events) }
            guard id == socket else { return }
            received(bytes, at: now, reader: &reader, into: &orders, telling: &events)
        case .binary(let id, _):
            guard id == socket else { return }
            events.append(.frameReceived)
            events.append(.fault(.binaryFrame))
        case .sent(let sending, let moment):
            wasSent(sending, at: moment, telling: &events)
        case .fired(let timer):
            fired(timer, at: now, into: &orders, telling: &events)
        case .opened(let id, let timings):
            guard id == socket, case .opening = stage else { return }
            opened(timings, at: now, into: &orders, telling: &events)
        case .closed(let id, let code, let cause):
            guard id == socket else { return }
            closed(code, cause, into: &orders, telling: &events)
        case .failed(.socket(let id), let cause):
            guard id == socket else { return }
            failedToOpen(cause, into: &orders, telling: &events)
        case .head(let id, let status, _):
            guard id == fetch?.id else { return }
            fetch?.status = status
        case .chunk(let id, let bytes):
            guard id == fetch?.id else { return }
            fetch?.append(bytes)
        case .finished(let id, let timings):
            guard id == fetch?.id else { return }
            fetched(sent: timings.sent, failure: nil, at: now, reader: &reader, into: &orders, telling: &events)
        case .failed(.call(let id), let cause):
            guard id == fetch?.id else { return }
            fetched(sent: nil, failure: cause, at: now, reader: &reader, into: &orders, telling: &events)
        case .failed(.visit, _), .visited:
            // Nobody visits a customer.
            return
        }
    }

    public mutating func perform(
        _ command: ChatCommand,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        switch command {
        case .connect(let intended):
            guard stage == .idle else { return events.append(.fault(.unexpectedEvent)) }
            start(.configuration, attempt: 1, intended: intended, at: now, into: &orders)
        case .reconnect:
            guard stage == .lost else { return events.append(.fault(.unexpectedEvent)) }
            open(isFirst: false, at: now, into: &orders)
        case .begin(let answers):
            begin(answers, at: now, telling: &events)
        case .send(let id, let conversation, let text):
            send(id, in: conversation, text, at: now, into: &orders, telling: &events)
        case .typing(let isStart, let conversation):
            tell(isStart ? .typingStarted : .typingEnded, about: conversation, into: &orders)
        case .markSeen(let conversation):
            guard thread?.state == .ready else { return }
            tell(.messageSeen, about: conversation, into: &orders)
        case .recover(let conversation):
            recover(conversation, older: false, at: now, into: &orders, telling: &events)
        case .recoverMore(let conversation):
            recover(conversation, older: true, at: now, into: &orders, telling: &events)
        case .drop(let method):
            drop(method, into: &orders, telling: &events)
        case .leave:
            leave(into: &orders, telling: &events)
        }
    }
}
