import Signing
import TextForms

/// The 24 characters by which a client knows that its upgrade was understood.
public struct WebSocketKey: Sendable {
    /// Kept as it came: the answer is made of the characters, not of what they stand for.
    private var text: InlineArray<24, UInt8>

    /// - Parameter random: Drawn anew for each connection.
    public init(_ random: UInt128) {
        text = InlineArray(repeating: 0)
        var bytes: [UInt8] = []
        var encoded: [UInt8] = []
        for place in 0..<16 { bytes.append(UInt8(truncatingIfNeeded: random >> UInt128(120 - 8 * place))) }
        Base64.append(bytes.span.bytes, to: &encoded)
        for (place, byte) in encoded.enumerated() { text[place] = byte }
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
        var proof: [UInt8] = []
        append(to: &proof)
        proof.append("258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
        let digest = SHA1.digest(of: proof.span.bytes)
        Base64.append(digest.span.bytes, to: &bytes)
    }

    func isAccepted(by value: RawSpan) -> Bool {
        var accept: [UInt8] = []
        appendAccept(to: &accept)
        return value.withUnsafeBytes { $0.elementsEqual(accept) }
    }
}
