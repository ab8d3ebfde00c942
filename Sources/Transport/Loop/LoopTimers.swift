import Clockwork
import Exchange

/// The timers of one loop: those that fire at their moment, and those with ``TimerSlack``.
///
/// Ownership: owned by its loop.
struct LoopTimers {
    private var exact = TimerQueue<TimerID>()
    private var slack = TimerQueue<TimerID>()

    var count: Int { exact.count + slack.count }

    /// When the loop must be awake at the latest.
    var nextDue: MonotonicTime? {
        guard let one = exact.nextDue, let other = slack.nextDue else { return exact.nextDue ?? slack.nextDue }
        return min(one, other)
    }

    mutating func start(_ timer: TimerID, at due: MonotonicTime, hasSlack: Bool) {
        if hasSlack {
            exact.stop(timer)
            slack.arm(timer, at: due)
        } else {
            slack.stop(timer)
            exact.arm(timer, at: due)
        }
    }

    mutating func stop(_ timer: TimerID) {
        exact.stop(timer)
        slack.stop(timer)
    }

    /// Takes out a timer that is due, or that may as well fire now; the exact ones first.
    mutating func popDue(at now: MonotonicTime) -> (timer: TimerID, due: MonotonicTime)? {
        guard let (timer, due) = exact.popDue(at: now) ?? slack.popDue(at: now + TimerSlack.early) else { return nil }
        return (timer, due)
    }
}
