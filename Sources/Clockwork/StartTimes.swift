/// The two moments from which one latency is read.
///
/// *Response* counts from `intended`, when the plan wanted the action; *service* from `sent`, when the write that took its
/// last byte was done. A generator or a connection that is late shows in the first and not in the second.
public struct StartTimes: Hashable, Sendable {
    public var intended: MonotonicTime
    public var sent: MonotonicTime

    @inlinable
    public init(intended: MonotonicTime, sent: MonotonicTime) {
        self.intended = intended
        self.sent = sent
    }
}
