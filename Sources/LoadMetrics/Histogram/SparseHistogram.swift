/// What a ``LatencyHistogram`` held at one moment, with only the counters that are not 0: small enough for every second.
public struct SparseHistogram: Sendable, Hashable {
    /// One counter that is not 0; see ``HistogramScale`` for what its index means.
    public struct Bucket: Sendable, Hashable {
        public var index: UInt16
        public var count: UInt64
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
        var buckets: [Bucket] = []
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
