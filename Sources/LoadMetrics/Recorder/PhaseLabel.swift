/// A phase of the run, as far as measuring cares.
public struct PhaseLabel: Sendable, Hashable {
    public var name: String
    /// False keeps the phase's latencies and rates out of totals and thresholds; the interval log has them nevertheless.
    public var isRecorded: Bool

    public init(name: String, isRecorded: Bool) {
        self.name = name
        self.isRecorded = isRecorded
    }
}
