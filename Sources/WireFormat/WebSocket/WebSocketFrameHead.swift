/// The first two to fourteen bytes of a frame.
struct WebSocketFrameHead: Hashable, Sendable {
    static let longest = 14
    /// The reserved bit that `permessage-deflate` gives a meaning to.
    static let compressed: UInt8 = 0x40

    var opcode: WebSocketOpcode
    var isFinal: Bool
    /// The mask key as its bytes lie in memory; 0, which masks nothing, where there is none.
    var key: UInt32
    /// How many bytes the head itself takes.
    var size: Int
    /// The length of the payload.
    var count: Int

    /// Nil as long as `available` bytes are too few; what is wrong is told as soon as it can be known.
    @inline(__always)
    static func parse(
        _ start: UnsafeRawPointer,
        available: Int,
        role: WebSocketRole
    ) throws(WebSocketFault) -> WebSocketFrameHead? {
        guard available > 0 else { return nil }
        let first = start.load(as: UInt8.self)
        guard first & 0x70 == 0 else { throw .reservedBits }
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else { throw .unknownOpcode(first & 0x0F) }
        let isFinal = first & 0x80 != 0
        guard isFinal || !opcode.isControl else { throw .fragmentedControlFrame }
        guard available > 1 else { return nil }
        let second = start.load(fromByteOffset: 1, as: UInt8.self)
        let isMasked = second & 0x80 != 0
        guard isMasked == (role == .server) else { throw .wrongMasking }
        let short = Int(second & 0x7F)
        guard short < 126 || !opcode.isControl else { throw .longControlFrame }
        let lengthSize = short < 126 ? 0 : short == 126 ? 2 : 8
        let size = 2 + lengthSize + (isMasked ? 4 : 0)
        guard available >= 2 + lengthSize else { return nil }
        let count = try length(short, at: start + 2)
        guard available >= size else { return nil }
        let key = isMasked ? start.loadUnaligned(fromByteOffset: 2 + lengthSize, as: UInt32.self).littleEndian : 0
        return WebSocketFrameHead(opcode: opcode, isFinal: isFinal, key: key, size: size, count: count)
    }

    @inline(__always)
    private static func length(_ short: Int, at place: UnsafeRawPointer) throws(WebSocketFault) -> Int {
        if short < 126 { return short }
        if short == 126 {
            let count = Int(place.loadUnaligned(as: UInt16.self).bigEndian)
            guard count >= 126 else { throw .lengthNotMinimal }
            return count
        }
        let count = place.loadUnaligned(as: UInt64.self).bigEndian
        guard count >= 65_536 else { throw .lengthNotMinimal }
        guard count <= UInt64(Int.max) else { throw .tooLarge }
        return Int(count)
    }
}
