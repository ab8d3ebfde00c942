/// A point in civil time: milliseconds since 1970-01-01T00:00:00Z.
public struct WallTime: Comparable, Hashable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

/// Turns points of the monotonic clock into civil time, by one reading of both taken at the start.
///
/// The civil clock is read once, so a run is not disturbed when the machine's clock is set meanwhile.
public struct WallClock: Hashable, Sendable {
    private let origin: WallTime
    private let start: MonotonicTime

    public init(origin: WallTime, at start: MonotonicTime) {
        self.origin = origin
        self.start = start
    }

    public func time(at moment: MonotonicTime) -> WallTime {
        let passed = Int64(moment.nanoseconds) - Int64(start.nanoseconds)
        return WallTime(milliseconds: origin.milliseconds + passed / 1_000_000)
    }
}
