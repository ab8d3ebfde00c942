import JSONText

/// Which samples a threshold reads, taken apart: `chat_reply_duration{phase:steady,author:ai}`.
struct MetricSelector: Sendable {
    enum Metric: Hashable, Sendable {
        case latency(LatencyMetric, LatencyReading)
        case rate(RateMetric)
        case counter(CounterMetric)
    }

    var metric: Metric
    /// The metric's name, without the selection.
    var name: String
    var phase: String?
    /// The author or the call of a latency.
    var latencyTag: LatencyTag?
    /// The code or the kind of a counter.
    var counterTag: String?

    /// `steps` are the names of the times that the run's behaviours measure.
    init(_ text: String, steps: [String]) throws(ThresholdFault) {
        let (name, pairs) = try Self.split(text)
        self.name = name
        metric = try Self.metric(name)
        var seen: [String] = []
        for (key, value) in pairs {
            guard !seen.contains(key) else { throw ThresholdFault("\"\(key)\" is selected twice") }
            seen.append(key)
            try select(key, value, steps)
        }
    }

    /// What the metric can be asked for.
    func checkAggregation(_ expression: ThresholdExpression) throws(ThresholdFault) {
        let allowed: (text: String, isMet: Bool) =
            switch metric {
            case .latency: ("p(N), avg, min, med, max and count", expression.aggregation != .rate)
            case .rate: ("rate", expression.aggregation == .rate)
            case .counter: ("count and rate", [.count, .rate].contains(expression.aggregation))
            }
        guard !allowed.isMet else { return }
        throw ThresholdFault("\(name) has \(allowed.text), not \"\(expression.aggregationText)\"")
    }

    private mutating func select(_ key: String, _ value: String, _ steps: [String]) throws(ThresholdFault) {
        switch metric {
        case .counter(let counter):
            guard key != "phase" else {
                throw ThresholdFault("\(name) counts over the whole run, so no phase can be selected")
            }
            try check(key, among: [counter.tagKey].compactMap(\.self))
            counterTag = value
        case .rate:
            try check(key, among: ["phase"])
            phase = value
        case .latency(let latency, _):
            try check(key, among: ["phase"] + [latency.tagKey].compactMap(\.self))
            if key == "phase" {
                phase = value
                return
            }
            let tags = latency.tags(steps: steps)
            guard let tag = tags.first(where: { $0.pair(steps: steps)?.value == value }) else {
                let known = tags.compactMap { $0.pair(steps: steps)?.value }
                let hint = Spelling.hint(for: value, among: known)
                let all = known.isEmpty ? "none" : known.joined(separator: ", ")
                throw ThresholdFault("\"\(value)\" is no \(key) of \(name); there are \(all)\(hint)")
            }
            latencyTag = tag
        }
    }

    private func check(_ key: String, among known: [String]) throws(ThresholdFault) {
        guard !known.contains(key) else { return }
        guard !known.isEmpty else { throw ThresholdFault("nothing can be selected of \(name)") }
        let hint = Spelling.hint(for: key, among: known)
        throw ThresholdFault("\(name) is selected by \(known.joined(separator: " and ")), not by \"\(key)\"\(hint)")
    }

    private static func split(
        _ text: String
    ) throws(ThresholdFault) -> (name: String, pairs: [(key: String, value: String)]) {
        guard let brace = text.firstIndex(of: "{") else { return (trimmed(text[...]), []) }
        let rest = trimmed(text[text.index(after: brace)...])
        guard rest.hasSuffix("}") else { throw ThresholdFault("\"\(text)\" lacks the \"}\" that ends its selection") }
        var pairs: [(key: String, value: String)] = []
        for part in rest.dropLast().split(separator: ",", omittingEmptySubsequences: false) {
            guard let colon = part.firstIndex(of: ":") else {
                throw ThresholdFault("\"\(trimmed(part))\" selects nothing; write it like \"{phase:steady}\"")
            }
            pairs.append((trimmed(part[..<colon]), trimmed(part[part.index(after: colon)...])))
        }
        return (trimmed(text[..<brace]), pairs)
    }

    private static func metric(_ name: String) throws(ThresholdFault) -> Metric {
        for reading in LatencyReading.allCases {
            if let found = LatencyMetric.allCases.first(where: { $0.name(reading) == name }) {
                return .latency(found, reading)
            }
        }
        if let found = RateMetric.allCases.first(where: { $0.name == name }) { return .rate(found) }
        if let found = CounterMetric.allCases.first(where: { $0.name == name }) { return .counter(found) }
        let known =
            LatencyReading.allCases.flatMap { reading in LatencyMetric.allCases.map { $0.name(reading) } }
            + RateMetric.allCases.map(\.name) + CounterMetric.allCases.map(\.name)
        throw ThresholdFault("there is no metric \"\(name)\"\(Spelling.hint(for: name, among: known))")
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        let kept = start.reversed().drop(while: \.isWhitespace).count
        return String(start.prefix(kept))
    }
}
