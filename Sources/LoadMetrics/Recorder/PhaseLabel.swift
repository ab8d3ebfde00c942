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

extension PhaseLabel {
    /// So many phases, the first of a run, have latency series of their own; what a later one brings is recorded as
    /// ``CounterTable/overflowValue``, so that no profile makes a run's memory grow.
    public static let seriesLimit = 64

    /// What the latency series of that phase go by.
    static func seriesName(of phase: Int, among phases: [PhaseLabel]) -> String {
        phase < seriesLimit ? phases[phase].name : CounterTable.overflowValue
    }
}
