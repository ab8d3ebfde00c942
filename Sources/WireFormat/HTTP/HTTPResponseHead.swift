import TextForms

/// Where the parts of a response's head lie in the receive buffer; the offsets are those of the parsed bytes.
public struct HTTPResponseHead: Hashable, Sendable {
    public let status: UInt16
    /// Header lines, each ended by CR LF.
    public let fields: Range<Int>
    /// Bytes up to the body.
    public let length: Int
    public let isHTTP10: Bool
    private let framing: HTTPBodyFraming
    private let mayKeepConnection: Bool

    /// Looks at all bytes received since the last message.
    public static func parse(_ bytes: RawSpan, limit: Int) -> HTTPParse<Self> {
        HeadScan.run(bytes, limit: limit) { scan throws(HeadStop) in try Self(&scan, bytes) }
    }

    private init(_ scan: inout HeadScan, _ bytes: RawSpan) throws(HeadStop) {
        isHTTP10 = try scan.version(bytes) == 0
        status = try scan.status(bytes)
        try scan.reason(bytes)
        fields = try scan.fields(bytes)
        length = scan.place
        framing = try scan.notes.framing(isHTTP10: isHTTP10) ?? .untilClose
        mayKeepConnection = scan.notes.keepsConnection(isHTTP10: isHTTP10)
    }

    /// 1xx but 101: the response to the request is still to come.
    public var isInterim: Bool { status < 200 && status != 101 }

    public func body(answeringHEAD: Bool = false) -> HTTPBodyFraming {
        answeringHEAD || HTTPStatus.hasNoBody(status) ? .none : framing
    }

    /// The server lets the connection stand for another request.
    public func keepsConnection(answeringHEAD: Bool = false) -> Bool {
        mayKeepConnection && body(answeringHEAD: answeringHEAD) != .untilClose
    }
}
