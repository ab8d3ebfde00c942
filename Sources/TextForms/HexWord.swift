/// Eight hexadecimal digits in the bytes of one word, the first in the lowest: all eight at once, and no carry leaves its
/// byte.
struct HexWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let nibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

    var word: UInt64

    init(_ word: UInt64) {
        self.word = word
    }

    /// Lower-case digits.
    @inline(__always)
    init(digitsOf value: UInt32) {
        var spread = UInt64(value)
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = ((spread | spread << 4) & Self.nibbles).byteSwapped
        let letters = (spread &+ 6 &* Self.ones) >> 4 & Self.ones
        word = spread &+ 0x30 &* Self.ones &+ letters &* 39
    }

    /// One for each letter: what counts as one for a byte that is neither digit nor letter is found by ``faults``.
    @inline(__always)
    private var letters: UInt64 { word >> 6 & Self.ones }

    /// Zero when all eight are hexadecimal digits.
    @inline(__always)
    var faults: UInt64 {
        let nibble = word & Self.nibbles
        // Digits are 3x, and letters, once lower case is folded, 4x.
        let row = (word & ~(letters << 5) & ~Self.nibbles) ^ (0x30 &* Self.ones &+ letters << 4)
        // A digit above 9, a letter above F, a letter below A.
        let digit = (nibble &+ 6 &* Self.ones) >> 4 & ~letters
        let above = (nibble &+ 9 &* Self.ones) >> 4 & letters
        let below = ~((nibble &+ 15 &* Self.ones) >> 4) & letters
        return row | (digit | above | below) & Self.ones
    }

    /// The number that they spell, if ``faults`` is zero.
    @inline(__always)
    var value: UInt32 {
        var packed = ((word & Self.nibbles) &+ letters &* 9).byteSwapped
        packed = (packed | packed >> 4) & 0x00FF_00FF_00FF_00FF
        packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: packed | packed >> 16)
    }

    /// A bit for each upper-case letter, the first digit's the highest.
    @inline(__always)
    var upperCase: UInt32 {
        let found = letters & ~(word >> 5)
        return UInt32(truncatingIfNeeded: (found &* 0x8040_2010_0804_0201) >> 56)
    }
}
