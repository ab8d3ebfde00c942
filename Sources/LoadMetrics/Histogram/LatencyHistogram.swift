/// How often which latency occurred, in microseconds: an HDR histogram with two significant digits.
///
/// Count, sum, minimum and maximum are exact. A percentile is at most 0.8 % over the true one and never under it. Values
/// above one hour are clamped and counted as such. Counters of an octave are allocated when it is first hit and kept by
/// ``reset()``, so a histogram that is used again and again stops allocating.
public struct LatencyHistogram: Sendable {
    /// The number of recorded values.
    public private(set) var count: UInt64 = 0
    /// Of all values, in microseconds.
    public private(set) var sum: UInt64 = 0
    /// The number of values that were longer than an hour.
    public private(set) var clamped: UInt64 = 0
    private var smallest = Int.max
    private var largest = 0
    /// Per octave one more than its place in `cells`; 0 when it was never hit.
    private var places = InlineArray<26, UInt8>(repeating: 0)
    /// Half as wide as the counts may grow, since nearly none grow so far; what does not fit is in `carries`.
    private var cells: [UInt32] = []
    private var carries: [Carry] = []

    private struct Carry: Sendable {
        var index: Int
        /// In units of 2³².
        var amount: UInt64
    }

    public init() {}

    public var isEmpty: Bool { count == 0 }

    /// In microseconds; nil when nothing was recorded.
    public var min: Int? { isEmpty ? nil : smallest }

    /// In microseconds; nil when nothing was recorded.
    public var max: Int? { isEmpty ? nil : largest }

    /// In microseconds, exact; nil when nothing was recorded.
    public var mean: Double? { isEmpty ? nil : Double(sum) / Double(count) }

    /// What the counters take, in bytes.
    public var counterBytes: Int { cells.count * MemoryLayout<UInt32>.stride }

    /// Records a value in microseconds; what is negative counts as 0.
    public mutating func record(_ microseconds: Int) {
        var value = Swift.max(0, microseconds)
        if value > HistogramScale.highestTrackable {
            value = HistogramScale.highestTrackable
            clamped += 1
        }
        count += 1
        sum += UInt64(value)
        smallest = Swift.min(smallest, value)
        largest = Swift.max(largest, value)
        add(1, at: HistogramScale.index(of: value))
    }

    /// Takes in all that the other recorded, as if it had been recorded here.
    public mutating func merge(_ other: LatencyHistogram) {
        guard !other.isEmpty else { return }
        takeSummary(count: other.count, sum: other.sum, min: other.smallest, max: other.largest)
        clamped += other.clamped
        other.forEachBucket { add($1, at: $0) }
    }

    /// Takes in all that the other recorded, as if it had been recorded here.
    public mutating func merge(_ other: SparseHistogram) {
        guard let min = other.min, let max = other.max else { return }
        takeSummary(count: other.count, sum: other.sum, min: min, max: max)
        clamped += other.clamped
        for bucket in other.buckets { add(bucket.count, at: Int(bucket.index)) }
    }

    /// Forgets everything but keeps the memory.
    public mutating func reset() {
        count = 0
        sum = 0
        clamped = 0
        smallest = Int.max
        largest = 0
        for cell in cells.indices { cells[cell] = 0 }
        carries.removeAll(keepingCapacity: true)
    }

    /// The value that `percentile` percent of the values do not exceed, in microseconds; nil when nothing was recorded.
    ///
    /// The largest value of the counter it falls in, but never more than the maximum.
    public func percentile(_ percentile: Double) -> Int? {
        guard !isEmpty else { return nil }
        guard percentile > 0 else { return smallest }
        // 99.9 % of 1,000 is 999 and not the 1,000 that binary fractions make of it.
        let share = Swift.min(percentile, 100) / 100 * Double(count) * (1 - 1e-13)
        let rank = Swift.max(1, UInt64(share.rounded(.up)))
        var seen: UInt64 = 0
        for octave in 0..<HistogramScale.octaves where places[octave] > 0 {
            for offset in 0..<HistogramScale.octaveLength {
                let index = octave << HistogramScale.octaveShift + offset
                seen += count(at: index)
                if seen >= rank { return Swift.min(HistogramScale.highest(at: index), largest) }
            }
        }
        return largest
    }

    /// Calls with the index and count of each counter that is not 0, upwards.
    func forEachBucket(_ body: (_ index: Int, _ count: UInt64) -> Void) {
        for octave in 0..<HistogramScale.octaves where places[octave] > 0 {
            for offset in 0..<HistogramScale.octaveLength {
                let index = octave << HistogramScale.octaveShift + offset
                let count = count(at: index)
                if count > 0 { body(index, count) }
            }
        }
    }

    private mutating func takeSummary(count more: UInt64, sum moreSum: UInt64, min: Int, max: Int) {
        count += more
        sum += moreSum
        smallest = Swift.min(smallest, min)
        largest = Swift.max(largest, max)
    }

    private func count(at index: Int) -> UInt64 {
        let place = places[index >> HistogramScale.octaveShift]
        guard place > 0 else { return 0 }
        let low = UInt64(cells[cell(place, index)])
        guard !carries.isEmpty, let carry = carries.first(where: { $0.index == index }) else { return low }
        return carry.amount << 32 + low
    }

    private mutating func add(_ count: UInt64, at index: Int) {
        let octave = index >> HistogramScale.octaveShift
        if places[octave] == 0 {
            // Exactly, because doubling would make a wide series cost more than all its octaves.
            cells.reserveCapacity(cells.count + HistogramScale.octaveLength)
            cells.append(contentsOf: repeatElement(0, count: HistogramScale.octaveLength))
            places[octave] = UInt8(cells.count / HistogramScale.octaveLength)
        }
        let cell = cell(places[octave], index)
        let sum = UInt64(cells[cell]) + count
        cells[cell] = UInt32(truncatingIfNeeded: sum)
        if sum >> 32 > 0 { carry(sum >> 32, at: index) }
    }

    private mutating func carry(_ amount: UInt64, at index: Int) {
        if let known = carries.firstIndex(where: { $0.index == index }) {
            carries[known].amount += amount
        } else {
            carries.append(Carry(index: index, amount: amount))
        }
    }

    private func cell(_ place: UInt8, _ index: Int) -> Int {
        (Int(place) - 1) << HistogramScale.octaveShift + index & (HistogramScale.octaveLength - 1)
    }
}
