import Clockwork
import Testing

@testable import LoadEngine

@Suite struct ArrivalSourceTests {
    private func all(_ plan: RunPlan) -> [ArrivalSource.Arrival] {
        var source = ArrivalSource(plan: plan)
        var arrivals: [ArrivalSource.Arrival] = []
        while let arrival = source.next(upTo: plan.end, present: 0) { arrivals.append(arrival) }
        return arrivals
    }

    @Test func loopsTogetherLetInEveryPlannedArrivalOnce() throws {
        let alone = try all(RunPlanTests.plan())
        let parts = try (0..<3).flatMap { try all(RunPlanTests.plan(loop: $0, of: 3)) }
        let shared = parts.sorted { $0.number < $1.number }
        #expect(alone.map(\.number) == Array(0..<alone.count))
        #expect(alone.map(\.number) == shared.map(\.number))
        #expect(alone.map(\.moment) == shared.map(\.moment))
    }

    @Test func nobodyComesBeforeTheirTime() throws {
        var source = try ArrivalSource(plan: RunPlanTests.plan())
        let due = try #require(source.nextDue(after: .never))
        #expect(source.next(upTo: due + .nanoseconds(-1), present: 0) == nil)
        #expect(source.next(upTo: due, present: 0)?.moment == due)
    }

    @Test func theClosedModelKeepsItsLevel() throws {
        let load = """
            { "model": "closed", "phases": [ { "name": "up", "duration": "4s", "customers": { "from": 0, "to": 4 } } ] }
            """
        let plan = try RunPlanTests.plan(["load": load])
        var source = ArrivalSource(plan: plan)
        var present = 0
        var moments: [Int64] = []
        var now = plan.start
        while let due = source.nextDue(after: now), due < plan.end {
            now = due
            while source.next(upTo: now, present: present) != nil {
                present += 1
                moments.append((now - plan.start).nanoseconds / 1_000_000)
            }
        }
        #expect(moments == [500, 1_500, 2_500, 3_500])
        #expect(source.next(upTo: now, present: present - 1) != nil, "a place that is free again is taken")
    }
}

extension ArrivalSource.Arrival: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        (left.number, left.moment, left.group) == (right.number, right.moment, right.group)
    }
}
