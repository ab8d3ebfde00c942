import Clockwork
import Exchange

/// What a loop is about to write, gathered until the orders of one event are all performed.
///
/// The bytes of one wire lie in runs; as a rule there is one run and one wire, and they go out in one write.
struct Output {
    struct Run {
        var slot: Int32
        var generation: UInt32
        var start: Int
        var end: Int
        /// The same wire's next run, -1 when there is none.
        var next: Int32 = -1
        /// Those that end in this run.
        var sendings: Range<Int>
    }

    /// More than this is not kept for the next event.
    static let roomKept = 1 << 20

    var bytes: [UInt8] = []
    var runs: [Run] = []
    /// By the place of their last byte.
    var sendings: [(id: SendingID, end: Int)] = []
    /// The runs of one wire in one piece, where there were several.
    var gathered: [UInt8] = []

    mutating func clear() {
        runs.removeAll(keepingCapacity: true)
        sendings.removeAll(keepingCapacity: true)
        if bytes.capacity > Self.roomKept { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    }
}

/// What orders caused at once and nobody has been told yet.
enum Deferred {
    case opened(SocketID, WireTimings)
    case sent(SendingID, MonotonicTime)
    case closed(SocketID, code: UInt16, WireCause)
    case failed(WireSubject, WireCause)
}
