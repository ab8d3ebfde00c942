import Clockwork
import Foundation
import LaunchKit
import Testing

@Suite struct MachineClockTests {
    @Test func timeGoesOn() {
        let clock = MachineClock()
        let before = clock.now
        #expect(clock.now >= before && before > .never)
        #expect(abs(Double(clock.wallTime.milliseconds) / 1_000 - Date().timeIntervalSince1970) < 5)
    }

    @Test func seedsDifferAndAreShort() {
        let seeds = Set((0..<20).map { _ in MachineClock.randomSeed() })
        #expect(seeds.count > 15 && seeds.allSatisfy { $0 <= UInt64(UInt32.max) })
    }
}
