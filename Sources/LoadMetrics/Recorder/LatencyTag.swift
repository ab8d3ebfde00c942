/// What tells apart the series of one latency besides the phase.
public struct LatencyTag: Hashable, Comparable, Sendable {
    /// Among all tags of a run.
    let place: Int

    public static let none = LatencyTag(place: 0)
    public static let authorAI = LatencyTag(place: 1)
    public static let authorHuman = LatencyTag(place: 2)
    public static let callConfiguration = LatencyTag(place: 3)
    public static let callVisitor = LatencyTag(place: 4)

    private static let fixed = 5

    /// A time that behaviours measure under a name, by the name's place among the run's.
    public static func step(_ number: Int) -> LatencyTag { LatencyTag(place: fixed + number) }

    /// So many names may a run have (ours), so that their series are bounded.
    public static let stepLimit = 16

    /// How many there are in a run with so many named steps.
    static func count(steps: Int) -> Int { fixed + steps }

    static func all(steps: Int) -> [LatencyTag] { (0..<count(steps: steps)).map { LatencyTag(place: $0) } }

    /// Key and value; nil for a series without a tag.
    public func pair(steps: [String]) -> (key: String, value: String)? {
        switch self {
        case .none: nil
        case .authorAI: ("author", "ai")
        case .authorHuman: ("author", "human")
        case .callConfiguration: ("call", "configuration")
        case .callVisitor: ("call", "visitor")
        default: steps.indices.contains(place - Self.fixed) ? ("step", steps[place - Self.fixed]) : nil
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }
}
