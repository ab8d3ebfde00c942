/// The hash that the WebSocket handshake proves itself with; not for anything secret.
public enum SHA1: Sendable {
    public static func digest(of bytes: RawSpan) -> InlineArray<20, UInt8> {
        var digest = InlineArray<20, UInt8>(repeating: 0)
        var room = digest.mutableSpan
        Digest.compute(Digest.sha1, of: bytes, into: &room)
        return digest
    }
}
