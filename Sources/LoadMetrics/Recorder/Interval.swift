/// What one second brought: the series that were hit, what was counted, and how many customers there were.
///
/// Those of several loops for one second are merged into one before they are written or shown.
public struct Interval: Sendable, Hashable {
    /// One latency's samples of the second.
    public struct Series: Sendable, Hashable {
        public var key: SeriesKey
        public var histogram: SparseHistogram
    }

    /// Counted from 0 at the start of the run.
    public var second: Int
    /// The phase in which the second's middle lay; samples may belong to an earlier one.
    public var phase: Int
    /// Sorted by key; of all phases, recorded or not.
    public var series: [Series]
    public var counters: CounterTable
    /// By ``RateMetric``'s raw value; of all phases.
    public var rates: [RateTally]
    /// Those connected, as counted when the second closed.
    public var connectedCustomers: Int
    /// The most that were in the run at once.
    public var activeCustomers: Int
    public var lag: SparseHistogram

    /// Takes in the same second of another loop.
    public mutating func merge(_ other: Interval) {
        precondition(second == other.second, "seconds of different age are not one interval")
        phase = max(phase, other.phase)
        counters.merge(other.counters)
        for rate in rates.indices { rates[rate] += other.rates[rate] }
        connectedCustomers += other.connectedCustomers
        activeCustomers += other.activeCustomers
        lag = lag.merging(other.lag)
        for more in other.series {
            let place = series.firstIndex { $0.key >= more.key } ?? series.endIndex
            if place < series.endIndex, series[place].key == more.key {
                series[place].histogram = series[place].histogram.merging(more.histogram)
            } else {
                series.insert(more, at: place)
            }
        }
    }
}
