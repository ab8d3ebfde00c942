import Clockwork
import LaunchKit
import LoadMetrics
import Testing

@testable import loadgen

@Suite struct SimulatorGaugeTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func theBusiestSecondAndTheFullOnesAreKept() throws {
        let child = try ChildProcess("/bin/cat", [])
        var gauge = try #require(SimulatorGauge(pid: child.pid, at: start))
        gauge.take(cpuSeconds: 10, until: start + .seconds(20))
        gauge.take(cpuSeconds: 10.95, until: start + .seconds(21))
        gauge.take(cpuSeconds: 12.75, until: start + .seconds(23))
        gauge.take(cpuSeconds: 12.80, until: start + .seconds(24))
        let health = gauge.health
        #expect(abs(health.busiestShare - 0.95) < 0.001 && abs(health.fullSeconds - 3) < 0.001)
        #expect(health.bytesPerCustomer == nil && health.maxRSSBytes > 0)
        gauge.notePeak(2)
        #expect(gauge.health.bytesPerCustomer != nil)
    }

    @Test func whereThereIsNoSimulatorThereIsNoGauge() {
        #expect(SimulatorGauge(pid: nil, at: start) == nil)
        #expect(SimulatorGauge(pid: -5, at: start) == nil)
    }
}
