import Clockwork
import LoadEngine
import Testing

@Suite struct ArrivalPlanTests {
    private func plan(_ phases: LoadPlan.Phase..., spacing: LoadPlan.Spacing = .poisson) -> LoadPlan {
        LoadPlan(model: .open(spacing), phases: phases, maxCustomers: 1_000_000, gracefulStop: .zero)
    }

    private func phase(_ from: Double, _ to: Double, _ duration: Duration) -> LoadPlan.Phase {
        LoadPlan.Phase(name: "p", duration: duration, from: from, to: to)
    }

    @Test func oneSeedGivesOnePlanAndAnotherAnother() {
        let load = plan(phase(20, 60, .seconds(5)), phase(60, 60, .seconds(20)))
        let first = Array(ArrivalPlan(load, seed: 4711))
        #expect(first == Array(ArrivalPlan(load, seed: 4711)))
        #expect(first != Array(ArrivalPlan(load, seed: 4712)))
    }

    @Test func aCopyGoesOnWhereItsOriginalWas() {
        var original = ArrivalPlan(plan(phase(50, 50, .seconds(4))), seed: 3)
        for _ in 0..<20 { _ = original.next() }
        #expect(Array(original) == Array(original))
        #expect(original.next()?.number == 20)
    }

    @Test func arrivalsAreNumberedInOrderAndLieInTheirPhase() {
        let load = plan(phase(20, 60, .seconds(5)), phase(0, 0, .seconds(3)), phase(200, 0, .seconds(10)))
        var last = Duration.zero
        for (number, arrival) in Array(ArrivalPlan(load, seed: 1)).enumerated() {
            #expect(arrival.number == number && arrival.offset >= last)
            #expect(load.phase(at: arrival.offset) == arrival.phase)
            last = arrival.offset
        }
        #expect(last < .seconds(18))
    }

    /// 4 standard deviations of a Poisson count; the seeds are fixed, so this either always holds or never.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func poissonKeepsTheAskedRate(seed: UInt64) {
        let arrivals = Array(ArrivalPlan(plan(phase(60, 60, .seconds(200))), seed: seed))
        #expect(abs(Double(arrivals.count) - 12_000) < 4 * 110)
        let firstHalf = arrivals.count { $0.offset < .seconds(100) }
        #expect(abs(Double(firstHalf) - 6_000) < 4 * 78)
    }

    /// Gaps of a Poisson process: their standard deviation is their mean, and 1/e of them are longer.
    @Test func poissonGapsAreExponential() {
        let offsets = ArrivalPlan(plan(phase(100, 100, .seconds(300))), seed: 8).map(\.offset.seconds)
        let gaps = zip(offsets.dropFirst(), offsets).map { $0 - $1 }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let variance = gaps.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(gaps.count)
        #expect(abs(mean - 0.01) < 0.000_3)
        #expect(abs(variance.squareRoot() - mean) < 0.000_4)
        let long = Double(gaps.count { $0 > 0.01 }) / Double(gaps.count)
        #expect(abs(long - 0.367_9) < 0.015)
    }

    /// A ramp from 0 to 100/s brings a quarter of its arrivals in its first half.
    @Test func poissonFollowsARamp() {
        let arrivals = Array(ArrivalPlan(plan(phase(0, 100, .seconds(200))), seed: 6))
        #expect(abs(Double(arrivals.count) - 10_000) < 4 * 100)
        let firstHalf = Double(arrivals.count { $0.offset < .seconds(100) })
        #expect(abs(firstHalf / Double(arrivals.count) - 0.25) < 0.02)
    }

    @Test func uniformArrivalsAreEvenlySpaced() {
        let arrivals = Array(ArrivalPlan(plan(phase(4, 4, .seconds(3)), spacing: .uniform), seed: 1))
        #expect(arrivals.map(\.offset) == (0..<12).map { .milliseconds(125 + 250 * $0) })
    }

    @Test(arguments: [1 as UInt64, 99])
    func uniformArrivalsNeedNoSeed(seed: UInt64) {
        let load = plan(phase(7, 13, .seconds(9)), phase(1, 1, .seconds(9)), spacing: .uniform)
        #expect(Array(ArrivalPlan(load, seed: seed)) == Array(ArrivalPlan(load, seed: 5)))
    }

    @Test(arguments: [(0.0, 100.0), (100, 0), (20, 60), (60, 20), (37, 37)])
    func uniformCountsAreTheIntegralOfTheRate(from: Double, to: Double) {
        let load = plan(phase(from, to, .seconds(10)), spacing: .uniform)
        let arrivals = Array(ArrivalPlan(load, seed: 1))
        #expect(arrivals.count == Int((from + to) / 2 * 10))
        #expect(load.phases[0].expectedArrivals == (from + to) * 5)
        for arrival in arrivals {
            // The integral of the rate up to an arrival is its number and a half.
            let time = arrival.offset.seconds
            let area = from * time + (to - from) * time * time / 20
            #expect(abs(area - Double(arrival.number) - 0.5) < 1e-6)
        }
    }

    @Test func aGapMayReachOverPhases() {
        let load = plan(
            phase(0.2, 0.2, .seconds(1)),
            phase(0, 0, .seconds(5)),
            phase(0.2, 0.2, .seconds(4)),
            spacing: .uniform
        )
        // 0.2 of the integral in the first second, none in the next five, the rest of the half after 1.5 seconds more.
        #expect(ArrivalPlan(load, seed: 1).map(\.offset) == [.seconds(7.5)])
        #expect(ArrivalPlan(load, seed: 1).map(\.phase) == [2])
    }

    @Test func aClosedModelPlansNoArrivals() {
        let load = LoadPlan(
            model: .closed,
            phases: [phase(5, 5, .seconds(9))],
            maxCustomers: 9,
            gracefulStop: .zero
        )
        #expect(Array(ArrivalPlan(load, seed: 1)).isEmpty)
    }

    @Test func aPlanThatHasEndedStaysEnded() {
        var plan = ArrivalPlan(plan(phase(3, 3, .seconds(1))), seed: 1)
        while plan.next() != nil {}
        #expect((0..<10).allSatisfy { _ in plan.next() == nil })
    }
}
