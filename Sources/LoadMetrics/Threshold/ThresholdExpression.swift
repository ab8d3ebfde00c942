import JSONText

/// A limit in k6's grammar, taken apart: `p(95)<800`.
struct ThresholdExpression: Sendable {
    /// What is made of the samples.
    enum Aggregation: Hashable, Sendable {
        case average
        case minimum
        case median
        case maximum
        case count
        case rate
        case percentile(Double)
    }

    enum Comparison: String, CaseIterable, Sendable {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case equal = "=="
        case unequal = "!="

        func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .less: value < limit
            case .lessOrEqual: value <= limit
            case .greater: value > limit
            case .greaterOrEqual: value >= limit
            case .equal: value == limit
            case .unequal: value != limit
            }
        }
    }

    var aggregation: Aggregation
    /// As written, without spaces: `p(95)`.
    var aggregationText: String
    var comparison: Comparison
    var limit: Double

    init(_ text: String) throws(ThresholdFault) {
        let text = String(text.filter { !$0.isWhitespace })
        guard let start = text.firstIndex(where: { "<>=!".contains($0) }) else {
            throw ThresholdFault("\"\(text)\" compares nothing; write it like \"p(95)<800\"")
        }
        let rest = text[start...]
        let end = rest.firstIndex { !"<>=!".contains($0) } ?? rest.endIndex
        guard let comparison = Comparison(rawValue: String(rest[..<end])) else {
            throw ThresholdFault("\"\(rest[..<end])\" compares nothing; it is one of < <= > >= == !=")
        }
        self.comparison = comparison
        aggregationText = String(text[..<start])
        aggregation = try Self.aggregation(aggregationText)
        limit = try Self.limit(String(rest[end...]))
    }

    private static let names: [(text: String, aggregation: Aggregation)] = [
        ("avg", .average), ("min", .minimum), ("med", .median), ("max", .maximum), ("count", .count), ("rate", .rate),
    ]

    private static func aggregation(_ text: String) throws(ThresholdFault) -> Aggregation {
        if let known = names.first(where: { $0.text == text }) { return known.aggregation }
        if text.hasPrefix("p(") {
            guard text.hasSuffix(")"), let percent = number(String(text.dropFirst(2).dropLast())) else {
                throw ThresholdFault("\"\(text)\" is no percentile; write it like \"p(99.9)\"")
            }
            guard 0...100 ~= percent else {
                throw ThresholdFault("\"\(text)\": a percentile lies between 0 and 100")
            }
            return .percentile(percent)
        }
        let hint = Spelling.hint(for: text, among: names.map(\.text) + ["p(95)"])
        throw ThresholdFault("\"\(text)\" is no aggregation; there are p(N), avg, min, med, max, count, rate\(hint)")
    }

    private static func limit(_ text: String) throws(ThresholdFault) -> Double {
        if let limit = number(text) { return limit }
        throw ThresholdFault(
            "\"\(text)\" is no number; a limit has no unit: latencies are milliseconds, rates lie between 0 and 1"
        )
    }

    /// Plain decimals only: the standard library also reads `inf`, `nan` and hexadecimal.
    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ 48...57 ~= $0 || ".+-eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
