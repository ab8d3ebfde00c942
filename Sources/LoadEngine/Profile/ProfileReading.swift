import ChatClient
import ChatModel
import Clockwork
import JSONText
import LoadMetrics

/// One reading of one profile, key by key; what a part must know of another is noted here on the way.
struct ProfileReading {
    let decoder: ProfileDecoder
    let file: String
    /// What stands in `target`'s stead.
    let target: JSONDocument?
    /// Problems of other files than the profile.
    var elsewhere: [DocumentProblem] = []

    /// The form that every customer fills in; nil when it is not known here.
    var survey: Survey?
    /// The forms of named channels.
    var surveys: [String: Survey?] = [:]
    /// The platform of the simulator, or of the targets.
    var rules: PlatformRules?
    /// Nil when there is but one target.
    var targetNames: [String]?
    /// Those that were read already.
    var attachments: [(key: String, file: ChatFile)] = []
    /// Nil when the simulator has but one channel.
    var channelNames: [String]?
    var defaults = Defaults()
    var isOpenModel = true
    /// What the texts of the group that is being read may ask for.
    var places = ValueReader.places

    /// What a group has that says nothing else.
    struct Defaults {
        // ours, both: the second is about 60 words a minute
        var think = Distribution.lognormal(median: .seconds(5), sigma: 0.6)
        var typing = TypingPace(charactersPerSecond: 5, jitter: 0.3)
    }

    init(decoder: ProfileDecoder, file: String, target: JSONDocument?) {
        self.decoder = decoder
        self.file = file
        self.target = target
    }

    mutating func profile(_ object: inout ObjectReader, defaultSeed: UInt64) -> LoadProfile? {
        let name = object.required("name") { $0.word() }
        let seed = object.optional("seed") { $0.integer(in: 0...ProfileLimits.largestSeed) }
        let target = self.target(&object)
        let hasChannel = object.node["simulator"]?["channel"] != nil
        var survey: Survey?
        let simulator = object.optional("simulator") { self.simulator(&$0, survey: &survey) }
        if case .simulator? = target {
            if hasChannel { self.survey = survey }
        } else {
            channelNames = nil
            surveys = [:]
        }

        let phases = Self.phases(of: object.node["load"])
        let load = object.required("load") { $0.object { self.loadPlan(&$0) } }
        let storms = object.optional("storms") { self.storms(&$0, load, names: phases.map(\.name)) }
        if case .platforms? = target, storms?.contains(where: { $0.down != nil }) == true {
            object.fail("storms", "only the embedded simulator can be restarted, and the target is another platform")
        }
        if let think = object.optional("think", { $0.distribution() }) { defaults.think = think }
        if let typing = object.optional("typing", { $0.typing() }) { defaults.typing = typing }
        if case .closed? = load?.model { isOpenModel = false }
        let customers = object.required("customers") { self.customers(&$0) }
        // ours, both
        let replyTimeout = object.optional("replyTimeout") { $0.duration(atLeast: .milliseconds(1)) } ?? .seconds(30)
        let httpIdle = object.optional("httpIdle") { $0.duration() } ?? .seconds(10)
        let steps = LoadProfile.stepNames(of: customers ?? [])
        if steps.count > LatencyTag.stepLimit {
            let limit = LatencyTag.stepLimit
            object.fail("customers", "their behaviors measure \(steps.count) names; at most \(limit) may be")
        }
        let thresholds = object.optional("thresholds") { Self.thresholds(&$0, phases: phases, steps: steps) } ?? []
        let tags = object.optional("tags") { value in
            value.entries { _, value in value.text().map { value.node.shown ?? $0 } }
        }
        guard let name, let target, let load, let customers else { return nil }
        return LoadProfile(
            name: name,
            seed: seed.map { UInt64($0) } ?? defaultSeed,
            target: target,
            simulator: simulator ?? Self.simulator(for: target, decoder.platforms),
            load: load,
            storms: storms ?? [],
            customers: customers,
            replyTimeout: replyTimeout,
            httpIdle: httpIdle,
            thresholds: thresholds,
            tags: tags ?? [],
            secrets: Secrets()
        )
    }

    private static func thresholds(
        _ value: inout ValueReader,
        phases: [PhaseLabel],
        steps: [String]
    ) -> [ThresholdRule] {
        let rules = value.entries { metric, value in
            value.list(atLeast: 1) { value -> ThresholdRule? in
                guard let expression = value.text(allowed: "an expression such as \"p(95)<800\"") else { return nil }
                let rule = ThresholdRule(metric: metric, expression: expression)
                // A faulty metric is told once, not for each of its expressions.
                guard rule.metricProblem(knownPhases: phases, knownSteps: steps) == nil else { return rule }
                if let problem = rule.problem(knownPhases: phases, knownSteps: steps) { value.fail(problem) }
                return rule
            }
        }
        for (metric, _) in rules ?? [] {
            let rule = ThresholdRule(metric: metric, expression: "")
            let problem = rule.metricProblem(knownPhases: phases, knownSteps: steps)
            if let problem { value.fail(key: metric, problem) }
        }
        return (rules ?? []).flatMap(\.value)
    }

    /// A load's phases as they stand there, whether or not they are right.
    private static func phases(of load: JSONNode?) -> [PhaseLabel] {
        guard case .list(let phases)? = load?["phases"]?.value else { return [] }
        return phases.compactMap { phase in
            guard case .text(let name)? = phase["name"]?.value else { return nil }
            return PhaseLabel(name: name, isRecorded: phase["record"]?.value != .flag(false))
        }
    }

    /// A name that also stands in messages, file names and selectors; masked where it holds a secret.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter || first.isNumber, text.count <= 64 else {
            return false
        }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}

extension ValueReader {
    /// A name that also stands in messages, file names and selectors; masked where it holds a secret.
    mutating func word() -> String? {
        let allowed = "a name of up to 64 letters, digits, \"-\", \"_\" and \".\" that begins with a letter or digit"
        guard let text = text(allowed: allowed) else { return nil }
        guard ProfileReading.isWord(text) else { return mismatch(allowed: allowed) }
        return node.shown ?? text
    }

    /// The same, not among `seen`, which it joins.
    mutating func word(notAmong seen: inout [String]) -> String? {
        guard let word = word() else { return nil }
        if seen.contains(word) { fail("the name \"\(word)\" stands here a second time") }
        seen.append(word)
        return word
    }

    /// A pace, or a time that is drawn whatever the text.
    mutating func typing() -> TypingPace? {
        let isDrawn = ["uniform", "exponential", "lognormal"].contains { node[$0] != nil }
        guard case .object = node.value, !isDrawn else { return distribution().map { TypingPace(time: $0) } }
        return object { pace -> TypingPace? in
            let speed = pace.required("charactersPerSecond") { $0.number(in: 0.1...1_000) }
            let jitter = pace.optional("jitter") { $0.number(in: 0...1) } ?? 0
            let atMost = pace.optional("atMost") { $0.duration() }
            return speed.map { TypingPace(charactersPerSecond: $0, jitter: jitter, atMost: atMost) }
        }
    }
}
