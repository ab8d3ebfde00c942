import ChatClient
import Clockwork
import Exchange
import Testing

@testable import LoadEngine

@Suite struct StormQueueTests {
    private static let start = MonotonicTime(nanoseconds: 1_000)
    private let owners = (1...200 as ClosedRange<UInt64>).map { WireOwner($0) }

    private func victims(share: Double, over: Duration) throws -> [(owner: WireOwner, method: DropMethod)] {
        var queue = try StormQueue(plan: RunPlanTests.plan())
        queue.add(Storm(at: .zero, over: over, share: share, how: .silence), among: owners, at: Self.start)
        var victims: [(owner: WireOwner, method: DropMethod)] = []
        var last = Self.start
        while let due = queue.nextDue {
            #expect(due >= last && due <= Self.start + over)
            last = due
            while let victim = queue.next(upTo: due) {
                #expect(victim.storm == Self.start)
                victims.append((victim.owner, victim.method))
            }
        }
        return victims
    }

    @Test(arguments: [(0.0, 0), (0.25, 50), (0.402, 80), (1.0, 200)])
    func aStormTakesItsShareAndNobodyTwice(share: Double, count: Int) throws {
        let taken = try victims(share: share, over: .seconds(2))
        #expect(taken.count == count)
        #expect(Set(taken.map(\.owner)).count == count)
        #expect(taken.allSatisfy { $0.method == .silence })
    }

    @Test func oneSeedBreaksTheSameConnections() throws {
        let (first, second) = try (victims(share: 0.5, over: .seconds(1)), victims(share: 0.5, over: .seconds(1)))
        #expect(first.map(\.owner) == second.map(\.owner))
        #expect(first.map(\.owner) != owners.prefix(100).map { $0 })
    }

    @Test func aStormWithoutSpanStrikesAtOnce() throws {
        var queue = try StormQueue(plan: RunPlanTests.plan())
        queue.add(Storm(at: .zero, over: .zero, share: 1, how: .reset), among: owners, at: Self.start)
        #expect(queue.nextDue == Self.start)
    }
}
