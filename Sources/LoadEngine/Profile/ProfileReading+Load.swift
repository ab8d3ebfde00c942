import ChatClient
import Clockwork
import JSONText
import LoadMetrics

/// `load` and `storms`: how many customers, when, and what befalls them.
extension ProfileReading {
    mutating func loadPlan(_ load: inout ObjectReader) -> LoadPlan? {
        let isClosed = load.optional("model") { $0.choice([("open", false), ("closed", true)]) } ?? false
        let spacing = load.optional("arrivals") { value -> LoadPlan.Spacing? in
            if isClosed { value.fail("\"arrivals\" belongs to the open model; a closed one takes \"customers\"") }
            return value.choice([("poisson", .poisson), ("uniform", .uniform)])
        }
        // ours, both
        let most = load.optional("maxCustomers") { $0.integer(in: 1...ProfileLimits.mostCustomers) } ?? 10_000
        let stop = load.optional("gracefulStop") { $0.duration() } ?? .seconds(30)
        let phases = load.required("phases") { value -> [LoadPlan.Phase]? in
            var names: [String] = []
            let phases = value.list(atLeast: 1) { value in
                value.object { Self.phase(&$0, isClosed: isClosed, names: &names) }
            }
            Self.check(phases ?? [], &value, isClosed: isClosed)
            return phases
        }
        let model = isClosed ? LoadPlan.Model.closed : .open(spacing ?? .poisson)
        return phases.map { LoadPlan(model: model, phases: $0, maxCustomers: most, gracefulStop: stop) }
    }

    private static func phase(
        _ phase: inout ObjectReader,
        isClosed: Bool,
        names: inout [String]
    ) -> LoadPlan.Phase? {
        let name = phase.required("name") { $0.word(notAmong: &names) }
        let duration = phase.required("duration") {
            $0.duration(atLeast: ProfileLimits.shortestPhase, atMost: ProfileLimits.longestRun)
        }
        let (asked, other) = isClosed ? ("customers", "arrivals") : ("arrivals", "customers")
        let (model, otherModel) = isClosed ? ("closed", "open") : ("open", "closed")
        if phase.raw(other) != nil {
            phase.fail(other, "\"\(other)\" belongs to the \(otherModel) model; the \(model) one takes \"\(asked)\"")
        }
        let level = phase.required(asked) { isClosed ? $0.ramp(of: "customers") { $0.customers() } : $0.rateRamp() }
        let isRecorded = phase.optional("record") { $0.flag() } ?? true
        guard let name, let duration, let level else { return nil }
        return LoadPlan.Phase(
            name: name,
            duration: duration,
            from: level.from,
            to: level.to,
            isRecorded: isRecorded
        )
    }

    private static func check(_ phases: [LoadPlan.Phase], _ value: inout ValueReader, isClosed: Bool) {
        guard !phases.isEmpty else { return }
        if phases.allSatisfy({ $0.from == 0 && $0.to == 0 }) {
            value.fail("no customer would ever come; one phase at least needs \(isClosed ? "customers" : "arrivals")")
        }
        let other = CounterTable.overflowValue
        if phases.count > PhaseLabel.seriesLimit, phases.contains(where: { $0.name == other }) {
            value.fail("with more than \(PhaseLabel.seriesLimit) phases, \"\(other)\" names what the later ones bring")
        }
        let whole = phases.reduce(Duration.zero) { $0 + $1.duration }
        if whole > ProfileLimits.longestRun {
            let (found, most) = (ValueReader.text(of: whole), ValueReader.text(of: ProfileLimits.longestRun))
            value.fail("the phases take \(found) together; allowed: at most \(most)")
        }
    }

    mutating func storms(_ value: inout ValueReader, _ load: LoadPlan?, names: [String]) -> [Storm]? {
        value.list { value in value.object { Self.storm(&$0, load, names: names) } }
    }

    private static func storm(_ storm: inout ObjectReader, _ load: LoadPlan?, names: [String]) -> Storm? {
        let name = storm.required("phase") { $0.name(among: names, what: "phase") }
        let at = storm.optional("at") { $0.duration() } ?? .zero
        let isRestart = storm.node["how"]?.value == .text("restart")
        let share = isRestart ? 1 : storm.required("drop") { $0.share() }
        let over = isRestart ? nil : storm.optional("over") { $0.duration(atMost: ProfileLimits.longestRun) }
        let how = storm.optional("how") { value in
            value.choice([
                ("reset", DropMethod.reset), ("close", .close), ("silence", .silence), ("restart", .reset),
            ])
        }
        let longest = ProfileLimits.longestRun
        let down = isRestart ? storm.required("down") { $0.duration(atMost: longest) } : nil
        guard !isRestart || down != nil else { return nil }
        guard let load, let name, let share, let index = load.phases.firstIndex(where: { $0.name == name }) else {
            return nil
        }
        let length = load.phases[index].duration
        if at >= length {
            let text = ValueReader.text(of: length)
            storm.fail("at", "the phase \"\(name)\" ends after \(text), before this storm begins")
        }
        let start = load.start(of: index) + at
        return Storm(at: start, over: over ?? .zero, share: share, how: how ?? .reset, down: down)
    }
}

extension ValueReader {
    fileprivate mutating func rateRamp() -> (from: Double, to: Double)? {
        ramp(of: "rates") { value in
            guard let rate = value.rate() else { return nil }
            guard rate.perSecond <= ProfileLimits.highestRate else {
                return value.mismatch(allowed: "a rate of at most \(Int(ProfileLimits.highestRate))/s")
            }
            return rate.perSecond
        }
    }

    fileprivate mutating func customers() -> Double? {
        integer(in: 0...ProfileLimits.mostCustomers).map { Double($0) }
    }

    /// One level, or `{from, to}` of them.
    fileprivate mutating func ramp(
        of what: String,
        _ level: (inout ValueReader) -> Double?
    ) -> (from: Double, to: Double)? {
        guard case .object = node.value else { return level(&self).map { ($0, $0) } }
        return object { ramp -> (from: Double, to: Double)? in
            let from = ramp.required("from", level)
            let to = ramp.required("to", level)
            guard let from, let to else { return nil }
            return (from, to)
        }
    }

    /// A name that somebody else has given, with a guess at what was meant.
    mutating func name(among names: [String], what: String) -> String? {
        guard let name = text(allowed: "the name of a \(what)") else { return nil }
        guard names.contains(name) else {
            let list = names.isEmpty ? "" : "; there are: " + names.map { "\"\($0)\"" }.joined(separator: ", ")
            let hint = Spelling.hint(for: name, among: names)
            fail("there is no \(what) \(node.summary)" + (hint.isEmpty ? list : hint))
            return nil
        }
        return node.shown ?? name
    }
}
