/// Whether a run kept a limit, and what it reached.
public struct ThresholdResult: Sendable, Hashable {
    /// What a threshold's numbers are.
    public enum Unit: Hashable, Sendable {
        case milliseconds
        /// From 0 to 1.
        case share
        case count
        case perSecond
    }

    /// As written, with its selector.
    public var metric: String
    /// As written.
    public var expression: String
    /// What the run reached; nil without samples.
    public var value: Double?
    /// The number of samples that were selected; of a counter, what it counted.
    public var samples: Int
    /// False without samples, whatever the limit: a run that measured nothing proves nothing.
    public var passed: Bool
    /// The aggregation as written, without spaces.
    public var aggregation: String
    public var limit: Double
    public var unit: Unit
    /// Of a rate, how many of the samples failed.
    public var failures: Int?
}

extension ThresholdRule {
    /// Judges what a run of so many seconds measured.
    ///
    /// A rule that has a problem fails.
    public func judge(_ totals: MetricTotals, seconds: Double) -> ThresholdResult {
        var result = ThresholdResult(
            metric: metric,
            expression: expression,
            value: nil,
            samples: 0,
            passed: false,
            aggregation: "",
            limit: 0,
            unit: .count
        )
        guard let selector = try? MetricSelector(metric, steps: totals.steps),
            let expression = try? ThresholdExpression(expression)
        else { return result }
        result.aggregation = expression.aggregationText
        result.limit = expression.limit
        result.unit = selector.unit(of: expression.aggregation)
        let phase = selector.phase.map { name in totals.phases.firstIndex { $0.name == name } ?? -1 }
        guard phase != -1 else { return result }
        switch selector.metric {
        case .latency(let latency, let reading):
            let histogram = totals.histogram(latency, reading, tag: selector.latencyTag, phase: phase)
            result.samples = Int(histogram.count)
            result.value = expression.aggregation.value(of: histogram)
        case .rate(let rate):
            let tally = totals.tally(rate, phase: phase)
            result.samples = tally.attempts
            result.failures = tally.failures
            result.value = tally.rate
        case .counter(let counter):
            let amount = selector.counterTag.map { totals.counters[counter, $0] } ?? totals.counters[counter]
            result.samples = amount
            result.value = expression.aggregation.value(of: amount, seconds: seconds)
        }
        result.passed = result.value.map { expression.comparison.holds($0, expression.limit) } ?? false
        return result
    }
}

extension MetricSelector {
    fileprivate func unit(of aggregation: ThresholdExpression.Aggregation) -> ThresholdResult.Unit {
        switch metric {
        case .latency: aggregation == .count ? .count : .milliseconds
        case .rate: .share
        case .counter: aggregation == .rate ? .perSecond : .count
        }
    }
}

extension ThresholdExpression.Aggregation {
    /// In milliseconds, or a number of samples; nil without samples.
    fileprivate func value(of histogram: LatencyHistogram) -> Double? {
        switch self {
        case .average: histogram.mean.map { $0 / 1_000 }
        case .minimum: histogram.min.map { Double($0) / 1_000 }
        case .median: histogram.percentile(50).map { Double($0) / 1_000 }
        case .maximum: histogram.max.map { Double($0) / 1_000 }
        case .percentile(let percent): histogram.percentile(percent).map { Double($0) / 1_000 }
        case .count: histogram.isEmpty ? nil : Double(histogram.count)
        case .rate: nil
        }
    }

    /// A count, or how often per second; nil for a run that took no time.
    fileprivate func value(of amount: Int, seconds: Double) -> Double? {
        switch self {
        case .count: Double(amount)
        case .rate: seconds > 0 ? Double(amount) / seconds : nil
        default: nil
        }
    }
}
