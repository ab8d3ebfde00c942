import Clockwork
import Exchange
import LaunchKit

/// What the timers of a loop cost, by how many are armed: arming, moving, stopping and firing.
enum TimerBench {
    static let verb = Verb(
        "timers",
        "Arm, move, stop and fire timers, as many as a loop with that many customers has.",
        flags: [
            Flag("timers", .whole(10...10_000_000), "how many are armed at most", default: "100000"),
            Flag("seed", .whole(0...Int.max), "draws their moments", default: "1"),
        ]
    )

    /// Nanoseconds a timer.
    private struct Cost {
        var arm = 0.0
        var move = 0.0
        var stop = 0.0
        var fire = 0.0
        var fired = 0
    }

    static func run(_ arguments: Arguments) throws -> Int32 {
        let most = arguments.whole("timers") ?? 100_000
        let seed = UInt64(arguments.whole("seed") ?? 1)
        for count in [most / 100, most / 10, most] where count > 0 {
            guard let cost = measure(count, seed: seed) else {
                print("a timer fired early, late, twice or not at all")
                return 1
            }
            print(
                "{\"timers\":\(count),\"armNs\":\(cost.arm),\"moveNs\":\(cost.move),\"stopNs\":\(cost.stop),"
                    + "\"fireNs\":\(cost.fire),\"fired\":\(cost.fired)}"
            )
        }
        return 0
    }

    /// Arms all, moves all, stops every third, fires the others; nil when those that fire are not those that should.
    private static func measure(_ count: Int, seed: UInt64) -> Cost? {
        var random = SeededRandom(seed: seed, stream: "timers")
        var timers = TimerQueue<TimerID>()
        var moments: [MonotonicTime] = []
        for _ in 0..<2 * count { moments.append(MonotonicTime(nanoseconds: UInt64(random.unit() * 1e10))) }
        let ids = (0..<count).map { TimerID(owner: WireOwner(UInt64($0 + 1)), 3) }
        let clock = MachineClock()
        var cost = Cost()
        cost.arm = each(count, clock) { timers.arm(ids[$0], at: moments[$0]) }
        cost.move = each(count, clock) { timers.arm(ids[$0], at: moments[count + $0]) }
        cost.stop = each(count / 3, clock) { timers.stop(ids[3 * $0]) }
        var isRight = timers.count == count - count / 3
        var last = MonotonicTime.never
        cost.fire = each(count - count / 3, clock) { _ in
            guard let timer = timers.popDue(at: MonotonicTime(nanoseconds: .max)) else {
                isRight = false
                return
            }
            let number = Int(timer.key.owner.number) - 1
            if timer.due < last || timer.due != moments[count + number] { isRight = false }
            if number % 3 == 0, number / 3 < count / 3 { isRight = false }
            last = timer.due
            cost.fired += 1
        }
        return isRight && timers.isEmpty ? cost : nil
    }

    private static func each(_ count: Int, _ clock: MachineClock, _ body: (Int) -> Void) -> Double {
        let began = clock.now
        for number in 0..<count { body(number) }
        return Double((clock.now - began).nanoseconds) / Double(max(1, count))
    }
}
