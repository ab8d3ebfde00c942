import Clockwork
import Testing

@testable import LoadEngine

@Suite struct RunPlanTests {
    private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

    static func plan(loop: Int = 0, of loops: Int = 1, _ changes: [String: String] = [:]) throws -> RunPlan {
        let load = """
            { "phases": [ { "name": "a", "duration": "2s", "arrivals": "10/s" },
                          { "name": "b", "duration": "3s", "arrivals": "20/s" } ], "maxCustomers": 50 }
            """
        let profile = try ProfileWorkbench.decode(ProfileWorkbench.profile(["load": load].merging(changes) { $1 }))
        return RunPlan(profile: profile, start: start, loop: loop, loops: loops, keepsAccount: true)
    }

    @Test(arguments: [(0, 0), (1_999, 0), (2_000, 1), (4_999, 1), (9_000, 1)])
    func aMomentLiesInOnePhaseAndWhatComesAfterInTheLast(milliseconds: Int, phase: Int) throws {
        let plan = try Self.plan()
        #expect(plan.phase(at: Self.start + .milliseconds(milliseconds)) == phase)
        #expect(plan.end == Self.start + .seconds(5))
    }

    @Test(arguments: [1, 2, 3, 7])
    func loopsShareEveryNumberWithoutRest(loops: Int) throws {
        for whole in [0, 1, 5, 50, 51] {
            let shares = try (0..<loops).map { try Self.plan(loop: $0, of: loops).share(of: whole) }
            #expect(shares.reduce(0, +) == whole)
            #expect((shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
        }
    }
}
