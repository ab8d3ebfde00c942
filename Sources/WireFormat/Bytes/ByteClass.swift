/// What a byte may be part of in a head (RFC 9110, section 5).
enum ByteClass {
    static let carriageReturn: UInt8 = 13
    static let lineFeed: UInt8 = 10

    // The characters of a token, as bits: letters, digits and !#$%&'*+-.^_`|~
    private static let lowTokens: UInt64 = 0x03FF_6CFA_0000_0000
    private static let highTokens: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? lowTokens : byte < 128 ? highTokens : 0
        return bits >> UInt64(byte & 63) & 1 == 1
    }

    /// Everything a field's value may hold: no control character but the tab.
    @inline(__always)
    static func isFieldContent(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == 9
    }

    @inline(__always)
    static func isVisible(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 9
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    @inline(__always)
    static func lowerCased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    @inline(__always)
    static func hexadecimal(_ byte: UInt8) -> Int? {
        if isDigit(byte) { return Int(byte & 15) }
        let letter = lowerCased(byte) &- UInt8(ascii: "a")
        return letter < 6 ? Int(letter) + 10 : nil
    }
}
