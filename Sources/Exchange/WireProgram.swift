public import Clockwork

/// What runs on a loop: it is told what happened and orders what to do next.
///
/// The customers of a run are one, a simulator's desks are another. A runner drives it: the one in `Transport` over real
/// sockets, the virtual network of the tests without any. Both deliver one event at a time and drain `orders` after
/// each; what an order causes at once is delivered after, never in the middle of a call.
public protocol WireProgram: ~Copyable {
    /// `now` is the clock as it was read when the event was taken from the kernel.
    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders)

    /// All events of one turn of the loop have been handled.
    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders)
}

/// How one turn of a loop went: the measure of our own lateness.
public struct LoopTurn: Hashable, Sendable {
    /// When the kernel's wait returned.
    public var woke: MonotonicTime
    /// When the last event of the turn had been handled and flushed.
    public var ended: MonotonicTime
    /// How late the latest timer of the turn was; zero when none fired.
    public var timerLateness: Duration
    public var bytesReceived: Int
    public var bytesSent: Int

    public init(
        woke: MonotonicTime,
        ended: MonotonicTime,
        timerLateness: Duration,
        bytesReceived: Int = 0,
        bytesSent: Int = 0
    ) {
        self.woke = woke
        self.ended = ended
        self.timerLateness = timerLateness
        self.bytesReceived = bytesReceived
        self.bytesSent = bytesSent
    }

    /// The larger of the two ways to be late.
    public var lag: Duration { max(timerLateness, ended - woke) }
}
