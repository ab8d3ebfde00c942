public import TextForms

/// Appends the heads of messages.
///
/// Fields of the caller's come as whole lines, each ended by CR LF; host, length and connection are added and must not be
/// among them.
public enum HTTPWriter: Sendable {
    /// `text` is that of `url`; the caller appends the body behind the head.
    public static func appendRequestHead(
        _ method: String,
        to url: URLText,
        in text: RawSpan,
        fields: RawSpan,
        bodyLength: Int,
        into bytes: inout [UInt8]
    ) {
        appendRequestLine(method, to: url, in: text, into: &bytes)
        // Methods that mean to carry a body say so even when it is empty (RFC 9110, section 8.6).
        if bodyLength > 0 || method == "POST" || method == "PUT" || method == "PATCH" {
            appendLength(bodyLength, to: &bytes)
        }
        bytes.append("Connection: keep-alive\r\n")
        bytes.append(copying: fields)
        bytes.append("\r\n")
    }

    /// The length is said for every status that may have a body, also when it answers HEAD and none follows.
    public static func appendResponseHead(
        _ status: UInt16,
        fields: RawSpan,
        bodyLength: Int,
        keepsConnection: Bool,
        into bytes: inout [UInt8]
    ) {
        appendStatusLine(status, into: &bytes)
        if !HTTPStatus.hasNoBody(status) { appendLength(bodyLength, to: &bytes) }
        if status >= 200 { bytes.append(keepsConnection ? "Connection: keep-alive\r\n" : "Connection: close\r\n") }
        bytes.append(copying: fields)
        bytes.append("\r\n")
    }

    /// The whole response that lets a client go on to its body.
    public static func appendContinue(into bytes: inout [UInt8]) {
        bytes.append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    /// Appends the request line and the field `Host`.
    static func appendRequestLine(_ method: String, to url: URLText, in text: RawSpan, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: method.utf8)
        bytes.append(" ")
        url.appendTarget(in: text, to: &bytes)
        bytes.append(" HTTP/1.1\r\nHost: ")
        url.appendAuthority(in: text, to: &bytes)
        bytes.append("\r\n")
    }

    static func appendStatusLine(_ status: UInt16, into bytes: inout [UInt8]) {
        bytes.append("HTTP/1.1 ")
        DecimalText.append(Int(status), width: 3, to: &bytes)
        bytes.append(" ")
        bytes.append(HTTPStatus.reason(status))
        bytes.append("\r\n")
    }

    private static func appendLength(_ length: Int, to bytes: inout [UInt8]) {
        bytes.append("Content-Length: ")
        DecimalText.append(length, to: &bytes)
        bytes.append("\r\n")
    }
}
