/// How much one loop and its connections may hold, and how long they wait; nothing is without a limit.
///
/// Sizes are bytes. What happens at a limit stands beside it.
public struct TransportLimits: Hashable, Sendable {
    /// One WebSocket frame of a peer; over it the connection is failed with 1009.
    public var frame = 1 << 20
    /// One WebSocket message of a peer, all its fragments together, as it came and as it inflates; over it the connection
    /// is failed with 1009.
    public var message = 1 << 20
    /// The head of a request (431) or response (`tooLarge`).
    public var head = 16 << 10
    /// The body of a request (413) or response (`tooLarge`), as it came and as it inflates.
    public var body = 8 << 20
    /// How often one call is led elsewhere; over it the call fails (`tooManyRedirects`).
    public var redirects = 10
    /// What a connection may have ordered and the kernel not yet taken; over it the connection is cut (`tooLarge`).
    public var unsent = 16 << 20
    /// Calls that one owner may have waiting for one origin; over it a call fails at once (`tooLarge`).
    public var callsInLine = 1_000
    /// Jobs that other threads may have waiting; over it ``WireHandle/submit(_:)`` answers false.
    public var jobs = 65_536
    /// Connections accepted from one listener in one turn; the rest waits for the next turn.
    public var accepted = 256
    /// Connections that the kernel keeps for a listener until they are accepted.
    public var backlog = 4_096

    /// From the order to a TCP connection, resolving included.
    public var connectTimeout: Duration = .seconds(30)
    /// From the connection to the server's answer to the upgrade, or for a call to the end of TLS's handshake.
    public var handshakeTimeout: Duration = .seconds(30)
    /// From the order to the last byte of the response, waiting in line included.
    public var callTimeout: Duration = .seconds(60)
    /// How long an HTTP connection of ours stands idle before we close it.
    public var httpIdle: Duration = .seconds(10)
    /// From our close frame to the peer's; then the connection is cut.
    public var closeTimeout: Duration = .seconds(5)
    /// How long a connection whose end has been told already waits for the peer's own end.
    public var lingerTimeout: Duration = .seconds(1)
    /// From the first byte of a request to its last, then 408; and for a client of TLS to the end of the handshake.
    public var requestTimeout: Duration = .seconds(30)
    /// How long a client's HTTP connection may stand idle before we close it.
    public var visitorIdle: Duration = .seconds(75)
    /// How long a visit may wait for its answer; then it fails (`timedOut`).
    public var answerTimeout: Duration = .seconds(120)

    public init() {}

    /// Events taken from the kernel in one turn.
    static let batch = 512
    /// The receive buffer that all connections of a loop share.
    static let receiveRoom = 256 << 10
    /// What a connection may still bring after its end was told; over it the connection is cut.
    static let lateRoom: Int32 = 4 << 20
    /// How often the receive buffer is filled from one connection before the others have their turn.
    static let fillsInARow = 8
    /// Deliveries in one turn of what orders cause at once; the rest waits for the next turn.
    static let deferredInARow = 100_000
    /// How long a listener rests when there are no descriptors.
    static let acceptRest: Duration = .milliseconds(100)
    /// Names being resolved at one moment; more fail as `unresolved`.
    static let resolving = 16
    /// Names whose addresses are remembered, and for how long.
    static let resolved = 256
    static let resolvedFor: Duration = .seconds(60)
    /// Sessions of TLS that are remembered for those who come back, and for how long.
    static let sessions = 16_384
    static let sessionKept: Duration = .seconds(600)
}

/// What a loop is told when it starts.
public struct TransportOptions: Hashable, Sendable {
    /// Hosts that may be connected to besides loopback, as they are spelled in URLs.
    public var allowedHosts: [String]
    public var limits: TransportLimits
    /// Nil where `permessage-deflate` is neither offered nor accepted, as the vendors' phones have it.
    public var compression: CompressionOptions?
    /// Answers to visits are compressed from this size on, where the client takes gzip; nil for none.
    public var compressedAnswers: Int?
    /// How `wss` and `https` are spoken, checked by ``TLSSettings/check()``; without it they are not served.
    public var tls: TLSSettings?
    /// For hosts, in lower case, that need settings of their own.
    public var tlsByHost: [String: TLSSettings] = [:]

    public init(
        allowedHosts: [String] = [],
        limits: TransportLimits = TransportLimits(),
        compression: CompressionOptions? = nil
    ) {
        self.allowedHosts = allowedHosts
        self.limits = limits
        self.compression = compression
    }
}
