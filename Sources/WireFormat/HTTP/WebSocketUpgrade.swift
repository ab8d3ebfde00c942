public import TextForms

/// The handshake that turns a connection of HTTP/1.1 into one of WebSocket, for both sides (RFC 6455, section 4).
public enum WebSocketUpgrade: Sendable {
    /// `text` is that of `url`, and `fields` are more header lines, each ended by CR LF.
    ///
    /// Where `permessage-deflate` is offered, an offer is not among them.
    public static func appendRequest(
        to url: URLText,
        in text: RawSpan,
        key: WebSocketKey,
        offering offer: DeflateTerms? = nil,
        fields: RawSpan,
        into bytes: inout [UInt8]
    ) {
        bytes.reserveCapacity(bytes.count + 2 * text.byteCount + fields.byteCount + 160)
        HTTPWriter.appendRequestLine("GET", to: url, in: text, into: &bytes)
        bytes.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ")
        key.append(to: &bytes)
        bytes.append("\r\n")
        offer?.appendField(to: &bytes)
        bytes.append(copying: fields)
        bytes.append("\r\n")
    }

    /// Judges the server's answer; the fields are those of `head`, out of the bytes it was parsed from.
    ///
    /// No subprotocol is ever asked for and no extension but the one that was offered, so an answer that names one is
    /// refused. What is agreed on, if anything, is answered.
    @discardableResult
    public static func check(
        _ head: HTTPResponseHead,
        fields: RawSpan,
        key: WebSocketKey,
        offered offer: DeflateTerms? = nil
    ) throws(WebSocketUpgradeFault) -> DeflateAgreement? {
        guard head.status == 101 else { throw .notSwitched(status: head.status) }
        let answer = UpgradeAnswer(fields)
        guard answer.upgradesToWebSocket else { throw .noUpgrade }
        guard answer.connectionUpgrades else { throw .noConnectionUpgrade }
        guard answer.accepts == 1, let accept = answer.accept, key.isAccepted(by: fields.extracting(accept)) else {
            throw .wrongAccept
        }
        guard !answer.namesProtocol else { throw .unrequestedProtocol }
        guard answer.namesExtension else { return nil }
        guard let offer else { throw .unrequestedExtension }
        return try DeflateAgreement.check(fields, offered: offer)
    }

    /// Judges a client's request; `bytes` are those that `head` was parsed from.
    public static func key(
        of head: HTTPRequestHead,
        in bytes: RawSpan
    ) throws(WebSocketUpgradeFault) -> WebSocketKey {
        let fields = bytes.extracting(head.fields)
        guard head.isMethod("GET", in: bytes), head.body == .none || head.body == .length(0) else { throw .notGet }
        guard !head.isHTTP10, HTTPFields.count(of: "host", in: fields) == 1 else { throw .oldHTTP }
        guard HTTPFields.has("websocket", in: "upgrade", of: fields) else { throw .noUpgrade }
        guard HTTPFields.has("upgrade", in: "connection", of: fields) else { throw .noConnectionUpgrade }
        guard let version = HTTPFields.value(of: "sec-websocket-version", in: fields),
            fields.equals("13", in: version), HTTPFields.count(of: "sec-websocket-version", in: fields) == 1
        else { throw .wrongVersion }
        guard HTTPFields.count(of: "sec-websocket-key", in: fields) == 1,
            let text = HTTPFields.value(of: "sec-websocket-key", in: fields),
            let key = WebSocketKey(fields.extracting(text))
        else { throw .badKey }
        return key
    }

    /// A server's choice among what a client offers, and its answer for ``appendAnswer(to:choosing:into:)``.
    public static func choose(
        _ wishes: DeflateTerms,
        offers fields: RawSpan
    ) -> (agreement: DeflateAgreement, answer: DeflateTerms)? {
        DeflateAgreement.choose(wishes, offers: fields)
    }

    public static func appendAnswer(
        to key: WebSocketKey,
        choosing answer: DeflateTerms? = nil,
        into bytes: inout [UInt8]
    ) {
        HTTPWriter.appendStatusLine(101, into: &bytes)
        bytes.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ")
        key.appendAccept(to: &bytes)
        bytes.append("\r\n")
        answer?.appendField(to: &bytes)
        bytes.append("\r\n")
    }

    /// Appends a whole response without a body, which ends the connection; 426 says which version would be served.
    public static func appendRefusal(_ status: UInt16, into bytes: inout [UInt8]) {
        var fields: [UInt8] = []
        if status == 426 { fields.append("Sec-WebSocket-Version: 13\r\nUpgrade: websocket\r\n") }
        HTTPWriter.appendResponseHead(
            status,
            fields: fields.span.bytes,
            bodyLength: 0,
            keepsConnection: false,
            into: &bytes
        )
    }
}
