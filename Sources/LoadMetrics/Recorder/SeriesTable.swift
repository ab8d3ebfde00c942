/// Where each series stands in a flat table, so that nothing is hashed where samples are recorded.
struct SeriesTable: Sendable {
    let phases: Int
    let length: Int
    /// From a series to its twin's.
    let readingStride: Int
    private let metricStride: Int
    private let readings = LatencyReading.allCases.count
    private let tags = LatencyTag.allCases.count

    init(phases: Int) {
        self.phases = phases
        readingStride = tags * phases
        metricStride = readings * readingStride
        length = LatencyMetric.allCases.count * metricStride
    }

    func index(of key: SeriesKey) -> Int {
        precondition(key.phase >= 0 && key.phase < phases, "a sample of a phase that the run does not have")
        return key.metric.rawValue * metricStride + key.reading.rawValue * readingStride + key.tag.rawValue * phases
            + key.phase
    }

    /// Nil for an index outside the table.
    func key(at index: Int) -> SeriesKey? {
        guard let metric = LatencyMetric(rawValue: index / metricStride),
            let reading = LatencyReading(rawValue: index / readingStride % readings),
            let tag = LatencyTag(rawValue: index / phases % tags)
        else { return nil }
        return SeriesKey(metric, reading, tag: tag, phase: index % phases)
    }
}
