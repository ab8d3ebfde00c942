/// How far from its moment a timer with slack may fire.
public enum TimerSlack: Sendable {
    /// Never late, and at most so much too early.
    @inlinable public static var early: Duration { .milliseconds(5) }
}
