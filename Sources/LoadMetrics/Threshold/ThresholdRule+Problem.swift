import JSONText

extension ThresholdRule {
    /// What is wrong with the metric as written, as a sentence; nil when nothing is.
    public func metricProblem(knownPhases: [PhaseLabel]) -> String? {
        do throws(ThresholdFault) {
            try checkPhase(MetricSelector(metric).phase, knownPhases)
            return nil
        } catch {
            return error.message
        }
    }

    /// What is wrong with the rule, without running anything, as a sentence; nil when nothing is.
    public func problem(knownPhases: [PhaseLabel]) -> String? {
        if let problem = metricProblem(knownPhases: knownPhases) { return problem }
        do throws(ThresholdFault) {
            try MetricSelector(metric).checkAggregation(ThresholdExpression(expression))
            return nil
        } catch {
            return error.message
        }
    }

    private func checkPhase(_ phase: String?, _ known: [PhaseLabel]) throws(ThresholdFault) {
        guard let phase else { return }
        guard let found = known.first(where: { $0.name == phase }) else {
            let names = known.map(\.name)
            let hint = Spelling.hint(for: phase, among: names)
            throw ThresholdFault("there is no phase \"\(phase)\"; there are \(names.joined(separator: ", "))\(hint)")
        }
        guard found.isRecorded else {
            throw ThresholdFault("phase \"\(phase)\" is not recorded, so this would always fail for want of samples")
        }
    }
}
