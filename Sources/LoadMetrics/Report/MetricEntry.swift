/// One row of a result: a metric's samples, as far as its tags select them.
struct MetricEntry: Sendable {
    /// The percentiles that results show, with their names.
    static let percentiles: [(name: String, percent: Double)] = [
        ("p(90)", 90), ("p(95)", 95), ("p(99)", 99), ("p(99.9)", 99.9),
    ]

    var name: String
    var tags: [(key: String, value: String)]
    var histogram: LatencyHistogram

    /// Of one metric and reading, over all recorded phases or in one: all tags together, then each that has samples.
    ///
    /// Empty without samples.
    static func all(
        _ metric: LatencyMetric,
        _ reading: LatencyReading,
        of totals: MetricTotals,
        phase: Int? = nil
    ) -> [MetricEntry] {
        let whole = totals.histogram(metric, reading, phase: phase)
        guard !whole.isEmpty else { return [] }
        let tags = phase.map { [(key: "phase", value: PhaseLabel.seriesName(of: $0, among: totals.phases))] } ?? []
        let name = metric.name(reading)
        return [MetricEntry(name: name, tags: tags, histogram: whole)]
            + metric.tags(steps: totals.steps).compactMap { tag in
                let histogram = totals.histogram(metric, reading, tag: tag, phase: phase)
                guard !histogram.isEmpty, let pair = tag.pair(steps: totals.steps) else { return nil }
                return MetricEntry(name: name, tags: tags + [pair], histogram: histogram)
            }
    }
}
