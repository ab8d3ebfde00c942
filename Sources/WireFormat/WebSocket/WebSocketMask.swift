/// The XOR that every payload from a client passes through (RFC 6455, section 5.3).
///
/// A key is held as its four bytes lie in memory, so the first byte of a payload meets the lowest byte of the key.
enum WebSocketMask {
    /// Masks or unmasks in place and answers the key turned so that the next byte of the payload meets its lowest byte.
    @discardableResult
    static func apply(_ key: UInt32, to start: UnsafeMutableRawPointer, count: Int) -> UInt32 {
        copy(UnsafeRawPointer(start), count: count, key, to: start)
    }

    /// Masks while copying; the two places are the same or apart.
    @discardableResult
    static func copy(_ source: UnsafeRawPointer, count: Int, _ key: UInt32, to place: UnsafeMutableRawPointer) -> UInt32
    {
        let wide = UInt64(key) << 32 | UInt64(key)
        let quad = SIMD4<UInt64>(repeating: wide)
        var offset = 0
        while offset &+ 32 <= count {
            let word = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            place.storeBytes(of: word ^ quad, toByteOffset: offset, as: SIMD4<UInt64>.self)
            offset &+= 32
        }
        while offset &+ 8 <= count {
            let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            place.storeBytes(of: word ^ wide, toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        var rest = key
        while offset < count {
            let byte = source.load(fromByteOffset: offset, as: UInt8.self)
            place.storeBytes(of: byte ^ UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
            rest = rest >> 8 | rest << 24
            offset &+= 1
        }
        return rest
    }
}
