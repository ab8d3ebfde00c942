import Clockwork
import Testing

/// The seeds are fixed, so a bound either always holds or never.
@Suite struct DistributionTests {
    private func draws(_ distribution: Distribution, _ count: Int = 20_000) -> [Double] {
        var random = SeededRandom(seed: 11)
        return (0..<count).map { _ in distribution.draw(using: &random).seconds }
    }

    private func mean(_ draws: [Double]) -> Double {
        draws.reduce(0, +) / Double(draws.count)
    }

    private func share(_ draws: [Double], below limit: Double) -> Double {
        Double(draws.count { $0 < limit }) / Double(draws.count)
    }

    @Test func aConstantDrawsNothing() {
        var random = SeededRandom(seed: 1)
        #expect(Distribution.constant(.seconds(3)).draw(using: &random) == .seconds(3))
        var untouched = SeededRandom(seed: 1)
        #expect(random.next() == untouched.next())
    }

    @Test func uniformDrawsFillTheirRange() {
        let draws = draws(.uniform(from: .seconds(2), to: .seconds(4)))
        #expect(draws.allSatisfy { (2...4).contains($0) })
        #expect(abs(mean(draws) - 3) < 0.02 && abs(share(draws, below: 2.5) - 0.25) < 0.015)
    }

    @Test func exponentialDrawsHaveTheirMeanAndShape() {
        let draws = draws(.exponential(mean: .seconds(5)))
        #expect(abs(mean(draws) - 5) < 0.15)
        #expect(abs(share(draws, below: 5) - 0.632) < 0.015)
    }

    @Test func lognormalDrawsHaveTheirMedianAndSpread() {
        let draws = draws(.lognormal(median: .seconds(3), sigma: 0.6))
        #expect(abs(share(draws, below: 3) - 0.5) < 0.015)
        // One sigma up: e to the 0.6.
        #expect(abs(share(draws, below: 3 * 1.822_1) - 0.841) < 0.012)
    }

    @Test func aMedianWithoutSpreadIsAConstant() {
        #expect(draws(.lognormal(median: .seconds(3), sigma: 0), 50).allSatisfy { $0 == 3 })
    }

    @Test(arguments: [
        Distribution.uniform(from: .zero, to: .zero), .exponential(mean: .seconds(999_999_999)),
        .lognormal(median: .seconds(999_999_999), sigma: 10), .lognormal(median: .zero, sigma: 10),
    ])
    func extremesAreClampedAndNeverNegative(distribution: Distribution) {
        #expect(draws(distribution, 2_000).allSatisfy { $0 >= 0 })
    }

    @Test func normalDrawsAreNormal() {
        var random = SeededRandom(seed: 2)
        let draws = (0..<20_000).map { _ in Distribution.normal(using: &random) }
        #expect(abs(mean(draws)) < 0.03)
        #expect(abs(mean(draws.map { $0 * $0 }) - 1) < 0.04)
        #expect(abs(share(draws, below: -1.96) - 0.025) < 0.005)
    }
}
