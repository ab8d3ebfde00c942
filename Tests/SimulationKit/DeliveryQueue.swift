import Clockwork
import Exchange

/// What is under way in a virtual network, soonest first; what is due at one moment keeps its order.
struct DeliveryQueue: Sendable {
    private var timers = TimerQueue<Int>()
    private var pending: [Int: Delivery] = [:]
    private var count = 0

    var nextDue: MonotonicTime? { timers.nextDue }

    mutating func add(_ delivery: Delivery, at due: MonotonicTime) {
        count += 1
        pending[count] = delivery
        timers.arm(count, at: due)
    }

    /// What was told to the side that ordered it stays.
    mutating func removeAll() {
        for number in pending.keys.sorted() {
            switch pending[number] {
            case .sent, .ended, .failed: continue
            default:
                pending[number] = nil
                timers.stop(number)
            }
        }
    }

    mutating func next(upTo now: MonotonicTime) -> Delivery? {
        guard let timer = timers.popDue(at: now) else { return nil }
        return pending.removeValue(forKey: timer.key)
    }
}

/// One thing that arrives at one side.
enum Delivery: Sendable {
    case opened(Side, SocketID, WireTimings)
    case sent(Side, SendingID, at: MonotonicTime)
    case ponged(Side, SocketID)
    case message(link: Int, to: Side, [UInt8], isText: Bool)
    /// The peer's close frame.
    case close(link: Int, to: Side, code: UInt16)
    /// The end of the close handshake that this side began.
    case closed(link: Int, to: Side, code: UInt16)
    case reset(link: Int, to: Side)
    case ended(Side, SocketID, code: UInt16, WireCause)
    case failed(Side, WireSubject, WireCause)
    case visit(VisitID)
    case answer(CallID, status: UInt16, fields: [UInt8], body: [UInt8], WireTimings)
}

/// A socket of one side.
struct SideSocket: Hashable, Sendable {
    var side: Side
    var socket: SocketID
}

/// A connection between the two sides, from the server's acceptance on.
struct VirtualLink: Sendable {
    var client: SocketID
    var server: SocketID
    /// The client neither hears nor is heard.
    var isMuted = false
    var isClientOpen = true
    var isServerOpen = true
    /// A side that has sent its close frame sends nothing more.
    var clientClosed = false
    var serverClosed = false
    var lastToClient = MonotonicTime.never
    var lastToServer = MonotonicTime.never
}

/// A request that a client has made.
struct VirtualVisit: Sendable {
    enum Origin: Sendable {
        case call(CallID)
        case socket(SocketID)
    }

    var origin: Origin
    var method: WireMethod
    var target: [UInt8]
    var fields: [UInt8]
    var body: [UInt8]
    var began: MonotonicTime
}
