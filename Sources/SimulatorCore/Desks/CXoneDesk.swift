import AgentBot
import CXoneDialect
import Clockwork
import Exchange
import JSONText

/// The server side of CXone without its sockets: calls and frames in, answers and pushes out, each after its delay.
///
/// Ownership: owned. A loop's program holds it. It plays a channel with one thread a customer and the legacy authorization;
/// everything that a peer can do is answered or counted, and what customers are told survives their sockets.
struct CXoneDesk: ~Copyable {
    let setup: CXoneSetup
    var store: CXoneStore
    var sockets = DeskSockets()
    var jobs = JobQueue<CXoneJob>()
    var ledger = Ledger()
    var counters = SimulatorCounters()
    var matcher = BotMatcher()
    /// Calls that wait for their answer.
    var waiting: Set<VisitID> = []
    /// Draws the delays of calls that name no customer.
    var callDelays: SeededRandom
    var caseCount = 0
    var refusalCount = 0
    var files = FileShelf()
    /// Sendings of replies so far, to number them; the owner of a sending is its socket's place.
    var sendingCount = 0
    /// Reused for each answer of a bot.
    var steps: [BotStep] = []

    init(_ setup: CXoneSetup) {
        self.setup = setup
        store = CXoneStore(seed: setup.seed)
        callDelays = SeededRandom(seed: setup.seed, stream: "cxone.calls")
    }

    mutating func handle(
        _ event: WireEvent,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders
    ) {
        switch event {
        case .visited(let visit, let method, let target, let fields, let body, let wantsUpgrade):
            let call = DeskCall(visit: visit, method: method, wantsUpgrade: wantsUpgrade)
            visited(call, target: target, fields: fields, body: body, at: now, reader: &reader, into: &orders)
        case .opened(let socket, _):
            if sockets.place(of: socket) == nil { counters.count(.unexpectedEvent) }
        case .text(let socket, let frame):
            received(frame, on: socket, at: now, reader: &reader, into: &orders)
        case .binary:
            counters.count(.binaryFrame)
        case .sent(let sending, _):
            sent(sending)
        case .closed(let socket, let code, let cause):
            ended(socket, ConnectionFate(code: code, cause: cause))
        case .failed(.socket(let socket), _):
            ended(socket, .broken)
        case .failed(.visit(let visit), _):
            waiting.remove(visit)
        case .fired:
            break
        case .failed(.call, _), .head, .chunk, .finished, .ponged:
            counters.count(.unexpectedEvent)
        }
        while let job = jobs.popDue(at: now) { perform(job, at: now, into: &orders) }
    }

    /// Begins to close every socket; nothing is said on them after.
    mutating func close(code: UInt16, into orders: inout Orders) {
        for socket in sockets.standing where !sockets.isSilent(socket) {
            sockets.silence(socket)
            orders.append(.close(socket, code: code))
        }
    }

    private mutating func ended(_ socket: SocketID, _ fate: ConnectionFate) {
        guard let place = sockets.place(of: socket) else { return counters.count(.unexpectedEvent) }
        ledger.close(place, fate)
        if let customer = sockets.customer(at: place) { store[customer].sockets.removeAll { $0 == socket } }
        sockets.leave(socket)
    }

    private mutating func sent(_ sending: SendingID) {
        let place = Int(truncatingIfNeeded: sending.owner.number)
        if !ledger.sent(sending.local, on: place) { counters.count(.unexpectedEvent) }
    }
}

/// What a CXone desk is told before it opens.
struct CXoneSetup: Sendable {
    var script: BotScript
    var agent: AgentObject
    var delays: CXoneDelays
    var seed: UInt64
    var wall: WallClock
    var channels: [CXoneChannelSetup]

    /// The channel of a frame or a call.
    func channel(brand: Int, _ id: String) -> Int? {
        channels.firstIndex { $0.rules.brandId == brand && $0.rules.channelId == id }
    }
}

/// One channel of a desk.
struct CXoneChannelSetup: Sendable {
    var rules: CXoneChannel
    var place: ChannelPlace
    /// The channel's configuration, written once.
    var configuration: [UInt8]

    init(_ rules: CXoneChannel, name: String) {
        self.rules = rules
        place = ChannelPlace(brand: rules.brandId, channel: rules.channelId)
        var bytes: [UInt8] = []
        rules.configuration(name: name).append(to: &bytes)
        configuration = bytes
    }
}

/// A call or an upgrade that asks for an answer.
struct DeskCall: Sendable {
    var visit: VisitID
    var method: WireMethod
    var wantsUpgrade: Bool
}
