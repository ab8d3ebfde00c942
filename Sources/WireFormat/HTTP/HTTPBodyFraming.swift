/// How the end of a message's body is found (RFC 9112, section 6).
public enum HTTPBodyFraming: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
    /// Responses only: everything until the connection ends.
    case untilClose
}
