public import Clockwork

extension ValueReader {
    private static let units: [(name: String, seconds: Double)] = [
        ("ms", 0.001), ("us", 0.000_001), ("s", 1), ("m", 60), ("h", 3_600),
    ]

    /// Longer than any run, short enough for every sum of a few of them.
    public static let longestDuration = Duration.seconds(999_999_999)

    /// `"1.5s"`, `"500ms"`, `"1m30s"`; a bare number is an error that shows how to write it.
    public mutating func duration(
        atLeast least: Duration = .zero,
        atMost most: Duration = longestDuration
    ) -> Duration? {
        if case .number(let number) = node.value {
            let text = JSONNode.text(of: number)
            fail("found the bare number \(text); a duration is text with its unit: \"\(text)s\" or \"\(text)ms\"")
            return nil
        }
        guard case .text(let text) = node.value, let duration = Self.duration(of: text) else {
            return mismatch(allowed: "a duration with its unit, such as \"500ms\", \"1.5s\" or \"1m30s\"")
        }
        guard duration >= least else { return mismatch(allowed: "a duration of at least \(Self.text(of: least))") }
        guard duration <= most else { return mismatch(allowed: "a duration of at most \(Self.text(of: most))") }
        return duration
    }

    /// `"60/s"`, `"90/m"`, `"5/h"`; a bare number is an error that shows how to write it.
    public mutating func rate() -> Rate? {
        if case .number(let number) = node.value {
            let text = JSONNode.text(of: number)
            fail("found the bare number \(text); a rate is text with its unit: \"\(text)/s\" or \"\(text)/m\"")
            return nil
        }
        guard case .text(let text) = node.value, let rate = Self.rate(of: text) else {
            return mismatch(allowed: "a rate with its unit, such as \"60/s\" or \"90/m\"")
        }
        return rate
    }

    /// `"40%"`, as a share of 1.
    public mutating func share() -> Double? {
        if case .text(let text) = node.value, text.hasSuffix("%"), let percent = Self.plain(text.dropLast()),
            percent <= 100
        {
            return percent / 100
        }
        return mismatch(allowed: "a share from \"0%\" to \"100%\"")
    }

    /// A constant, or one of the named shapes.
    public mutating func distribution() -> Distribution? {
        switch node.value {
        case .object: object { $0.distribution() }
        default: duration().map { .constant($0) }
        }
    }

    /// `"1.5s"`, the way a profile would say it.
    public static func text(of duration: Duration) -> String {
        let unit: (name: String, seconds: Double) =
            switch duration.seconds {
            case 0: ("s", 1)
            case ..<0.001: ("us", 0.000_001)
            case ..<1: ("ms", 0.001)
            case 3_600... where duration.seconds.truncatingRemainder(dividingBy: 3_600) == 0: ("h", 3_600)
            case 60... where duration.seconds.truncatingRemainder(dividingBy: 60) == 0: ("m", 60)
            default: ("s", 1)
            }
        return JSONNode.text(of: (duration.seconds / unit.seconds * 1e6).rounded() / 1e6) + unit.name
    }

    /// Nil when this is no duration, or longer than ``longestDuration``.
    public static func duration(of text: String) -> Duration? {
        var seconds = 0.0
        var rest = text[...]
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(number.count)
            guard let amount = plain(number), let unit = units.first(where: { rest.hasPrefix($0.name) }) else {
                return nil
            }
            seconds += amount * unit.seconds
            rest = rest.dropFirst(unit.name.count)
        }
        return seconds <= longestDuration.seconds ? .fractional(seconds: seconds) : nil
    }

    static func rate(of text: String) -> Rate? {
        guard let slash = text.firstIndex(of: "/"), let amount = plain(text[..<slash]) else { return nil }
        let unit = text[text.index(after: slash)...]
        return units.first { $0.name == unit }.map { Rate(perSecond: amount / $0.seconds) }
    }

    /// Digits with at most one point; no sign, no exponent.
    private static func plain(_ text: Substring) -> Double? {
        guard let first = text.first, first.isASCII, first.isNumber,
            text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        else { return nil }
        return Double(text)
    }
}

extension ObjectReader {
    fileprivate mutating func distribution() -> Distribution? {
        let uniform = optional("uniform") { value in
            value.object { shape -> Distribution? in
                let from = shape.required("from") { $0.duration() }
                let to = shape.required("to") { $0.duration() }
                guard let from, let to else { return nil }
                if to < from { shape.fail("to", "\"to\" is less than \"from\"") }
                return .uniform(from: from, to: to)
            }
        }
        let exponential = optional("exponential") { value in
            value.object { shape in
                shape.required("mean") { $0.duration() }.map { Distribution.exponential(mean: $0) }
            }
        }
        let lognormal = optional("lognormal") { value in
            value.object { shape -> Distribution? in
                let median = shape.required("median") { $0.duration() }
                let sigma = shape.required("sigma") { $0.number(in: 0...10) }
                guard let median, let sigma else { return nil }
                return .lognormal(median: median, sigma: sigma)
            }
        }
        let asked = ["uniform", "exponential", "lognormal"].filter(has)
        guard asked.count == 1 else {
            // A misspelt shape is told as the unknown key that it is.
            let isMisspelt = asked.isEmpty && node.value != .object([])
            if isMisspelt { return nil }
            fail("found \(asked.count) shapes; allowed: one of \"uniform\", \"exponential\", \"lognormal\"")
            return nil
        }
        return uniform ?? exponential ?? lognormal
    }
}
