/// Where one message after another is inflated or deflated.
///
/// Ownership: loop-bound, shared by the connections of a loop; a message stands here until the next one is begun.
public final class DeflateRoom {
    /// More than this is not kept for the next message.
    static let kept = 256 << 10

    private var start: UnsafeMutableRawPointer?
    private var room = 0
    private var count = 0

    public init() {}

    deinit { start?.deallocate() }

    /// The message.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start.map { UnsafeRawPointer($0) }, count: start == nil ? 0 : count)
    }

    public var heldBytes: Int { room }

    func clear() {
        count = 0
        guard room > Self.kept else { return }
        start?.deallocate()
        start = nil
        room = 0
    }

    /// The bytes behind the message; grows by doubling, so that a message takes at most twice its size.
    func free(atLeast need: Int) -> UnsafeMutableRawBufferPointer {
        if room - count < need {
            let size = max(2 * room, count + need, 4_096)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            if let start {
                larger.copyMemory(from: start, byteCount: count)
                start.deallocate()
            }
            start = larger
            room = size
        }
        return UnsafeMutableRawBufferPointer(start: start.map { $0 + count }, count: room - count)
    }

    func add(_ more: Int) { count += more }

    func removeLast(_ less: Int) { count -= less }
}

@available(*, unavailable)
extension DeflateRoom: Sendable {}
