/// The wires of a loop, in chunks that never move, so that a pointer stands while others come and go.
///
/// Ownership: owned by its loop, which shuts it down at the end.
struct WireSlab: ~Copyable {
    private static let chunkSize = 256

    private var chunks: [UnsafeMutablePointer<Wire>] = []
    private var free: [Int32] = []

    mutating func shutDown() {
        for chunk in chunks {
            chunk.deinitialize(count: Self.chunkSize)
            chunk.deallocate()
        }
        chunks = []
        free = []
    }

    var room: Int { chunks.count * Self.chunkSize }

    @inline(__always)
    subscript(slot: Int) -> UnsafeMutablePointer<Wire> {
        chunks[slot >> 8] + slot & 255
    }

    /// A free place.
    mutating func take() -> Int {
        if free.isEmpty { grow() }
        return Int(free.removeLast())
    }

    mutating func giveBack(_ slot: Int) {
        self[slot].pointee.reset()
        free.append(Int32(truncatingIfNeeded: slot))
    }

    private mutating func grow() {
        let chunk = UnsafeMutablePointer<Wire>.allocate(capacity: Self.chunkSize)
        for place in 0..<Self.chunkSize { (chunk + place).initialize(to: Wire()) }
        let first = room
        chunks.append(chunk)
        for place in (first..<first + Self.chunkSize).reversed() { free.append(Int32(place)) }
    }
}
