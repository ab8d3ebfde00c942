/// A check for well-formed UTF-8 that may be fed a text in pieces and refuses at the first byte that cannot be right.
public struct UTF8Check: Hashable, Sendable {
    /// Continuation bytes still to come.
    private var owed: UInt8 = 0
    /// What the next continuation byte may be: narrower than 80…BF after E0, ED, F0 and F4.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    public init() {}

    /// No character is left unfinished.
    public var isComplete: Bool { owed == 0 }

    /// False as soon as the text cannot become well-formed any more.
    public mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        let count = bytes.count
        var offset = 0
        while offset < count {
            if owed == 0 {
                offset = Self.endOfASCII(start, from: offset, count: count)
                guard offset < count else { return true }
            }
            guard takes(start.load(fromByteOffset: offset, as: UInt8.self)) else { return false }
            offset &+= 1
        }
        return true
    }

    private static func endOfASCII(_ start: UnsafeRawPointer, from: Int, count: Int) -> Int {
        var offset = from
        while offset &+ 64 <= count {
            let low = start.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            let high = start.loadUnaligned(fromByteOffset: offset &+ 32, as: SIMD4<UInt64>.self)
            let words = low | high
            let folded = words.lowHalf | words.highHalf
            guard (folded[0] | folded[1]) & 0x8080_8080_8080_8080 == 0 else { break }
            offset &+= 64
        }
        while offset &+ 8 <= count {
            let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080
            guard word == 0 else { return offset &+ word.trailingZeroBitCount >> 3 }
            offset &+= 8
        }
        while offset < count, start.load(fromByteOffset: offset, as: UInt8.self) < 0x80 { offset &+= 1 }
        return offset
    }

    @inline(__always)
    private mutating func takes(_ byte: UInt8) -> Bool {
        if owed > 0 {
            guard byte >= low, byte <= high else { return false }
            owed &-= 1
            low = 0x80
            high = 0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: owed = 1
        case 0xE0...0xEF:
            owed = 2
            if byte == 0xE0 { low = 0xA0 }
            if byte == 0xED { high = 0x9F }
        case 0xF0...0xF4:
            owed = 3
            if byte == 0xF0 { low = 0x90 }
            if byte == 0xF4 { high = 0x8F }
        default: return false
        }
        return true
    }
}
