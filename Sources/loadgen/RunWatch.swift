import CJemalloc
import ChatClient
import Clockwork
import LaunchKit
import LoadEngine
import LoadMetrics

/// What a run left behind when its last customer had gone.
struct Driven {
    var result: FleetResult
    var timeline: RunTimeline
    var generator: GeneratorHealth
    /// The embedded one's.
    var simulator: SimulatorHealth?
    /// Whether certificates went unchecked; nil when everything was spoken in plain text.
    var isInsecure: Bool?
    var start: WallTime
    var end: WallTime
    /// How long after its start a signal ended it; nil when none did.
    var interruptedAfter: Duration?
}

/// The main thread during a run: asks the loops how they are, shows it, writes down every second, and hears signals.
struct RunWatch {
    var console: Console
    private let profile: LoadProfile
    private let phases: [PhaseLabel]
    private var timeline: RunTimeline
    private let residentBefore: Int
    private var gauge: SimulatorGauge?
    private let remote: SimulatorRemote?
    /// Of the profile's storms, those that restart the simulator and have not come, soonest first.
    private var restarts: [(at: Duration, down: Duration)]
    private var peakPresent = 0
    private var residentAtPeak = 0
    private var allocated: Int?
    private var resident: Int?
    /// Seconds that not every loop has told yet, soonest first.
    private var open: [(interval: Interval, tellers: Int)] = []
    /// When the first signal came.
    private var stopped: MonotonicTime?

    /// How often the loops are asked.
    private static let askInterval = Duration.milliseconds(250)

    init(
        _ profile: LoadProfile,
        console: Console,
        residentBefore: Int,
        simulator: (pid: Int32, remote: SimulatorRemote)?
    ) {
        self.profile = profile
        self.console = console
        self.residentBefore = residentBefore
        gauge = SimulatorGauge(pid: simulator?.pid, at: MachineClock().now)
        remote = simulator?.remote
        restarts = profile.storms.compactMap { storm in storm.down.map { (at: storm.at, down: $0) } }
            .sorted { $0.at < $1.at }
        phases = profile.load.labels
        timeline = RunTimeline(phases: phases)
    }

    /// Until everybody has gone, or a second signal says to end at once.
    mutating func follow<Dialect: ChatDialect>(
        _ fleet: consuming Fleet<Dialect>,
        _ signals: borrowing SignalWatch,
        _ results: borrowing RunResults,
        loops: Int,
        started: WallTime
    ) throws -> Driven {
        let clock = MachineClock()
        var present = Array(repeating: 0, count: loops)
        var isOver = Array(repeating: false, count: loops)
        while isOver.contains(false) {
            let look = clock.now + Self.askInterval
            let restart = restarts.first.map { fleet.start + $0.at }
            if case .signal = signals.wait(until: min(look, restart ?? look)) { hear(fleet) }
            try restartSimulator(since: fleet.start, at: clock.now)
            fleet.ask()
            for news in fleet.takeNews() {
                present[news.loop] = news.present
                isOver[news.loop] = news.isOver
                for interval in news.intervals { add(interval, of: loops) }
            }
            notePeak(present.reduce(0, +))
            gauge?.look(at: clock.now)
            try closeSeconds(of: loops, into: results)
            if console.isLive || timeline.latest != nil {
                console.progress(ProgressLine.text(timeline, of: profile.load.duration), at: clock.now)
            }
        }
        console.endProgress()
        let start = fleet.start
        let result = fleet.finish()
        let last = clock.now - start
        for interval in result.intervals { add(interval, of: loops) }
        try closeSeconds(of: loops, into: results, last: last)
        return Driven(
            result: result,
            timeline: timeline,
            generator: health(loops: loops),
            simulator: gauge?.health,
            start: started,
            end: clock.wallTime,
            interruptedAfter: stopped.map { $0 - start }
        )
    }

    private mutating func hear<Dialect: ChatDialect>(_ fleet: borrowing Fleet<Dialect>) {
        if stopped == nil {
            stopped = MachineClock().now
            let limit = profile.load.gracefulStop
            console.note("ending: no new customers, turns may end for \(limit); a second signal ends at once")
            fleet.stop()
        } else {
            fleet.cut()
        }
    }

    /// As the profile's storms say; the customers' side of a storm notes on its own who was connected.
    private mutating func restartSimulator(since start: MonotonicTime, at now: MonotonicTime) throws {
        guard let next = restarts.first, start + next.at <= now else { return }
        restarts.removeFirst()
        // Nobody is dropped by a storm that the end of the run comes before.
        if stopped == nil { try remote?.restart(down: next.down) }
    }

    private mutating func notePeak(_ present: Int) {
        guard present > peakPresent, let figures = ProcessFigures.own() else { return }
        peakPresent = present
        residentAtPeak = figures.residentBytes
        allocated = Self.known(cjemalloc_allocated())
        resident = Self.known(cjemalloc_resident())
        gauge?.notePeak(present)
    }

    private mutating func add(_ interval: Interval, of loops: Int) {
        if let place = open.firstIndex(where: { $0.interval.second == interval.second }) {
            open[place].interval.merge(interval)
            open[place].tellers += 1
        } else {
            open.append((interval, 1))
        }
    }

    /// Takes in the seconds that all loops have told; at the end, what is left.
    private mutating func closeSeconds(
        of loops: Int,
        into results: borrowing RunResults,
        last: Duration? = nil
    ) throws {
        open.sort { $0.interval.second < $1.interval.second }
        while let first = open.first, first.tellers == loops || last != nil {
            open.removeFirst()
            let start = Duration.seconds(first.interval.second)
            let length = last.map { min(.seconds(1), max(.milliseconds(1), $0 - start)) } ?? .seconds(1)
            timeline.add(first.interval, length: length)
            try results.append(first.interval, length: length, of: profile)
        }
    }

    private func health(loops: Int) -> GeneratorHealth {
        let figures = ProcessFigures.own()
        let growth = Double(residentAtPeak - residentBefore)
        return GeneratorHealth(
            cpuSeconds: figures?.cpuSeconds ?? 0,
            maxRSSBytes: figures?.peakResidentBytes ?? 0,
            allocatedBytes: allocated,
            residentBytes: resident,
            bytesPerCustomer: peakPresent > 0 ? growth / Double(peakPresent) : nil,
            loops: loops
        )
    }

    private static func known(_ bytes: UInt64) -> Int? {
        bytes == .max ? nil : Int(clamping: bytes)
    }
}
