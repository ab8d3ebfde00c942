/// A point on a clock that never goes backwards, in nanoseconds since an arbitrary start.
public struct MonotonicTime: Comparable, Hashable, Sendable {
    public var nanoseconds: UInt64

    /// Before every time; stands for "has not happened".
    public static let never = MonotonicTime(nanoseconds: 0)

    @inlinable
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    @inlinable
    public static func + (time: Self, gap: Duration) -> Self {
        MonotonicTime(nanoseconds: UInt64(max(0, Int64(time.nanoseconds) &+ gap.nanoseconds)))
    }

    @inlinable
    public static func += (time: inout Self, gap: Duration) {
        time = time + gap
    }

    @inlinable
    public static func - (left: Self, right: Self) -> Duration {
        .nanoseconds(Int64(left.nanoseconds) - Int64(right.nanoseconds))
    }
}

extension Duration {
    /// Whole nanoseconds; a duration of more than 292 years does not fit and traps.
    @inlinable
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    @inlinable
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// A duration of so many seconds, to the nanosecond; what is longer than a century is a century.
    @inlinable
    public static func fractional(seconds: Double) -> Duration {
        guard !seconds.isNaN else { return .zero }
        let century = 3.2e18
        return .nanoseconds(Int64(min(max((seconds * 1e9).rounded(), -century), century)))
    }
}

/// Where a room learns what time it is.
public protocol TimeSource {
    var now: MonotonicTime { get }
}
