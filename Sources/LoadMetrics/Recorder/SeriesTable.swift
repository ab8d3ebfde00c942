/// Where each series stands in a flat table, so that nothing is hashed where samples are recorded.
///
/// The first phases have a row each. Later ones share a row, or two when some of them are recorded and some are not.
struct SeriesTable: Sendable {
    let length: Int
    /// From a series to its twin's.
    let readingStride: Int
    /// By row: the first of the phases that share it, which names it in a ``SeriesKey``.
    let firstPhases: [Int]
    private let rows: [Int]
    private let metricStride: Int
    private let readings = LatencyReading.allCases.count
    private let tags: Int

    init(phases: [PhaseLabel], steps: Int) {
        tags = LatencyTag.count(steps: steps)
        var firstPhases = Array(phases.indices.prefix(PhaseLabel.seriesLimit))
        var rows = firstPhases
        for phase in phases.indices.dropFirst(PhaseLabel.seriesLimit) {
            let row = firstPhases.indices.dropFirst(PhaseLabel.seriesLimit)
                .first { phases[firstPhases[$0]].isRecorded == phases[phase].isRecorded }
            rows.append(row ?? firstPhases.count)
            if row == nil { firstPhases.append(phase) }
        }
        self.firstPhases = firstPhases
        self.rows = rows
        readingStride = tags * firstPhases.count
        metricStride = readings * readingStride
        length = LatencyMetric.allCases.count * metricStride
    }

    func index(of key: SeriesKey) -> Int {
        precondition(key.phase >= 0 && key.phase < rows.count, "a sample of a phase that the run does not have")
        return key.metric.rawValue * metricStride + key.reading.rawValue * readingStride
            + key.tag.place * firstPhases.count + rows[key.phase]
    }

    /// The phase in the key of that series.
    func phase(at index: Int) -> Int { firstPhases[index % firstPhases.count] }

    /// Nil for an index outside the table.
    func key(at index: Int) -> SeriesKey? {
        guard let metric = LatencyMetric(rawValue: index / metricStride),
            let reading = LatencyReading(rawValue: index / readingStride % readings)
        else { return nil }
        let tag = LatencyTag(place: index / firstPhases.count % tags)
        return SeriesKey(metric, reading, tag: tag, phase: phase(at: index))
    }
}
