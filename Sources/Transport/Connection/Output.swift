import Clockwork
import Exchange
import WireFormat

/// What a loop is about to write, gathered until the orders of one event are all performed.
///
/// The bytes of one wire lie in runs; as a rule there is one run and one wire, and they go out in one write. Everything
/// passes through here, so it is plain memory: arrays would ask before each of a dozen steps whether they are shared.
///
/// Ownership: owned by its loop, which frees it at the end.
struct Output {
    struct Run {
        var slot: Int32
        var generation: UInt32
        var start: Int
        var end: Int
        /// The same wire's next run, -1 when there is none.
        var next: Int32 = -1
        /// Those that end in this run.
        var firstSending: Int32
        var lastSending: Int32

        var sendings: Range<Int> { Int(firstSending)..<Int(lastSending) }
    }

    /// More than this is not kept for the next event.
    private static let roomKept = 1 << 20
    private static let roomAtFirst = 64 << 10

    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var room: Int
    private(set) var runs: UnsafeMutablePointer<Run>
    private(set) var runCount = 0
    private var runRoom = 64
    /// By the place of their last byte.
    var sendings: [(id: SendingID, end: Int)] = []
    /// Where heads of HTTP are composed.
    private var scratch: [UInt8] = []

    init() {
        room = Self.roomAtFirst
        start = .allocate(byteCount: room, alignment: 64)
        runs = .allocate(capacity: runRoom)
    }

    func free() {
        start.deallocate()
        runs.deallocate()
    }

    /// Where the next bytes go; they count when ``add(_:)`` says so.
    @inline(__always)
    mutating func place(for more: Int) -> UnsafeMutableRawPointer {
        if more > room - count { grow(for: more) }
        return start + count
    }

    @inline(__always)
    mutating func add(_ more: Int) {
        count += more
    }

    @inline(__always)
    mutating func append(_ opcode: WebSocketOpcode, _ payload: UnsafeRawBufferPointer, key: UInt32?) {
        let size = WebSocketEncoder.size(payload: payload.count, isMasked: key != nil)
        WebSocketEncoder.write(opcode, payload, key: key, to: place(for: size))
        count += size
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        place(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends what `compose` appends to a buffer.
    mutating func compose(_ compose: (inout [UInt8]) -> Void) {
        var bytes = scratch
        scratch = []
        compose(&bytes)
        bytes.withUnsafeBytes { append($0) }
        if bytes.capacity <= Self.roomAtFirst {
            bytes.removeAll(keepingCapacity: true)
            scratch = bytes
        }
    }

    /// Appends a run and answers its number.
    mutating func append(_ run: Run) -> Int32 {
        if runCount == runRoom {
            let larger = UnsafeMutablePointer<Run>.allocate(capacity: 2 * runRoom)
            larger.update(from: runs, count: runCount)
            runs.deallocate()
            runs = larger
            runRoom *= 2
        }
        (runs + runCount).initialize(to: run)
        runCount += 1
        return Int32(truncatingIfNeeded: runCount - 1)
    }

    @inline(__always)
    mutating func clear() {
        count = 0
        runCount = 0
        if !sendings.isEmpty { sendings.removeAll(keepingCapacity: true) }
        if room > Self.roomKept { shrink() }
    }

    private mutating func grow(for more: Int) {
        move(toRoom: max(2 * room, count + more))
    }

    private mutating func shrink() {
        move(toRoom: Self.roomAtFirst)
    }

    private mutating func move(toRoom newRoom: Int) {
        let other = UnsafeMutableRawPointer.allocate(byteCount: newRoom, alignment: 64)
        other.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = other
        room = newRoom
    }
}

/// What orders caused at once and nobody has been told yet.
enum Deferred {
    case opened(SocketID, WireTimings)
    case sent(SendingID, MonotonicTime)
    case closed(SocketID, code: UInt16, WireCause)
    case failed(WireSubject, WireCause)
}
