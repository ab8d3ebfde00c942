public import Clockwork
public import Exchange

/// Two programs, a client's and a server's, on one thread under a virtual clock: no sockets, no time of its own.
///
/// Ownership: owned. The second runner of a ``WireProgram`` besides the one over real sockets. Every delivery takes a
/// latency from the seed, in order within a connection; everything that the programs order is added to `fingerprint`.
public struct VirtualNetwork<Client: WireProgram & ~Copyable, Server: WireProgram & ~Copyable>: ~Copyable {
    public var client: Client
    public var server: Server
    public private(set) var now: MonotonicTime
    /// Changes with every decision that either program makes.
    public private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
    public private(set) var eventCount = 0
    /// While true, the server's host refuses connections.
    public var isRefusing = false

    var deliveries = DeliveryQueue()
    var links: [VirtualLink] = []
    var linkOfSocket: [SideSocket: Int] = [:]
    var visits: [VisitID: VirtualVisit] = [:]
    var cancelled: Set<CallID> = []
    var visitCount: UInt64 = 0
    var clientTimers = TimerQueue<TimerID>()
    var serverTimers = TimerQueue<TimerID>()
    var random: SeededRandom
    /// Of both, in turn; kept, as a loop keeps its own.
    private var orders = Orders()
    private let latency: Distribution

    public init(
        client: consuming Client,
        server: consuming Server,
        seed: UInt64,
        latency: Distribution = .uniform(from: .microseconds(50), to: .milliseconds(2)),
        start: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000)
    ) {
        self.client = client
        self.server = server
        self.latency = latency
        random = SeededRandom(seed: seed, stream: "network")
        now = start
    }

    /// Lets `body` give the client's program orders, as a command does from outside its loop.
    public mutating func tell(_ body: (inout Client, MonotonicTime, inout Orders) -> Void) {
        body(&client, now, &orders)
        carryOut(.client)
    }

    public mutating func tellServer(_ body: (inout Server, MonotonicTime, inout Orders) -> Void) {
        body(&server, now, &orders)
        carryOut(.server)
    }

    /// Handles the next thing that happens, if it happens by then; false when nothing does.
    public mutating func step(until limit: MonotonicTime) -> Bool {
        let due = [deliveries.nextDue, clientTimers.nextDue, serverTimers.nextDue].compactMap { $0 }.min()
        guard let due, due <= limit else { return false }
        now = max(now, due)
        eventCount += 1
        if let delivery = deliveries.next(upTo: now) {
            deliver(delivery)
        } else if let timer = clientTimers.popDue(at: now) {
            hand(.fired(timer.key), to: .client)
        } else if let timer = serverTimers.popDue(at: now) {
            hand(.fired(timer.key), to: .server)
        }
        return true
    }

    public mutating func run(until limit: MonotonicTime) {
        while step(until: limit) {}
        now = max(now, limit)
    }

    /// Hands over what is under way, and lets no timer fire.
    public mutating func settle() {
        while let due = deliveries.nextDue {
            now = max(now, due)
            if let delivery = deliveries.next(upTo: now) { deliver(delivery) }
        }
    }

    /// Connections that stand at one end at least; a client that has been silenced is past knowing.
    public var openLinks: Int { links.count { $0.isClientOpen || $0.isServerOpen } }

    /// The server's host goes down: every connection is reset, at both ends, and what was under way is gone.
    public mutating func resetEveryLink() {
        deliveries.removeAll()
        for link in links.indices where links[link].isClientOpen || links[link].isServerOpen {
            for side in [Side.client, .server] where links[link].isOpen(side) {
                deliveries.add(.reset(link: link, to: side), at: now)
            }
        }
        for (id, visit) in visits.sorted(by: { $0.key.number < $1.key.number }) {
            switch visit.origin {
            case .call(let call): deliveries.add(.failed(.client, .call(call), .reset), at: now)
            case .socket(let socket): deliveries.add(.failed(.client, .socket(socket), .reset), at: now)
            }
            visits[id] = nil
        }
    }

    mutating func hand(_ event: WireEvent, to side: Side) {
        switch side {
        case .client: client.handle(event, at: now, into: &orders)
        case .server: server.handle(event, at: now, into: &orders)
        }
        carryOut(side)
        let turn = LoopTurn(woke: now, ended: now, timerLateness: .zero)
        switch side {
        case .client: client.turnEnded(turn, into: &orders)
        case .server: server.turnEnded(turn, into: &orders)
        }
        carryOut(side)
    }

    private mutating func carryOut(_ side: Side) {
        var requests: [(request: WireRequest, bytes: [UInt8], shared: [SharedBytes])] = []
        orders.drain { request, bytes, shared in
            requests.append((request, bytes.withUnsafeBytes { Array($0) }, shared))
        }
        for (request, bytes, shared) in requests {
            note(request, bytes, of: side)
            perform(request, bytes, shared, of: side)
        }
    }

    private mutating func note(_ request: WireRequest, _ bytes: [UInt8], of side: Side) {
        add(side == .client ? 1 : 2)
        add(UInt64(now.nanoseconds))
        let (kind, number, range) = request.digest
        add(kind)
        add(number)
        for byte in bytes[range] { add(UInt64(byte)) }
    }

    private mutating func add(_ number: UInt64) {
        fingerprint = (fingerprint ^ number) &* 0x100_0000_01B3
    }

    /// When something that is sent now arrives; never before what was sent before it the same way.
    mutating func arrival(after earlier: MonotonicTime) -> MonotonicTime {
        max(now + latency.draw(using: &random), earlier)
    }
}

@available(*, unavailable)
extension VirtualNetwork: Sendable {}

/// Which of the two programs.
public enum Side: Hashable, Sendable {
    case client
    case server

    var other: Side { self == .client ? .server : .client }
}

extension WireRequest {
    /// What tells one order from another.
    fileprivate var digest: (kind: UInt64, number: UInt64, range: Range<Int>) {
        switch self {
        case .open(let id, let url, _): (1, id.number, url.bounds)
        case .sendText(let id, _, let bytes): (2, id.number, bytes.bounds)
        case .sendBinary(let id, _, let bytes): (3, id.number, bytes.bounds)
        case .close(let id, let code): (4, id.number ^ UInt64(code) << 48, 0..<0)
        case .abort(let id): (5, id.number, 0..<0)
        case .mute(let id): (6, id.number, 0..<0)
        case .call(let id, _, _, _, let body): (7, id.number, body.bounds)
        case .cancelCall(let id): (8, id.number, 0..<0)
        case .hangUp(let id): (9, id.number, 0..<0)
        case .answer(let id, _, _, let body): (10, id.number, body.bounds)
        case .acceptUpgrade(let id, let socket): (11, id.number ^ socket.number << 1, 0..<0)
        case .refuseUpgrade(let id, let status): (12, id.number ^ UInt64(status) << 48, 0..<0)
        case .startTimer(let id, let due): (13, id.number ^ due.nanoseconds, 0..<0)
        case .startSlackTimer(let id, let due): (15, id.number ^ due.nanoseconds, 0..<0)
        case .stopTimer(let id): (14, id.number, 0..<0)
        case .upload(let id, _, _, _, let body): (16, id.number, body.tail.bounds)
        case .ping(let id): (17, id.number, 0..<0)
        }
    }
}
