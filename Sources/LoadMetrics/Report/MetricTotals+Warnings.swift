extension MetricTotals {
    /// What was too much to be told apart and is counted or measured as ``CounterTable/overflowValue``, in sentences.
    public var warnings: [String] {
        let other = CounterTable.overflowValue
        var warnings: [String] = []
        if phases.count > PhaseLabel.seriesLimit {
            let (count, limit) = (phases.count, PhaseLabel.seriesLimit)
            warnings.append(
                "of \(count) phases the first \(limit) have latencies of their own; the rest is measured together as \(other)"
            )
        }
        for counter in CounterMetric.allCases {
            guard let key = counter.tagKey, counters[counter, other] > 0 else { continue }
            let (amount, whole) = (Figure.count(counters[counter, other]), Figure.count(counters[counter]))
            warnings.append(
                "\(counter.name) met more values of \(key) than are told apart: \(amount) of \(whole) are counted as \(other)"
            )
        }
        return warnings
    }
}
