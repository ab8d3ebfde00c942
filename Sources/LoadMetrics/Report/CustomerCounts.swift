/// What became of the customers.
public struct CustomerCounts: Sendable, Hashable {
    public var started: Int
    public var finished: Int
    public var failed: Int
    /// Arrivals that did not happen because the maximum was reached.
    public var dropped: Int
    /// The most at once.
    public var peak: Int

    public init(started: Int = 0, finished: Int = 0, failed: Int = 0, dropped: Int = 0, peak: Int = 0) {
        self.started = started
        self.finished = finished
        self.failed = failed
        self.dropped = dropped
        self.peak = peak
    }

    /// The peaks are added as if they had come at one moment, so the sum is no less than the true peak.
    public static func += (left: inout Self, right: Self) {
        left.started += right.started
        left.finished += right.finished
        left.failed += right.failed
        left.dropped += right.dropped
        left.peak += right.peak
    }
}
