import TextForms

/// What the fields of a head say about the message and its connection.
struct FieldNotes {
    private(set) var hosts = 0
    private(set) var connectionUpgrades = false
    private(set) var upgradesToWebSocket = false
    private(set) var expectsContinue = false
    private var closes = false
    private var keepsAlive = false
    private var contentLength: Int?
    private var isChunked = false

    mutating func read(_ bytes: RawSpan, name: Range<Int>, value: Range<Int>) throws(HeadStop) {
        // Few fields have one of these lengths, so most names are never compared.
        switch name.count {
        case 4 where bytes.equals("host", in: name): hosts += 1
        case 6 where bytes.equals("expect", in: name): expectsContinue = bytes.equals("100-continue", in: value)
        case 7 where bytes.equals("upgrade", in: name):
            upgradesToWebSocket = upgradesToWebSocket || HTTPFields.list(value, in: bytes, holds: "websocket")
        case 10 where bytes.equals("connection", in: name): connection(bytes, value)
        case 14 where bytes.equals("content-length", in: name): try length(bytes, value)
        case 17 where bytes.equals("transfer-encoding", in: name): try encoding(bytes, value)
        default: break
        }
    }

    private mutating func connection(_ bytes: RawSpan, _ value: Range<Int>) {
        closes = closes || HTTPFields.list(value, in: bytes, holds: "close")
        keepsAlive = keepsAlive || HTTPFields.list(value, in: bytes, holds: "keep-alive")
        connectionUpgrades = connectionUpgrades || HTTPFields.list(value, in: bytes, holds: "upgrade")
    }

    private mutating func length(_ bytes: RawSpan, _ value: Range<Int>) throws(HeadStop) {
        guard contentLength == nil, !isChunked else { throw .malformed(.lengthGivenTwice) }
        guard let length = DecimalText.value(of: bytes.extracting(value)) else { throw .malformed(.badContentLength) }
        contentLength = length
    }

    private mutating func encoding(_ bytes: RawSpan, _ value: Range<Int>) throws(HeadStop) {
        guard contentLength == nil, !isChunked else { throw .malformed(.lengthGivenTwice) }
        guard bytes.equals("chunked", in: value) else { throw .malformed(.badTransferEncoding) }
        isChunked = true
    }

    /// Nil where the fields say nothing.
    ///
    /// HTTP/1.0 has no chunks, so a peer that speaks of them there means trouble.
    func framing(isHTTP10: Bool) throws(HeadStop) -> HTTPBodyFraming? {
        guard isChunked else { return contentLength.map { .length($0) } }
        guard !isHTTP10 else { throw .malformed(.badTransferEncoding) }
        return .chunked
    }

    func keepsConnection(isHTTP10: Bool) -> Bool {
        !closes && (!isHTTP10 || keepsAlive)
    }
}
