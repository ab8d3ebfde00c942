import TextForms

/// Where the parts of a request's head lie in the receive buffer.
///
/// Nothing is copied: the places are offsets from the start of the bytes that were parsed, and whoever asks for a part
/// brings those bytes again.
public struct HTTPRequestHead: Hashable, Sendable {
    public let method: Range<Int>
    /// Path and query as received; the scheme and host of a target that is a whole URL are left out.
    public let target: Range<Int>
    /// Header lines, each ended by CR LF.
    public let fields: Range<Int>
    /// Bytes up to the body.
    public let length: Int
    public let body: HTTPBodyFraming
    public let isHTTP10: Bool
    /// The client means to send another request after this one.
    public let keepsConnection: Bool
    /// The fields ask for WebSocket; whether rightly, ``WebSocketUpgrade`` says.
    public let wantsUpgrade: Bool
    /// The body comes only after a response 100.
    public let expectsContinue: Bool

    /// Looks at all bytes received since the last message; empty lines before the request are skipped.
    public static func parse(_ bytes: RawSpan, limit: Int) -> HTTPParse<Self> {
        HeadScan.run(bytes, limit: limit) { scan throws(HeadStop) in try Self(&scan, bytes) }
    }

    private init(_ scan: inout HeadScan, _ bytes: RawSpan) throws(HeadStop) {
        while scan.place < bytes.byteCount, bytes.byte(at: scan.place) == ByteClass.carriageReturn {
            try scan.lineEnd(bytes)
        }
        method = try scan.token(bytes, endedBy: UInt8(ascii: " "), fault: .badMethod)
        target = try scan.target(bytes)
        isHTTP10 = try scan.version(bytes) == 0
        try scan.lineEnd(bytes)
        fields = try scan.fields(bytes)
        length = scan.place
        let notes = scan.notes
        guard notes.hosts == 1 || (isHTTP10 && notes.hosts == 0) else { throw .malformed(.hostNotGivenOnce) }
        body = try notes.framing(isHTTP10: isHTTP10) ?? .none
        keepsConnection = notes.keepsConnection(isHTTP10: isHTTP10)
        wantsUpgrade = notes.upgradesToWebSocket && notes.connectionUpgrades && !isHTTP10
        expectsContinue = notes.expectsContinue && !isHTTP10
    }

    /// Methods have a case: `GET` is one, `get` is not.
    public func isMethod(_ name: StaticString, in bytes: RawSpan) -> Bool {
        method.count == name.utf8CodeUnitCount && bytes.holds(name, at: method.lowerBound)
    }

    /// The method as text; all usual ones are short enough to need no memory.
    public func methodText(in bytes: RawSpan) -> String {
        bytes.text(in: method)
    }
}
