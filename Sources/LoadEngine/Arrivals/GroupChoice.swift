import Clockwork

/// Which group each customer belongs to: by weight, from the arrival's number alone, whatever else was drawn.
public struct GroupChoice: Sendable {
    private let seed: UInt64
    /// Where each group ends on a line as long as all weights together.
    private let ends: [Double]

    public init(_ groups: [CustomerGroup], seed: UInt64) {
        self.init(weights: groups.map(\.weight), seed: seed)
    }

    public init(weights: [Double], seed: UInt64) {
        self.seed = seed
        var end = 0.0
        ends = weights.map { weight in
            end += weight
            return end
        }
    }

    /// The index of the group.
    public func group(of arrival: Int) -> Int {
        var random = SeededRandom(seed: seed, stream: "groups", UInt64(arrival))
        let point = random.unit() * (ends.last ?? 0)
        return ends.firstIndex { point < $0 } ?? max(0, ends.count - 1)
    }
}
