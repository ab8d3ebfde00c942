public import Clockwork

/// What a dialect or a desk asks of the world; its bytes lie in the ``Orders`` that carry it.
public enum WireRequest: Hashable, Sendable {
    /// Opens a WebSocket at an absolute `ws:` or `wss:` URL. `fields` are extra header lines, each ended by CR LF.
    case open(SocketID, url: ByteRange, fields: ByteRange)
    /// One whole text message. `sent` comes back when its last byte was written, unless the sending is `unobserved`.
    case sendText(SocketID, SendingID, ByteRange)
    case sendBinary(SocketID, SendingID, ByteRange)
    /// A ping frame of the protocol's own; `ponged` comes back with its answer.
    case ping(SocketID)
    /// Starts the close handshake. Frames still arrive until the peer's close; then `closed` comes.
    case close(SocketID, code: UInt16)
    /// Ends the connection by a TCP reset, at once; `closed` comes with the cause `us`.
    case abort(SocketID)
    /// From now on nothing is read and every write vanishes, as when a phone loses its network. The connection stands
    /// until it is closed or aborted, and then ends by a reset.
    case mute(SocketID)
    /// Makes an HTTP call to an absolute `http:` or `https:` URL. `fields` are header lines, each ended by CR LF;
    /// host, length and connection are added. Calls of one owner to one origin share one connection, in order.
    ///
    /// Where `Accept-Encoding` among the fields names gzip or deflate, a response's body is told as it was before it was
    /// compressed. Redirects are followed.
    case call(CallID, WireMethod, url: ByteRange, fields: ByteRange, body: ByteRange)
    /// A call whose body is `head`, the shared bytes and `tail`, in this order.
    case upload(CallID, WireMethod, url: ByteRange, fields: ByteRange, UploadBody)
    /// Nothing more is heard of the call; its connection is closed.
    case cancelCall(CallID)
    /// Closes the HTTP connections that stand idle for the owner of this id.
    case hangUp(CallID)
    /// Answers a visit with a whole response; the length is added.
    case answer(VisitID, status: UInt16, fields: ByteRange, body: ByteRange)
    case acceptUpgrade(VisitID, as: SocketID)
    case refuseUpgrade(VisitID, status: UInt16)
    /// Arming a timer again moves it.
    case startTimer(TimerID, at: MonotonicTime)
    /// As `startTimer`, and the timer may fire up to ``TimerSlack/early`` before its moment if the loop is awake then
    /// for something else: for what nobody measures to the millisecond, so that a loop with little to do wakes less often.
    case startSlackTimer(TimerID, at: MonotonicTime)
    case stopTimer(TimerID)
}

/// The methods that calls and visits may have.
public enum WireMethod: String, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
}

/// The body of an upload: few bytes of its own around many that others send too.
public struct UploadBody: Hashable, Sendable {
    public var head: ByteRange
    public var content: SharedRange
    public var tail: ByteRange

    public init(head: ByteRange, content: SharedRange, tail: ByteRange) {
        self.head = head
        self.content = content
        self.tail = tail
    }
}

/// Where in the bytes of an ``Orders`` something lies.
public struct ByteRange: Hashable, Sendable {
    @usableFromInline let start: Int
    @usableFromInline let end: Int

    @inlinable
    init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    @inlinable public static var empty: ByteRange { ByteRange(start: 0, end: 0) }
    @inlinable public var count: Int { end - start }
    @inlinable public var isEmpty: Bool { start == end }
    /// The place among the bytes that ``Orders/drain(_:)`` lends.
    @inlinable public var bounds: Range<Int> { start..<end }

    /// The bytes themselves, out of those that ``Orders/drain(_:)`` lends.
    @inlinable
    public func bytes<Answer>(of all: RawSpan, _ body: (RawSpan) -> Answer) -> Answer {
        body(all.extracting(bounds))
    }
}
