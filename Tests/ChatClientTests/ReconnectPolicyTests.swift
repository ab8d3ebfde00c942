import ChatClient
import Clockwork
import Testing

@Suite struct ReconnectPolicyTests {
    private func delays(_ policy: ReconnectPolicy, _ count: Int) -> [Duration?] {
        var random = SeededRandom(seed: 1)
        return (1...count).map { policy.delay(before: $0, using: &random) }
    }

    @Test func delaysGrowUpToTheCapAndEnd() {
        let policy = ReconnectPolicy(base: .seconds(1), factor: 2, cap: .seconds(6), attempts: 5)
        #expect(delays(policy, 7) == [.seconds(1), .seconds(2), .seconds(4), .seconds(6), .seconds(6), nil, nil])
    }

    @Test func noneNeverComesBack() {
        #expect(delays(.none, 1) == [nil])
    }

    @Test func growthMayEndBeforeTheCap() {
        let policy = ReconnectPolicy(base: .seconds(1), factor: 3, cap: .seconds(600), attempts: 9, lastGrowth: 3)
        #expect(delays(policy, 5) == [.seconds(1), .seconds(3), .seconds(9), .seconds(9), .seconds(9)])
    }

    @Test func jitterOnlyAddsAndTheCapHolds() {
        let share = ReconnectPolicy(base: .seconds(4), factor: 1, cap: .seconds(100), jitterShare: 0.5, attempts: 1_000)
        let drawn = delays(share, 1_000).compactMap { $0 }
        #expect(drawn.count == 1_000 && drawn.allSatisfy { $0 >= .seconds(4) && $0 <= .seconds(6) })
        #expect(drawn.contains { $0 < .seconds(4.1) } && drawn.contains { $0 > .seconds(5.9) })

        let fixed = ReconnectPolicy(
            base: .seconds(4),
            factor: 1,
            cap: .seconds(5),
            jitter: .seconds(2),
            attempts: 1_000
        )
        let capped = delays(fixed, 1_000).compactMap { $0 }
        #expect(capped.allSatisfy { $0 >= .seconds(4) && $0 <= .seconds(5) })
        #expect(capped.count { $0 == .seconds(5) } > 400)
    }

    /// Customers who were dropped together must not come back together.
    @Test func twoCustomersWaitDifferently() {
        let policy = ReconnectPolicy(base: .seconds(4), factor: 2, cap: .seconds(100), jitterShare: 0.5, attempts: 3)
        var (one, other) = (SeededRandom(seed: 1, stream: "c", 1), SeededRandom(seed: 1, stream: "c", 2))
        #expect(policy.delay(before: 1, using: &one) != policy.delay(before: 1, using: &other))
    }

    /// A policy that tries for ever must not count to its attempt each time.
    @Test(arguments: [1.0, 1.000_000_001, 2])
    func lateAttemptsCostNothing(factor: Double) {
        let policy = ReconnectPolicy(base: .seconds(1), factor: factor, cap: .seconds(2), attempts: .max)
        var random = SeededRandom(seed: 1)
        #expect(policy.delay(before: factor == 1 ? .max : 1_000, using: &random) != nil)
    }
}
