public import Clockwork

/// What the world tells a dialect or a desk.
///
/// Its bytes are borrowed from the receive buffer, so an event cannot be kept: the compiler refuses. It is an enum because
/// a case may take a span without experimental flags, while every function that returns one may not.
///
/// Every `open` ends in exactly one `failed` or, after `opened`, exactly one `closed`; every call in exactly one
/// `finished` or `failed`, unless it was cancelled; a socket that a desk accepted begins with `opened` too.
public enum WireEvent: ~Escapable, Sendable {
    case opened(SocketID, WireTimings)
    case text(SocketID, RawSpan)
    case binary(SocketID, RawSpan)
    /// The peer has answered a `ping`.
    case ponged(SocketID)
    case sent(SendingID, at: MonotonicTime)
    /// `code` is the peer's close code, 1005 for a close without one, 1006 when the connection ended without a close.
    case closed(SocketID, code: UInt16, WireCause)
    case failed(WireSubject, WireCause)
    /// `fields` are the header lines as received, each ended by CR LF.
    case head(CallID, status: UInt16, fields: RawSpan)
    case chunk(CallID, RawSpan)
    case finished(CallID, WireTimings)
    /// A whole request. `target` is the path and query as received.
    case visited(VisitID, WireMethod, target: RawSpan, fields: RawSpan, body: RawSpan, wantsUpgrade: Bool)
    case fired(TimerID)
}

/// What a failure belongs to.
public enum WireSubject: Hashable, Sendable {
    case socket(SocketID)
    case call(CallID)
    case visit(VisitID)
}

/// Who or what ended a dealing.
public enum WireCause: Hashable, Sendable {
    /// The peer began the close handshake.
    case peer
    /// We began the close, or ended the connection ourselves.
    case us
    case refused
    case reset
    /// The connection ended without a close handshake or in the middle of an answer.
    case lost
    case timedOut
    case unreachable
    case unresolved
    case noDescriptors
    case noPorts
    /// The URL's host is neither on loopback nor named.
    case hostNotAllowed
    /// The upgrade was answered with this status, or with 101 and wrong fields.
    case badHandshake(status: UInt16)
    /// The upgrade's answer chose an extension, a parameter or a subprotocol that was not offered.
    case badNegotiation
    /// The upgrade was answered by a redirect, which no client of WebSocket follows.
    case redirectedUpgrade(status: UInt16)
    /// A call was led on more often than is followed.
    case tooManyRedirects
    /// A call was led to where it had been.
    case redirectRing
    /// A call was led to a host that is neither on loopback nor named.
    case redirectNotAllowed
    /// A call was led to what is no address of HTTP.
    case badRedirect
    /// The body of a response is not what its `Content-Encoding` says, or ends too early for it.
    case badEncoding
    /// What came is not HTTP.
    case badResponse
    /// The peer broke the rules of WebSocket; `code` is what it was told.
    case badFrame(code: UInt16)
    /// A message, head or body over its limit, or more unsent bytes than a connection may hold.
    case tooLarge
    case tls(TLSFault)
    /// Any other refusal of the kernel.
    case system(errno: Int32)
}

extension WireEvent {
    /// Whose event it is.
    @inlinable
    public var owner: WireOwner {
        switch self {
        case .opened(let id, _), .text(let id, _), .binary(let id, _), .ponged(let id), .closed(let id, _, _): id.owner
        case .sent(let id, _): id.owner
        case .failed(.socket(let id), _): id.owner
        case .failed(.call(let id), _): id.owner
        case .failed(.visit(let id), _): id.owner
        case .head(let id, _, _), .chunk(let id, _), .finished(let id, _): id.owner
        case .visited(let id, _, _, _, _, _): id.owner
        case .fired(let id): id.owner
        }
    }
}
