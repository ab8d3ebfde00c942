import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadEngine
import LoadMetrics
import Synchronization
import Transport

/// The loops of one run and the customers on them, seen from the main thread.
///
/// Ownership: owned. Whoever started it ends it by `finish`, which joins its threads.
struct Fleet<Dialect: ChatDialect>: ~Copyable {
    typealias Program = LoadProgram<Dialect>

    private var threads: [ThreadBox<Program>] = []
    private let mailbox: Mailbox
    let start: MonotonicTime

    /// What the loops have told and nobody has taken yet.
    private typealias Mailbox = Guarded<[LoopNews]>

    init(
        _ profile: LoadProfile,
        loops: Int,
        start: MonotonicTime,
        keepsAccount: Bool,
        naming: UInt64,
        options: TransportOptions,
        _ makeDialect: @escaping Program.DialectMaker
    ) throws {
        self.start = start
        mailbox = Guarded([])
        let admission = loops == 1 ? nil : Self.admission(of: profile.load.maxCustomers)
        for loop in 0..<loops {
            let plan = RunPlan(
                profile: profile,
                start: start,
                loop: loop,
                loops: loops,
                keepsAccount: keepsAccount,
                naming: naming,
                admission: admission
            )
            let thread = try WireThread<Program>.start(options) { now, orders in
                var program = Program(plan: plan, makeDialect: makeDialect)
                program.begin(at: now, into: &orders)
                return program
            }
            threads.append(ThreadBox(thread))
        }
    }

    /// A door for all loops, behind which there is room for so many.
    private static func admission(of room: Int) -> RunPlan.Admission {
        let present = Headcount()
        return RunPlan.Admission(
            enter: { present.enter(room) },
            leave: { present.count.subtract(1, ordering: .relaxed) }
        )
    }

    /// Asks every loop how it is; the answers are taken by a later ``takeNews()``.
    func ask() {
        for (loop, thread) in threads.enumerated() {
            thread.handle.submit { [mailbox] wires in
                var news = LoopNews(loop: loop)
                news.present = wires.program.present
                news.isOver = wires.program.isOver
                news.intervals = wires.program.takeIntervals()
                let told = news
                mailbox.withLock { $0.append(told) }
            }
        }
    }

    func takeNews() -> [LoopNews] {
        mailbox.withLock { all in
            let news = all
            all = []
            return news
        }
    }

    /// No new arrivals; turns end within the profile's limit.
    func stop() {
        for thread in threads {
            thread.handle.submit { wires in wires.program.stop(at: wires.now, into: &wires.orders) }
        }
    }

    /// Everything ends at once.
    func cut() {
        for thread in threads {
            thread.handle.submit { wires in wires.program.cut(at: wires.now, into: &wires.orders) }
        }
    }

    /// Ends the loops and hands over what they measured.
    consuming func finish() -> FleetResult {
        for thread in threads {
            thread.handle.submit { [mailbox] wires in
                wires.program.closeLastSecond(at: wires.now)
                var news = LoopNews(loop: 0)
                news.result = FleetResult(
                    totals: wires.program.totals,
                    counts: wires.program.counts,
                    delivery: wires.program.delivery,
                    startedByPhase: wires.program.startedByPhase,
                    turnsCut: wires.program.turnsCut,
                    account: wires.program.account,
                    intervals: wires.program.takeIntervals(),
                    tls: wires.tlsCounts
                )
                let told = news
                mailbox.withLock { $0.append(told) }
                wires.stop()
            }
        }
        for thread in threads { thread.join() }
        guard let result = FleetResult(takeNews()) else { preconditionFailure("a loop ended without its result") }
        return result
    }
}

/// One loop's state at one moment.
struct LoopNews: Sendable {
    var loop: Int
    var present = 0
    var isOver = false
    var intervals: [Interval] = []
    /// Only once the loop has ended.
    var result: FleetResult?
}

/// What all loops of a run measured together.
struct FleetResult: Sendable {
    var totals: MetricTotals
    var counts: CustomerCounts
    var delivery: DeliveryCounts
    var startedByPhase: [Int]
    var turnsCut: Int
    var account: CustomerAccount
    /// Those that nobody has taken before.
    var intervals: [Interval]
    var tls = TLSCounts()

    mutating func merge(_ other: FleetResult) {
        totals.merge(other.totals)
        counts += other.counts
        delivery += other.delivery
        for phase in startedByPhase.indices { startedByPhase[phase] += other.startedByPhase[phase] }
        turnsCut += other.turnsCut
        account.add(other.account)
        intervals += other.intervals
        tls += other.tls
    }
}

extension FleetResult {
    /// The results among the last news, with the seconds that the other news hold; nil when no loop has ended.
    init?(_ news: [LoopNews]) {
        let results = news.compactMap(\.result)
        guard var all = results.first else { return nil }
        for result in results.dropFirst() { all.merge(result) }
        all.intervals += news.flatMap(\.intervals)
        self = all
    }
}

/// A place for a thread in a list: the standard lists hold only what can be copied.
///
/// Ownership: the fleet's alone, on the main thread.
private final class ThreadBox<Program: WireProgram & SendableMetatype & ~Copyable> {
    let handle: WireHandle<Program>
    private var thread: WireThread<Program>?

    init(_ thread: consuming WireThread<Program>) {
        handle = thread.handle
        self.thread = consume thread
    }

    func join() {
        thread.take()?.join()
    }
}

/// The customers of all loops.
///
/// Ownership: shared. The count is atomic.
private final class Headcount: Sendable {
    let count = Atomic(0)

    func enter(_ room: Int) -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= room { return true }
        count.subtract(1, ordering: .relaxed)
        return false
    }
}
