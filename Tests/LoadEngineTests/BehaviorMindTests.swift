import Testing

@testable import LoadEngine

@Suite struct BehaviorMindTests {
    private func intents(_ behavior: CustomerGroup.Behavior, turns: Int) -> [Intent] {
        var mind = BehaviorMind(behavior, turns: turns)
        var intents: [Intent] = []
        repeat { intents.append(mind.next()) } while intents.last != .leave && intents.count < 20
        return intents
    }

    @Test func preChatTakesItsTurnsAndLeaves() {
        #expect(intents(.preChat, turns: 3) == [.turn, .turn, .turn, .leave])
        #expect(intents(.preChat, turns: 0) == [.leave])
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
    func reconnectDropsOnceHalfWay(turns: Int, before: Int) {
        let all = intents(.reconnect, turns: turns)
        #expect(all.count { $0 == .drop } == 1)
        #expect(all.count { $0 == .turn } == turns)
        #expect(all.firstIndex(of: .drop) == before)
        #expect(all.last == .leave)
    }
}
