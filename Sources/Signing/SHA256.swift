/// The hash that names a file by its contents.
public enum SHA256: Sendable {
    public static func digest(of bytes: RawSpan) -> InlineArray<32, UInt8> {
        var digest = InlineArray<32, UInt8>(repeating: 0)
        var room = digest.mutableSpan
        Digest.compute(Digest.sha256, of: bytes, into: &room)
        return digest
    }

    /// The digest's 64 lower-case hexadecimal digits.
    public static func hex(of bytes: RawSpan) -> String {
        let digest = digest(of: bytes)
        return String(unsafeUninitializedCapacity: 64) { text in
            for place in 0..<32 {
                text[2 * place] = digit(digest[place] >> 4)
                text[2 * place + 1] = digit(digest[place] & 15)
            }
            return 64
        }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble + (nibble < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
