import Clockwork

/// How far a customer is in its behaviour.
struct BehaviorMind: Sendable {
    private var place: Int32 = 0
    private var depth: UInt8 = 0
    /// Rounds that are left of each repetition that it is in.
    private var rounds = InlineArray<4, Int32>(repeating: 0)
    private let turns: Int32

    /// The steps of leading that are taken in one go; whoever goes round and never waits is stopped here and goes on
    /// later.
    private static let patience = 1_000

    init(turns: Int) {
        self.turns = Int32(clamping: turns)
    }

    /// The next step that does something; nil when there is none any more.
    ///
    /// `holds` says whether a condition does.
    mutating func next(
        of script: BehaviorScript,
        using random: inout SeededRandom,
        _ holds: (BehaviorStep.Condition) -> Bool
    ) -> BehaviorStep? {
        for _ in 0..<Self.patience {
            guard place < script.steps.count else { return nil }
            let step = script.steps[Int(place)]
            place += 1
            switch step {
            case .enter(let repetition, let past): enter(draw(repetition, using: &random), past: past)
            case .again(let first): again(from: first)
            case .choose(let choices): place = Int32(Self.draw(choices, using: &random))
            case .go(let there): place = Int32(there)
            case .unless(let condition, let there): if !holds(condition) { place = Int32(there) }
            default: return step
            }
        }
        return .think(.constant(.milliseconds(1)))
    }

    mutating func go(to there: Int) {
        place = Int32(there)
    }

    private mutating func enter(_ count: Int32, past: Int) {
        if count > 0 {
            rounds[Int(depth)] = count
            depth += 1
        } else {
            place = Int32(past)
        }
    }

    private mutating func again(from first: Int) {
        rounds[Int(depth) - 1] -= 1
        if rounds[Int(depth) - 1] > 0 { place = Int32(first) } else { depth -= 1 }
    }

    private func draw(_ repetition: BehaviorStep.Repetition, using random: inout SeededRandom) -> Int32 {
        switch repetition {
        case .turns: turns
        case .firstHalf: turns - turns / 2
        case .secondHalf: turns / 2
        case .times(let range): Int32(range.lowerBound + random.index(below: range.count))
        }
    }

    private static func draw(_ choices: [BehaviorStep.Choice], using random: inout SeededRandom) -> Int {
        var left = choices.reduce(0) { $0 + $1.weight } * random.unit()
        for choice in choices {
            left -= choice.weight
            if left < 0 { return choice.first }
        }
        return choices.last?.first ?? 0
    }
}
