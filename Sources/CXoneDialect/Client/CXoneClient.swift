public import ChatClient
import ChatModel
public import Clockwork
public import Exchange
public import JSONText
import TextForms

/// Speaks to CXone as one customer with one of the vendor's clients.
///
/// What those clients do, and what of it is a guess, stands in `docs/platforms/cxone.md`. The way up is a chain: calls for
/// the channel, the visitor and what else the channel wants, the socket, authorization, and what the channel's mode asks
/// for. Everything that a peer may do, in any order, twice or too late, is told and survived; events of an older socket or
/// call are not heard.
public struct CXoneClient: ChatDialect {
    let owner: WireOwner
    let address: CXoneAddress
    let wall: WallClock
    public var tellsText = false
    var random: SeededRandom
    var sender: ClientSender
    var credentials: CXoneCustomer.Credentials
    /// The first wait before it comes back, drawn once.
    let firstWait: Duration

    var stage = Stage.idle
    /// Numbers of its own for what it orders.
    var sockets = 0
    var calls = 0
    var sendings = 0
    /// The one that counts; nil when there is none.
    var socket: SocketID?
    /// The one before it, when it was given up by a close frame.
    var retired: SocketID?
    /// The call that the way up waits for.
    var fetch: Fetch?
    /// Calls beside it.
    var errands: [Errand] = []
    var channel = Channel()
    /// The one that the customer looks at.
    var thread: OwnThread?
    /// Its others, the one that it looked at last at the end.
    var others: [OwnThread] = []
    /// Threads whose metadata is on its way, by the event that asked for it.
    var loading: [UInt128] = []
    var customerFields: [CustomField] = []
    var token: Token?
    /// Of secured sessions.
    var transaction: Token?
    var refreshToken: String?
    var refresh: PendingRefresh?
    var held: [HeldMessage] = []
    /// What waits for its files.
    var uploads: [Upload] = []
    /// URLs of what was uploaded before.
    var uploaded: [(file: ChatFile, url: String)] = []
    /// An action under way.
    var act: PendingAct?
    /// What the channel greets with, until the customer's first message.
    var welcome: String?
    var welcomeID: UInt128?

    var openedBy = MonotonicTime.never
    var request: PendingRequest?
    var heartbeat = HeartbeatGrid()
    /// Oldest first, so the first has the earliest deadline.
    var unacknowledged: [UnacknowledgedMessage] = []
    var isAckTimerSet = false

    /// Customer and visitor ids are drawn from `random`, and everything else that the client names.
    public init(
        owner: WireOwner,
        target: CXoneTarget,
        customer: CXoneCustomer,
        random: SeededRandom,
        wall: WallClock
    ) {
        self.owner = owner
        address = target.address
        self.wall = wall
        self.random = random
        credentials = customer.credentials
        let drawn = EchoedID(self.random.uuid())
        let identity = CustomerIdentity(
            id: customer.id.map { EchoedID($0) } ?? drawn,
            firstName: customer.person.firstName,
            lastName: customer.person.lastName
        )
        let visitor = self.random.uuid()
        firstWait = customer.client == .ios ? .zero : .fractional(seconds: 1 + 4 * self.random.unit())
        sender = ClientSender(
            client: customer.client,
            place: target.address.place,
            customer: identity,
            visitor: visitor,
            destination: customer.client == .ios ? visitor : self.random.uuid()
        )
    }

    var client: VendorClient { sender.client }

    public var reconnectPolicy: ReconnectPolicy { client.reconnectPolicy(firstWait: firstWait) }

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
        case .ponged(let id):
            guard id == socket else { return }
            answered(at: now, into: &orders, telling: &events)
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
            if id == fetch?.id {
                fetch?.status = status
            } else if let index = errands.firstIndex(where: { $0.fetch.id == id }) {
                errands[index].fetch.status = status
            }
        case .chunk(let id, let bytes):
            if id == fetch?.id {
                fetch?.append(bytes)
            } else if let index = errands.firstIndex(where: { $0.fetch.id == id }) {
                errands[index].fetch.append(bytes)
            }
        case .finished(let id, let timings):
            ended(id, sent: timings.sent, failure: nil, at: now, reader: &reader, into: &orders, telling: &events)
        case .failed(.call(let id), let cause):
            ended(id, sent: nil, failure: cause, at: now, reader: &reader, into: &orders, telling: &events)
        case .failed(.visit, _), .visited:
            // Nobody visits a customer.
            return
        }
    }

    private mutating func ended(
        _ id: CallID,
        sent: MonotonicTime?,
        failure: WireCause?,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        if id == fetch?.id {
            fetched(sent: sent, failure: failure, at: now, reader: &reader, into: &orders, telling: &events)
        } else if let index = errands.firstIndex(where: { $0.fetch.id == id }) {
            let errand = errands.remove(at: index)
            returned(
                errand,
                sent: sent,
                failure: failure,
                at: now,
                reader: &reader,
                into: &orders,
                telling: &events
            )
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
            comeBack(at: now, into: &orders, telling: &events)
        case .begin(let answers):
            begin(answers, at: now, into: &orders, telling: &events)
        case .openNext:
            openNext(at: now, into: &orders, telling: &events)
        case .send(let id, let conversation, let text):
            send(Saying(id: id, text: text), in: conversation, at: now, into: &orders, telling: &events)
        case .sendFiles(let id, let conversation, let text, let files):
            upload(files, of: Saying(id: id, text: text), in: conversation, at: now, into: &orders, telling: &events)
        case .answer(let id, let conversation, let choice):
            var saying = Saying(id: id, text: choice.text)
            saying.postback = choice.postback
            send(saying, in: conversation, at: now, into: &orders, telling: &events)
        case .act(let action, let conversation):
            perform(action, in: conversation, at: now, into: &orders, telling: &events)
        case .typing(let isStart, let conversation):
            // The web client types into no case that it does not know of.
            if client == .web, known(conversation)?.contact.isEmpty != false { return }
            tell(isStart ? .typingStarted : .typingEnded, about: conversation, into: &orders)
        case .markSeen(let conversation):
            guard known(conversation)?.state == .ready else { return }
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
