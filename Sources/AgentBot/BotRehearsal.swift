import Clockwork
public import JSONText

/// Plays dialogues with a bot in virtual time, each with several seeds, and tells where it did not keep to them.
public struct BotRehearsal: ~Copyable {
    public let script: BotScript
    /// The ids of the rules that have answered.
    public private(set) var usedRules: Set<String> = []
    /// How many turns were played.
    public private(set) var turns = 0
    private var matcher = BotMatcher()

    /// Each dialogue is played so often, with a seed of its own each time: a bot draws its words.
    public static let seeds: ClosedRange<UInt64> = 1...10

    public init(_ script: BotScript) {
        self.script = script
    }

    /// What was not as it should be, once for each turn.
    public mutating func play(_ dialogue: BotDialogue) -> [DocumentProblem] {
        var problems: [DocumentProblem] = []
        for seed in Self.seeds {
            var session = BotSession(random: SeededRandom(seed: seed, stream: "rehearsal"))
            for turn in dialogue.turns {
                turns += 1
                guard let fault = play(turn, with: &session, dialogue.customer) else { continue }
                guard !problems.contains(where: { $0.path == turn.path }) else { continue }
                let message = "\(fault) (\"\(dialogue.name)\", seed \(seed))"
                problems.append(DocumentProblem(file: turn.file, place: turn.place, path: turn.path, message: message))
            }
        }
        return problems
    }

    /// The rules that no dialogue has reached, in their order.
    public var unusedRules: [String] { script.rules.map(\.id).filter { !usedRules.contains($0) } }

    private mutating func play(
        _ turn: BotDialogue.Turn,
        with session: inout BotSession,
        _ customer: BotCustomer
    ) -> String? {
        var steps: [BotStep] = []
        let rule = session.answer(
            to: turn.text,
            hasAttachment: turn.hasAttachment,
            from: customer,
            following: script,
            matcher: &matcher,
            into: &steps
        )
        if let rule { usedRules.insert(rule) }
        var said: [(text: String, isAI: Bool)] = []
        var time = Duration.zero
        for step in steps {
            time += step.wait
            switch step.action {
            case .say(let text, let isAI), .show(let text, _, let isAI): said.append((text, isAI))
            default: break
            }
        }
        if let wanted = turn.rule, wanted != rule {
            return "the rule \(rule.map { "\"\($0)\"" } ?? "of nobody") answered; expected \"\(wanted)\""
        }
        for (place, expectation) in turn.expected.enumerated() where place < said.count {
            if let fault = expectation.fault(said[place].text, said[place].isAI) { return fault }
        }
        guard said.count == turn.expected.count else {
            let more = said.dropFirst(turn.expected.count).first.map { ", such as \"\($0.text)\"" } ?? ""
            return "found \(said.count) messages\(more); expected \(turn.expected.count)"
        }
        if let limit = turn.limit, time > limit {
            let (found, wanted) = (ValueReader.text(of: time), ValueReader.text(of: limit))
            return "the last message came after \(found); expected within \(wanted)"
        }
        return nil
    }
}

@available(*, unavailable)
extension BotRehearsal: Sendable {}

extension BotDialogue.Expectation {
    /// Nil when the message is as it should be.
    fileprivate func fault(_ text: String, _ isMadeByAI: Bool) -> String? {
        if !texts.isEmpty, !texts.contains(text) {
            let wanted = texts.map { "\"\($0)\"" }.joined(separator: " or ")
            return "found \"\(text)\"; expected \(wanted)"
        }
        if let part, text.lowercased().firstRange(of: part.lowercased()) == nil {
            return "found \"\(text)\"; expected \"\(part)\" in it"
        }
        if let isAI, isAI != isMadeByAI {
            return "\"\(text)\" is \(isMadeByAI ? "" : "not ")marked as made by a machine"
        }
        return nil
    }
}
