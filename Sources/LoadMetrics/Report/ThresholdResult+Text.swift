extension ThresholdResult {
    /// Such as `p(95)=412ms`.
    var reachedText: String {
        value.map { "\(aggregation)=\(text(of: $0))" } ?? "no samples"
    }

    /// Such as `n=18 204`, or `7 of 5 830` of a rate.
    var samplesText: String {
        if let failures { return "\(Figure.count(failures)) of \(Figure.count(samples))" }
        return unit == .milliseconds ? "n=\(Figure.count(samples))" : ""
    }

    /// What was reached, what was allowed, and by how much it was missed.
    var missText: String {
        guard let value else { return "\(expression) could not be judged: there are no samples" }
        let comparison = String(expression.filter { "<>=!".contains($0) })
        let allowed = "\(reachedText), allowed \(comparison) \(text(of: limit))"
        guard value != limit else { return allowed }
        let side = value > limit ? "over" : "under"
        let share = limit == 0 ? "" : " (\(Figure.share(abs(value - limit) / abs(limit))))"
        return "\(allowed): \(side) by \(differenceText(abs(value - limit)))\(share)"
    }

    /// A difference of shares is not a share: 6 % is five points over 1 %.
    private func differenceText(_ difference: Double) -> String {
        unit == .share ? Figure.significant(difference * 100) + " points" : text(of: difference)
    }

    private func text(of value: Double) -> String {
        switch unit {
        case .milliseconds: Figure.time(milliseconds: value)
        case .share: Figure.share(value)
        case .count: value == value.rounded() ? Figure.count(Int(min(max(value, -1e15), 1e15))) : "\(value)"
        case .perSecond: Figure.rate(value)
        }
    }
}
