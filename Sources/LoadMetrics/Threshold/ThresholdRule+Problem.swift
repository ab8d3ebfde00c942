import JSONText

extension ThresholdRule {
    /// What is wrong with the metric as written, as a sentence; nil when nothing is.
    public func metricProblem(knownPhases: [PhaseLabel], knownSteps: [String] = []) -> String? {
        do throws(ThresholdFault) {
            try checkPhase(MetricSelector(metric, steps: knownSteps), knownPhases)
            return nil
        } catch {
            return error.message
        }
    }

    /// What is wrong with the rule, without running anything, as a sentence; nil when nothing is.
    public func problem(knownPhases: [PhaseLabel], knownSteps: [String] = []) -> String? {
        if let problem = metricProblem(knownPhases: knownPhases, knownSteps: knownSteps) { return problem }
        do throws(ThresholdFault) {
            try MetricSelector(metric, steps: knownSteps).checkAggregation(ThresholdExpression(expression))
            return nil
        } catch {
            return error.message
        }
    }

    private func checkPhase(_ selector: MetricSelector, _ known: [PhaseLabel]) throws(ThresholdFault) {
        guard let phase = selector.phase else { return }
        guard let index = known.firstIndex(where: { $0.name == phase }) else {
            let names = known.map(\.name)
            let hint = Spelling.hint(for: phase, among: names)
            throw ThresholdFault("there is no phase \"\(phase)\"; there are \(names.joined(separator: ", "))\(hint)")
        }
        guard known[index].isRecorded else {
            throw ThresholdFault("phase \"\(phase)\" is not recorded, so this would always fail for want of samples")
        }
        if case .latency = selector.metric, index >= PhaseLabel.seriesLimit {
            let limit = PhaseLabel.seriesLimit
            throw ThresholdFault("phase \"\(phase)\" has no latencies of its own; only the first \(limit) phases have")
        }
    }
}
