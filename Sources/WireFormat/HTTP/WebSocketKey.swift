import Signing
import TextForms

/// The 24 characters by which a client knows that its upgrade was understood.
public struct WebSocketKey: Sendable {
    /// Kept as it came: the answer is made of the characters, not of what they stand for.
    private var text: InlineArray<24, UInt8>

    /// - Parameter random: Drawn anew for each connection.
    public init(_ random: UInt128) {
        text = InlineArray(repeating: 0)
        let halves: InlineArray<2, UInt64> = [
            UInt64(truncatingIfNeeded: random >> 64).bigEndian, UInt64(truncatingIfNeeded: random).bigEndian,
        ]
        var room = text.mutableSpan
        Base64.write(halves.span.bytes, into: &room)
    }

    /// Nil unless the text is base64 of 16 bytes.
    public init?(_ text: RawSpan) {
        var bytes: [UInt8] = []
        guard text.byteCount == 24, Base64.decode(text, into: &bytes), bytes.count == 16 else { return nil }
        self.text = InlineArray { text.byte(at: $0) }
    }

    public func append(to bytes: inout [UInt8]) {
        bytes.append(copying: text.span.bytes)
    }

    /// Appends what proves that the key was seen (RFC 6455, section 4.2.2).
    public func appendAccept(to bytes: inout [UInt8]) {
        let accept = accept
        bytes.append(copying: accept.span.bytes)
    }

    func isAccepted(by value: RawSpan) -> Bool {
        let accept = accept
        guard value.byteCount == accept.count else { return false }
        for place in 0..<accept.count where value.byte(at: place) != accept[place] { return false }
        return true
    }

    private var accept: InlineArray<28, UInt8> {
        let suffix: StaticString = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        var proof = InlineArray<60, UInt8>(repeating: 0)
        for place in 0..<24 { proof[place] = text[place] }
        for place in 0..<36 { proof[24 + place] = suffix.utf8Start[place] }
        let digest = SHA1.digest(of: proof.span.bytes)
        var accept = InlineArray<28, UInt8>(repeating: 0)
        var room = accept.mutableSpan
        Base64.write(digest.span.bytes, into: &room)
        return accept
    }
}
