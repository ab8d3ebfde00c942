/// What tells apart the series of one latency besides the phase.
public struct LatencyTag: Hashable, Comparable, Sendable {
    /// Among all tags of a run.
    let place: Int

    public static let none = LatencyTag(place: 0)
    public static let authorAI = LatencyTag(place: 1)
    public static let authorHuman = LatencyTag(place: 2)

    /// What is called over HTTP, by what for.
    private static let calls = [
        "configuration", "visitor", "availability", "token", "attachment", "analytics", "stored_event", "message",
    ]
    private static let actions = [
        "open", "rename", "archive", "end", "transcript", "fields", "older", "page", "trigger", "sign_out",
    ]
    private static let firstCall = 3
    private static let firstAction = firstCall + calls.count
    private static let fixed = firstAction + actions.count

    /// A call over HTTP, under a name of the list; none for another name.
    public static func call(_ name: String) -> LatencyTag {
        calls.firstIndex(of: name).map { LatencyTag(place: firstCall + $0) } ?? .none
    }

    /// Something that a customer did, as for ``call(_:)``.
    public static func action(_ name: String) -> LatencyTag {
        actions.firstIndex(of: name).map { LatencyTag(place: firstAction + $0) } ?? .none
    }

    /// A time that behaviours measure under a name, by the name's place among the run's.
    public static func step(_ number: Int) -> LatencyTag { LatencyTag(place: fixed + number) }

    /// So many names may a run have (ours), so that their series are bounded.
    public static let stepLimit = 16

    /// How many there are in a run with so many named steps.
    static func count(steps: Int) -> Int { fixed + steps }

    static func all(steps: Int) -> [LatencyTag] { (0..<count(steps: steps)).map { LatencyTag(place: $0) } }

    /// Key and value; nil for a series without a tag.
    public func pair(steps: [String]) -> (key: String, value: String)? {
        switch place {
        case Self.authorAI.place: ("author", "ai")
        case Self.authorHuman.place: ("author", "human")
        case Self.firstCall..<Self.firstAction: ("call", Self.calls[place - Self.firstCall])
        case Self.firstAction..<Self.fixed: ("action", Self.actions[place - Self.firstAction])
        default: steps.indices.contains(place - Self.fixed) ? ("step", steps[place - Self.fixed]) : nil
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }
}
