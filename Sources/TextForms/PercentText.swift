/// Text with %XX in the place of what a URL may not hold (RFC 3986, section 2.1).
public enum PercentText: Sendable {
    /// Appends `text` with everything but letters, digits and `-._~` written as %XX.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                append(escaped: byte, to: &bytes)
            }
        }
    }

    /// Appends one byte as %XX.
    public static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 15))
    }

    /// Appends what `text` stands for; a percent sign without two hexadecimal digits stands for itself.
    public static func decode(_ text: RawSpan, plusIsSpace: Bool = false, into bytes: inout [UInt8]) {
        var place = 0
        while place < text.byteCount {
            let byte = text.byte(at: place)
            if byte == UInt8(ascii: "%"), place + 2 < text.byteCount,
                let high = nibble(text.byte(at: place + 1)), let low = nibble(text.byte(at: place + 2))
            {
                bytes.append(high << 4 | low)
                place += 3
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                place += 1
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble + (nibble < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
