import Clockwork
import Exchange
import Testing

@testable import Transport

@Suite struct LoopTimersTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func slackIsNeverLateAndLittleEarly() {
        var timers = LoopTimers()
        timers.start(TimerID(1), at: start + .milliseconds(20), hasSlack: true)
        #expect(timers.nextDue == start + .milliseconds(20))
        #expect(timers.popDue(at: start + .milliseconds(14)) == nil)
        let popped = timers.popDue(at: start + .milliseconds(15))
        #expect(popped?.timer == TimerID(1) && popped?.due == start + .milliseconds(20))
        #expect(timers.count == 0)
    }

    @Test func exactOnesFireAtTheirMomentAndFirst() {
        var timers = LoopTimers()
        timers.start(TimerID(1), at: start + .milliseconds(10), hasSlack: false)
        timers.start(TimerID(2), at: start + .milliseconds(9), hasSlack: true)
        #expect(timers.nextDue == start + .milliseconds(9))
        #expect(timers.popDue(at: start + .milliseconds(10))?.timer == TimerID(1))
        #expect(timers.popDue(at: start + .milliseconds(10))?.timer == TimerID(2))
    }

    @Test func aTimerIsOfOneKindAtATime() {
        var timers = LoopTimers()
        for hasSlack in [true, false, true] {
            timers.start(TimerID(1), at: start + .milliseconds(3), hasSlack: hasSlack)
            #expect(timers.count == 1)
        }
        timers.start(TimerID(1), at: start + .milliseconds(8), hasSlack: false)
        #expect(timers.popDue(at: start + .milliseconds(7)) == nil)
        timers.stop(TimerID(1))
        #expect(timers.count == 0 && timers.nextDue == nil)
    }
}
