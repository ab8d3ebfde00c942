/// How many customers there were.
public struct CustomerCounts: Hashable, Sendable {
    public var started = 0
    public var finished = 0
    public var failed = 0
    /// Arrivals that found the maximum of customers reached.
    public var dropped = 0
    public var present = 0
    public var peak = 0
    /// Turns that were cut short by the end of the run or by the failure of their customer: they have no reply sample.
    public var turnsCut = 0

    public init() {}

    /// The peaks of several loops are added, as if they had come at one moment: no less than the true peak.
    public mutating func add(_ other: CustomerCounts) {
        started += other.started
        finished += other.finished
        failed += other.failed
        dropped += other.dropped
        present += other.present
        peak += other.peak
        turnsCut += other.turnsCut
    }
}
