import Clockwork
import Testing

@testable import Transport

@Suite struct DeadlineQueueTests {
    /// A list that is searched is the judge.
    @Test func itDoesWhatAListWouldDo() {
        var queue = DeadlineQueue()
        var list = [UInt64?](repeating: nil, count: 40)
        var random = SeededRandom(seed: 1)
        for _ in 0..<5_000 {
            let slot = random.index(below: list.count)
            switch random.index(below: 3) {
            case 0:
                queue.clear(slot)
                list[slot] = nil
            default:
                let due = UInt64(random.index(below: 1_000))
                queue.set(slot, at: MonotonicTime(nanoseconds: due))
                list[slot] = due
            }
            #expect(queue.count == list.filter { $0 != nil }.count)
            #expect(queue.nextDue?.nanoseconds == list.compactMap { $0 }.min())
        }
        var last: UInt64 = 0
        while let slot = queue.popDue(at: MonotonicTime(nanoseconds: 1_000)) {
            #expect(list[slot] ?? 0 >= last)
            last = list[slot] ?? 0
            list[slot] = nil
        }
        #expect(list.allSatisfy { $0 == nil })
    }
}
