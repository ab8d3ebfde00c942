public import Clockwork

/// Counts and times everything that one loop's customers do; owned by that loop, without locks.
///
/// A sample is recorded once, into the second that is open. ``closeSecond(phase:)`` folds the second into the totals and
/// hands it out. Samples belong to the phase that the caller names, which is that of the intended moment; counters and lag
/// cover the whole run. Nothing is allocated per sample in the steady state. The number of series is bounded by metrics ×
/// readings × tags × ``PhaseLabel/seriesLimit``, whatever the profile and the peers do, and so is their memory.
public struct Recorder: Sendable {
    /// Customers with a connection, now; the interval keeps the second's peak.
    public var connectedCustomers = 0 {
        didSet { connectedPeak = max(connectedPeak, connectedCustomers) }
    }
    /// Customers in the run, now; the interval keeps the second's peak.
    public var activeCustomers = 0 {
        didSet { activePeak = max(activePeak, activeCustomers) }
    }

    private var closed: MetricTotals
    private let table: SeriesTable
    /// Into `open`, by the table's index; -1 for a series that the open second has not hit.
    private var places: [Int32]
    /// The table's indices of the series that the open second has hit, in the order of `open`.
    private var hits: [Int] = []
    /// The open second's histograms first; those behind them are empty and wait to be used again.
    private var open: [LatencyHistogram] = []
    private var counters = CounterTable()
    private var rates: [RateTally]
    private var lag = LatencyHistogram()
    private var connectedPeak = 0
    private var activePeak = 0
    private var second = 0

    public init(phases: [PhaseLabel], steps: [String] = []) {
        precondition(!phases.isEmpty, "a run has at least one phase")
        closed = MetricTotals(phases: phases, steps: steps)
        table = SeriesTable(phases: phases, steps: steps.count)
        places = Array(repeating: -1, count: table.length)
        rates = Array(repeating: RateTally(), count: RateMetric.allCases.count * phases.count)
    }

    public var phases: [PhaseLabel] { closed.phases }

    /// Records both readings; one that would end before it started counts as 0, one that never started is left out.
    public mutating func record(
        _ metric: LatencyMetric,
        _ start: StartTimes,
        until end: MonotonicTime,
        phase: Int,
        tag: LatencyTag = .none
    ) {
        let response = table.index(of: SeriesKey(metric, .response, tag: tag, phase: phase))
        if start.intended != .never { record(Self.microseconds(from: start.intended, to: end), at: response) }
        guard start.sent != .never else { return }
        record(Self.microseconds(from: start.sent, to: end), at: response + table.readingStride)
    }

    public mutating func record(_ rate: RateMetric, isFailure: Bool, phase: Int) {
        rates[rate.rawValue * phases.count + phase] += RateTally(attempts: 1, failures: isFailure ? 1 : 0)
    }

    public mutating func count(_ counter: CounterMetric, _ amount: Int = 1) {
        counters.add(counter, amount)
    }

    /// Counts for the tag's value and in the counter's sum; see ``CounterTable`` for how many values there may be.
    public mutating func count(_ counter: CounterMetric, tag: String, _ amount: Int = 1) {
        counters.add(counter, tag: tag, amount)
    }

    /// How late the loop was, once per turn.
    public mutating func recordLag(_ duration: Duration) {
        lag.record(Self.microseconds(duration.nanoseconds))
    }

    /// Everything so far, the open second included.
    public var totals: MetricTotals {
        var all = closed
        fold(into: &all)
        return all
    }

    /// Ends the open second, to be called once a second, and begins the next.
    public mutating func closeSecond(phase: Int) -> Interval {
        fold(into: &closed)
        let interval = Interval(
            second: second,
            phase: phase,
            series: openSeries(),
            counters: counters,
            rates: RateMetric.allCases.map { rate in
                phases.indices.reduce(into: RateTally()) { $0 += rates[rate.rawValue * phases.count + $1] }
            },
            connectedCustomers: connectedPeak,
            activeCustomers: activePeak,
            lag: SparseHistogram(lag)
        )
        beginSecond()
        return interval
    }

    private func openSeries() -> [Interval.Series] {
        hits.indices.sorted { hits[$0] < hits[$1] }.compactMap { place in
            table.key(at: hits[place]).map { Interval.Series(key: $0, histogram: SparseHistogram(open[place])) }
        }
    }

    private mutating func beginSecond() {
        second += 1
        for place in hits.indices {
            open[place].reset()
            places[hits[place]] = -1
        }
        hits.removeAll(keepingCapacity: true)
        counters.reset()
        lag.reset()
        for rate in rates.indices { rates[rate] = RateTally() }
        connectedPeak = connectedCustomers
        activePeak = activeCustomers
    }

    private func fold(into totals: inout MetricTotals) {
        totals.counters.merge(counters)
        totals.lag.merge(lag)
        for place in hits.indices where phases[table.phase(at: hits[place])].isRecorded {
            totals.merge(open[place], at: hits[place])
        }
        for rate in RateMetric.allCases {
            for phase in phases.indices where phases[phase].isRecorded {
                totals.add(rates[rate.rawValue * phases.count + phase], to: rate, phase: phase)
            }
        }
    }

    private mutating func record(_ microseconds: Int, at index: Int) {
        if places[index] < 0 {
            places[index] = Int32(hits.count)
            hits.append(index)
            if open.count < hits.count { open.append(LatencyHistogram()) }
        }
        open[Int(places[index])].record(microseconds)
    }

    private static func microseconds(from start: MonotonicTime, to end: MonotonicTime) -> Int {
        end > start ? microseconds(Int64(clamping: end.nanoseconds - start.nanoseconds)) : 0
    }

    /// A microsecond that has begun counts whole, so that no latency looks shorter than it was.
    private static func microseconds(_ nanoseconds: Int64) -> Int {
        nanoseconds > 0 ? Int((nanoseconds - 1) / 1_000 + 1) : 0
    }
}
