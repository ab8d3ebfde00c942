/// What a WebSocket frame is for (RFC 6455, section 5.2).
public enum WebSocketOpcode: UInt8, Hashable, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Close, ping and pong: never fragmented, at most 125 bytes, allowed between the fragments of a message.
    @inlinable public var isControl: Bool { rawValue >= 0x8 }
}

/// Which end of a connection we are: clients mask what they send, servers do not.
public enum WebSocketRole: Hashable, Sendable {
    case client
    case server
}

/// How much a peer may send, in bytes.
public struct WebSocketLimits: Hashable, Sendable {
    public var frame: Int
    public var message: Int

    public init(frame: Int, message: Int) {
        self.frame = frame
        self.message = message
    }
}
