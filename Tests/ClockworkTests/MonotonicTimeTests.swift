import Clockwork
import Testing

@Suite struct MonotonicTimeTests {
    @Test func timesAndDurationsAddUp() {
        let start = MonotonicTime(nanoseconds: 1_000)
        #expect(start + .microseconds(2) == MonotonicTime(nanoseconds: 3_000))
        #expect(start + .microseconds(2) - start == .microseconds(2))
        #expect(start - (start + .microseconds(2)) == .microseconds(-2))
        var moved = start
        moved += .nanoseconds(5)
        #expect(moved > start && MonotonicTime.never < start)
    }

    @Test func nothingLiesBeforeTheBeginning() {
        #expect(MonotonicTime(nanoseconds: 5) + .seconds(-1) == .never)
    }

    @Test(arguments: [
        (0.25, Duration.milliseconds(250)), (1e-9, .nanoseconds(1)), (0.4e-9, .zero), (-1.5, .milliseconds(-1_500)),
        (.nan, .zero), (.infinity, .seconds(3_200_000_000)), (-1e300, .seconds(-3_200_000_000)),
    ])
    func secondsBecomeDurations(seconds: Double, duration: Duration) {
        #expect(Duration.fractional(seconds: seconds) == duration)
    }

    @Test func durationsBecomeNumbers() {
        #expect(
            Duration.milliseconds(1_500).seconds == 1.5 && Duration.milliseconds(1_500).nanoseconds == 1_500_000_000
        )
    }

    @Test func civilTimeFollowsTheMonotonicClock() {
        let start = MonotonicTime(nanoseconds: 5_000_000_000)
        let clock = WallClock(origin: WallTime(milliseconds: 1_000), at: start)
        #expect(clock.time(at: start + .milliseconds(250)) == WallTime(milliseconds: 1_250))
        #expect(clock.time(at: start + .milliseconds(-250)) == WallTime(milliseconds: 750))
        #expect(WallTime(milliseconds: 1) < WallTime(milliseconds: 2))
    }

    @Test func ratesCompare() {
        #expect(Rate(perSecond: 1) < Rate(perSecond: 1.5))
    }
}
