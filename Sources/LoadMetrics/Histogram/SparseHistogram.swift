/// What a ``LatencyHistogram`` held at one moment, with only the counters that are not 0: small enough for every second.
public struct SparseHistogram: Sendable, Hashable {
    /// One counter that is not 0; see ``HistogramScale`` for what its index means.
    ///
    /// In eight bytes: many seconds of many series are under way at a time.
    public struct Bucket: Sendable, Hashable {
        private let packed: UInt64

        public var index: UInt16 { UInt16(truncatingIfNeeded: packed) }
        public var count: UInt64 { packed >> 16 }

        /// A count that needs more than 48 bits is cut to the highest that does not.
        public init(index: UInt16, count: UInt64) {
            packed = Swift.min(count, 1 << 48 - 1) << 16 | UInt64(index)
        }
    }

    /// By rising index.
    public let buckets: [Bucket]
    public let count: UInt64
    /// In microseconds.
    public let sum: UInt64
    public let clamped: UInt64
    /// In microseconds; nil when it is empty.
    public let min: Int?
    /// In microseconds; nil when it is empty.
    public let max: Int?

    public init(_ histogram: borrowing LatencyHistogram) {
        var used = 0
        histogram.forEachBucket { _, _ in used += 1 }
        var buckets: [Bucket] = []
        buckets.reserveCapacity(used)
        histogram.forEachBucket { buckets.append(Bucket(index: UInt16($0), count: $1)) }
        self.buckets = buckets
        count = histogram.count
        sum = histogram.sum
        clamped = histogram.clamped
        min = histogram.min
        max = histogram.max
    }

    public init() {
        self.init(LatencyHistogram())
    }

    public var isEmpty: Bool { count == 0 }

    /// Both together.
    public func merging(_ other: SparseHistogram) -> SparseHistogram {
        var dense = LatencyHistogram()
        dense.merge(self)
        dense.merge(other)
        return SparseHistogram(dense)
    }
}
