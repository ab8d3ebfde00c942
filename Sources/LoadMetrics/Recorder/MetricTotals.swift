/// What a run measured, over all of it: the latencies and rates of each recorded phase, and every counter.
///
/// Those of several loops are merged into one at the end; the order of its series is always the same.
public struct MetricTotals: Sendable {
    public let phases: [PhaseLabel]
    /// The names of the times that behaviours measure.
    public let steps: [String]
    /// Of the whole run, whatever the phase.
    public internal(set) var counters = CounterTable()
    /// How late the loop was, of the whole run, in microseconds.
    public internal(set) var lag = LatencyHistogram()
    private let table: SeriesTable
    /// Into `histograms`, by the table's index; -1 for a series that was never hit.
    private var places: [Int32]
    private var histograms: [LatencyHistogram] = []
    private var rates: [RateTally]

    public init(phases: [PhaseLabel], steps: [String] = []) {
        self.phases = phases
        self.steps = steps
        table = SeriesTable(phases: phases, steps: steps.count)
        places = Array(repeating: -1, count: table.length)
        rates = Array(repeating: RateTally(), count: RateMetric.allCases.count * phases.count)
    }

    /// The series that have samples, in order.
    public var series: [SeriesKey] {
        places.indices.compactMap { places[$0] < 0 ? nil : table.key(at: $0) }
    }

    /// The recorded phases whose latencies are told apart; the last may stand for all beyond ``PhaseLabel/seriesLimit``.
    public var seriesPhases: [Int] { table.firstPhases.filter { phases[$0].isRecorded } }

    /// Nil when the series has no samples.
    public func histogram(_ key: SeriesKey) -> LatencyHistogram? {
        let place = places[table.index(of: key)]
        return place < 0 ? nil : histograms[Int(place)]
    }

    /// All series of that metric and reading together that the phase and the tag, where given, select.
    ///
    /// A phase beyond ``PhaseLabel/seriesLimit`` selects what all those recorded together.
    public func histogram(
        _ metric: LatencyMetric,
        _ reading: LatencyReading,
        tag: LatencyTag? = nil,
        phase: Int? = nil
    ) -> LatencyHistogram {
        var all = LatencyHistogram()
        for tag in tag.map({ [$0] }) ?? LatencyTag.all(steps: steps.count) {
            for phase in phase.map({ [$0] }) ?? table.firstPhases {
                if let one = histogram(SeriesKey(metric, reading, tag: tag, phase: phase)) { all.merge(one) }
            }
        }
        return all
    }

    /// Of one phase, or of all recorded ones together.
    public func tally(_ rate: RateMetric, phase: Int? = nil) -> RateTally {
        if let phase { return rates[rate.rawValue * phases.count + phase] }
        return phases.indices.reduce(into: RateTally()) { $0 += rates[rate.rawValue * phases.count + $1] }
    }

    /// Takes in what another loop of the same run measured.
    public mutating func merge(_ other: MetricTotals) {
        precondition(phases == other.phases && steps == other.steps, "totals of different runs")
        counters.merge(other.counters)
        lag.merge(other.lag)
        for rate in rates.indices { rates[rate] += other.rates[rate] }
        for index in places.indices where other.places[index] >= 0 {
            merge(other.histograms[Int(other.places[index])], at: index)
        }
    }

    mutating func merge(_ histogram: LatencyHistogram, at index: Int) {
        if places[index] < 0 {
            places[index] = Int32(histograms.count)
            histograms.append(LatencyHistogram())
        }
        histograms[Int(places[index])].merge(histogram)
    }

    mutating func add(_ tally: RateTally, to rate: RateMetric, phase: Int) {
        rates[rate.rawValue * phases.count + phase] += tally
    }
}
