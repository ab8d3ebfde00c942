/// How often a loop has called the kernel, by kind.
public struct SystemCalls: Hashable, Sendable {
    public var waits = 0
    public var receives = 0
    public var sends = 0
    /// Everything that opens, closes or registers a socket.
    public var others = 0

    public init() {}

    public var total: Int { waits + receives + sends + others }
}
