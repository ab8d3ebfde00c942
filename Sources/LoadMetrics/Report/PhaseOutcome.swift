/// What a phase was asked for, and what it reached.
public struct PhaseOutcome: Sendable, Hashable {
    public var name: String
    public var isRecorded: Bool
    /// Arrivals per second by the plan; nil where the load is not given as a rate.
    public var askedRate: Double?
    /// Arrivals per second that happened.
    public var reachedRate: Double
    public var durationSeconds: Double
    public var throughput: Throughput

    public init(
        _ label: PhaseLabel,
        askedRate: Double?,
        reachedRate: Double,
        durationSeconds: Double,
        throughput: Throughput
    ) {
        name = label.name
        isRecorded = label.isRecorded
        self.askedRate = askedRate
        self.reachedRate = reachedRate
        self.durationSeconds = durationSeconds
        self.throughput = throughput
    }
}
