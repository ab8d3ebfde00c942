import JSONText

/// A command line that has been understood: one verb, its operands, and flags whose values fit their forms.
public struct Arguments: Sendable {
    public let verb: String
    public internal(set) var operands: [String] = []
    /// In the order in which they were given.
    private var given: [(flag: String, value: String)] = []

    init(verb: String) {
        self.verb = verb
    }

    public func has(_ flag: String) -> Bool { given.contains { $0.flag == flag } }

    public func text(_ flag: String) -> String? { given.last { $0.flag == flag }?.value }

    public func texts(_ flag: String) -> [String] { given.filter { $0.flag == flag }.map(\.value) }

    public func whole(_ flag: String) -> Int? { text(flag).flatMap { Int($0) } }

    public func number(_ flag: String) -> Double? { text(flag).flatMap { Double($0) } }

    public func duration(_ flag: String) -> Duration? { text(flag).flatMap { ValueReader.duration(of: $0) } }

    public func endpoint(_ flag: String) -> Endpoint? { text(flag).flatMap { Endpoint($0) } }

    /// `NAME=VALUE` flags, split at the first equals sign.
    public func pairs(_ flag: String) -> [(name: String, value: String)] {
        texts(flag).compactMap { text in
            text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
        }
    }

    mutating func give(_ flag: Flag, _ value: String) throws(ArgumentError) {
        let shown = "--\(flag.name)"
        guard flag.isRepeatable || !has(flag.name) else { throw .repeated(flag: shown) }
        guard flag.form.accepts(value) else {
            throw .badValue(flag: shown, found: value, allowed: flag.form.allowed)
        }
        given.append((flag.name, value))
    }
}

/// Where to listen: `127.0.0.1:8080`, `localhost:0`, `[::1]:8080`.
public struct Endpoint: Hashable, Sendable {
    public var host: String
    public var port: UInt16

    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.host = String(host)
        self.port = port
    }
}

extension Flag.Form {
    /// As it stands behind the flag in a help line; nil for a toggle.
    var placeholder: String? {
        switch self {
        case .toggle: nil
        case .text(let name): name
        case .pair(let name): name
        case .whole: "N"
        case .number: "F"
        case .duration: "TIME"
        case .endpoint: "HOST:PORT"
        }
    }

    func accepts(_ value: String) -> Bool {
        switch self {
        case .toggle: true
        case .text: !value.isEmpty
        case .whole(let range): Int(value).map(range.contains) ?? false
        case .number(let range): Double(value).map(range.contains) ?? false
        case .duration: ValueReader.duration(of: value) != nil
        case .pair: value.firstIndex(of: "=").map { $0 > value.startIndex } ?? false
        case .endpoint: Endpoint(value) != nil
        }
    }

    var allowed: String {
        switch self {
        case .toggle: "nothing"
        case .text(let name): "\(name), not empty"
        case .whole(let range): Self.bounds("a whole number", range, top: Int.max)
        case .number(let range): Self.bounds("a number", range, top: Double.infinity)
        case .duration: "a duration with its unit, such as 500ms, 1.5s or 1m30s"
        case .pair(let name): name
        case .endpoint: "HOST:PORT, such as 127.0.0.1:8080"
        }
    }

    private static func bounds<Number: Comparable>(_ kind: String, _ range: ClosedRange<Number>, top: Number) -> String
    {
        range.upperBound == top
            ? "\(kind) from \(range.lowerBound)" : "\(kind) from \(range.lowerBound) to \(range.upperBound)"
    }
}
