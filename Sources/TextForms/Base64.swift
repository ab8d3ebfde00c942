/// Bytes as base64 text with padding (RFC 4648, section 4).
public enum Base64: Sendable {
    public static func append(_ bytes: RawSpan, to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: length(of: bytes.byteCount)))
        var room = text.mutableSpan
        write(bytes, into: &room, at: start)
    }

    /// How many characters stand for so many bytes.
    @inlinable
    public static func length(of byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

    /// Writes over the characters from `start` on, of which there must be enough.
    public static func write(_ bytes: RawSpan, into text: inout MutableSpan<UInt8>, at start: Int = 0) {
        var place = 0
        var spot = start
        while place < bytes.byteCount {
            let left = min(3, bytes.byteCount - place)
            var group = UInt32(bytes.byte(at: place)) << 16
            if left > 1 { group |= UInt32(bytes.byte(at: place + 1)) << 8 }
            if left > 2 { group |= UInt32(bytes.byte(at: place + 2)) }
            text[spot] = letter(group >> 18)
            text[spot + 1] = letter(group >> 12)
            text[spot + 2] = left > 1 ? letter(group >> 6) : UInt8(ascii: "=")
            text[spot + 3] = left > 2 ? letter(group) : UInt8(ascii: "=")
            place += 3
            spot += 4
        }
    }

    /// Appends what `text` stands for, or nothing and answers false when it is not base64 with its padding.
    ///
    /// The unused bits of the last digit may be anything, as some encoders leave them.
    public static func decode(_ text: RawSpan, into bytes: inout [UInt8]) -> Bool {
        let count = text.byteCount
        guard count & 3 == 0 else { return false }
        var digits = count
        while digits > 0, count - digits < 2, text.byte(at: digits - 1) == UInt8(ascii: "=") { digits -= 1 }
        let start = bytes.count
        var group: UInt32 = 0
        for place in 0..<digits {
            guard let sextet = sextet(of: text.byte(at: place)) else {
                bytes.removeSubrange(start...)
                return false
            }
            group = group << 6 | UInt32(sextet)
            if place & 3 == 3 {
                append(group >> 16, to: &bytes)
                append(group >> 8, to: &bytes)
                append(group, to: &bytes)
                group = 0
            }
        }
        switch count - digits {
        case 1:
            append(group >> 10, to: &bytes)
            append(group >> 2, to: &bytes)
        case 2: append(group >> 4, to: &bytes)
        default: break
        }
        return true
    }

    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        return decode(text.utf8Span.span.bytes, into: &bytes) ? bytes : nil
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    private static let letters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// The letter of the lowest six bits.
    @inline(__always)
    private static func letter(_ bits: UInt32) -> UInt8 {
        letters.utf8Start[Int(bits & 63)]
    }

    @inline(__always)
    private static func sextet(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
