import Clockwork
import LoadEngine
import Testing

@Suite struct LoadPlanLevelsTests {
    private let plan = LoadPlan(
        model: .closed,
        phases: [
            LoadPlan.Phase(name: "up", duration: .seconds(10), from: 0, to: 20),
            LoadPlan.Phase(name: "hold", duration: .seconds(5), from: 20, to: 20),
            LoadPlan.Phase(name: "down", duration: .seconds(4), from: 20, to: 0),
        ],
        maxCustomers: 18,
        gracefulStop: .zero
    )

    @Test(arguments: [
        (0, 0), (5_000, 10), (8_000, 16), (9_999, 18), (12_000, 18), (15_000, 18), (17_000, 10), (19_000, 0),
        (99_000, 0),
    ])
    func customersFollowTheRampUpToTheMaximum(milliseconds: Int, customers: Int) {
        #expect(plan.customers(at: .milliseconds(milliseconds)) == customers)
    }

    @Test func anOpenModelWantsNoNumberOfCustomers() {
        var open = plan
        open.model = .open(.poisson)
        #expect(open.customers(at: .seconds(5)) == 0 && open.nextChange(after: .zero) == nil)
    }

    @Test(arguments: [(0, 0), (9_999, 0), (10_000, 1), (14_999, 1), (15_000, 2), (18_999, 2)])
    func aMomentLiesInOnePhase(milliseconds: Int, phase: Int) {
        #expect(plan.phase(at: .milliseconds(milliseconds)) == phase)
    }

    @Test func phasesBeginWhereTheLastOnesEnd() {
        #expect((0..<3).map(plan.start) == [.zero, .seconds(10), .seconds(15)])
        #expect(plan.duration == .seconds(19) && plan.phase(at: .seconds(19)) == nil)
    }

    /// Who looks only at the changes sees every number, one at a time, and comes to an end.
    @Test func changesMissNothing() {
        var unlimited = plan
        unlimited.maxCustomers = 1_000
        var (moment, seen) = (Duration.zero, [unlimited.customers(at: .zero)])
        while let next = unlimited.nextChange(after: moment) {
            #expect(next > moment)
            moment = next
            let count = unlimited.customers(at: moment)
            if count != seen.last { seen.append(count) }
        }
        #expect(moment == .seconds(19))
        #expect(seen == Array(0...20) + Array(0..<20).reversed())
    }
}
