import Clockwork
import Testing

@Suite struct TimerQueueTests {
    private func at(_ nanoseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

    private func drain(_ queue: inout TimerQueue<Int>, until now: MonotonicTime) -> [Int] {
        var fired: [Int] = []
        while let timer = queue.popDue(at: now) { fired.append(timer.key) }
        return fired
    }

    @Test func timersFireWhenDueAndTheEarliestFirst() {
        var queue = TimerQueue<Int>()
        for (key, due) in [(1, 30), (2, 10), (3, 20), (4, 40)] as [(Int, UInt64)] { queue.arm(key, at: at(due)) }
        #expect(queue.nextDue == at(10) && queue.count == 4)
        #expect(drain(&queue, until: at(9)) == [])
        #expect(drain(&queue, until: at(30)) == [2, 3, 1])
        #expect(queue.nextDue == at(40) && !queue.isEmpty)
    }

    @Test func timersOfOneMomentFireAsTheyWereArmed() {
        var queue = TimerQueue<Int>()
        for key in 0..<100 { queue.arm(key, at: at(5)) }
        #expect(drain(&queue, until: at(5)) == Array(0..<100))
    }

    @Test func armingAgainMovesAndGoesToTheEndOfItsMoment() {
        var queue = TimerQueue<Int>()
        queue.arm(1, at: at(10))
        queue.arm(2, at: at(10))
        queue.arm(1, at: at(10))
        queue.arm(3, at: at(30))
        queue.arm(3, at: at(5))
        #expect(queue.count == 3)
        #expect(drain(&queue, until: at(100)) == [3, 2, 1])
    }

    @Test func aStoppedTimerLeavesNothingBehind() {
        var queue = TimerQueue<Int>()
        for key in 0..<10 { queue.arm(key, at: at(UInt64(key))) }
        for key in [0, 9, 4, 4, 77] { queue.stop(key) }
        #expect(queue.count == 7)
        #expect(drain(&queue, until: at(100)) == [1, 2, 3, 5, 6, 7, 8])
        #expect(queue.isEmpty && queue.nextDue == nil)
    }

    @Test func theMomentThatWasAskedForIsTold() {
        var queue = TimerQueue<Int>()
        queue.arm(1, at: at(10))
        #expect(queue.popDue(at: at(25))?.due == at(10))
    }

    /// Against a list that is searched, for whatever order of arming, moving, stopping and firing.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func itAgreesWithASimpleList(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = TimerQueue<Int>()
        var list: [(key: Int, due: UInt64, order: Int)] = []
        for step in 0..<3_000 {
            let key = random.index(below: 60)
            switch random.index(below: 5) {
            case 0, 1, 2:
                let due = UInt64(random.index(below: 50))
                queue.arm(key, at: at(due))
                list.removeAll { $0.key == key }
                list.append((key, due, step))
            case 3:
                queue.stop(key)
                list.removeAll { $0.key == key }
            default:
                let now = UInt64(random.index(below: 50))
                let first = list.min { ($0.due, $0.order) < ($1.due, $1.order) }
                let expected = first.flatMap { $0.due <= now ? $0.key : nil }
                #expect(queue.popDue(at: at(now))?.key == expected)
                if let expected { list.removeAll { $0.key == expected } }
            }
            #expect(queue.count == list.count && queue.nextDue?.nanoseconds == list.map(\.due).min())
        }
    }
}
