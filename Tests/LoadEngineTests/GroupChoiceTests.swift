import LoadEngine
import Testing

@Suite struct GroupChoiceTests {
    @Test func groupsGetTheirShare() {
        let choice = GroupChoice(weights: [60, 40], seed: 4711)
        let first = (0..<20_000).count { choice.group(of: $0) == 0 }
        #expect(abs(Double(first) / 20_000 - 0.6) < 0.014)
    }

    @Test func aGroupFollowsFromTheNumberAlone() {
        let choice = GroupChoice(weights: [1, 2, 3], seed: 5)
        let again = GroupChoice(weights: [1, 2, 3], seed: 5)
        #expect((0..<500).reversed().allSatisfy { choice.group(of: $0) == again.group(of: $0) })
        let other = GroupChoice(weights: [1, 2, 3], seed: 6)
        #expect((0..<500).contains { choice.group(of: $0) != other.group(of: $0) })
    }

    @Test func aGroupWithoutWeightGetsNobody() {
        let choice = GroupChoice(weights: [0, 3, 0, 1, 0], seed: 9)
        #expect(Set((0..<2_000).map { choice.group(of: $0) }) == [1, 3])
    }

    @Test func oneGroupGetsAll() {
        let choice = GroupChoice(weights: [0.001], seed: 9)
        #expect((0..<100).allSatisfy { choice.group(of: $0) == 0 })
    }
}
