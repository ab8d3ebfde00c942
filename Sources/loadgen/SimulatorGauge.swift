import Clockwork
import LaunchKit
import LoadMetrics

/// Watches what the embedded simulator costs, second by second.
struct SimulatorGauge {
    private let pid: Int32
    private let before: ProcessFigures
    private var second: (start: MonotonicTime, cpuSeconds: Double)
    private var latest: ProcessFigures
    private var busiestShare = 0.0
    private var fullSeconds = 0.0
    private var bytesPerCustomer: Double?

    /// Nil when there is no such process.
    init?(pid: Int32?, at now: MonotonicTime) {
        guard let pid, let figures = ProcessFigures.of(pid: pid) else { return nil }
        self.pid = pid
        before = figures
        latest = figures
        second = (now, figures.cpuSeconds)
    }

    /// To be called more often than once a second; shorter seconds than whole ones say little.
    mutating func look(at now: MonotonicTime) {
        let length = (now - second.start).seconds
        guard length >= 1, let figures = ProcessFigures.of(pid: pid) else { return }
        take(cpuSeconds: figures.cpuSeconds, until: now)
        latest = figures
    }

    /// A second is over, by whose end it has used so much.
    mutating func take(cpuSeconds: Double, until now: MonotonicTime) {
        let length = (now - second.start).seconds
        let share = (cpuSeconds - second.cpuSeconds) / length
        busiestShare = max(busiestShare, share)
        if share >= SimulatorHealth.fullShare { fullSeconds += length }
        second = (now, cpuSeconds)
    }

    /// So many customers are here, more than ever.
    mutating func notePeak(_ present: Int) {
        guard present > 0, let figures = ProcessFigures.of(pid: pid) else { return }
        bytesPerCustomer = Double(figures.residentBytes - before.residentBytes) / Double(present)
    }

    var health: SimulatorHealth {
        let last = ProcessFigures.of(pid: pid) ?? latest
        return SimulatorHealth(
            cpuSeconds: last.cpuSeconds,
            maxRSSBytes: last.peakResidentBytes,
            bytesPerCustomer: bytesPerCustomer,
            busiestShare: busiestShare,
            fullSeconds: fullSeconds
        )
    }
}
