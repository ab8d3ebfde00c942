import Clockwork
import LoadMetrics
import Testing

@Suite struct LatencyHistogramTests {
    /// Shapes that latencies come in, in microseconds.
    enum Shape: CaseIterable {
        case uniform
        case exponential
        case twoPeaks
        case heavyTail
        case tiny
        case constant

        func draw(_ random: inout SeededRandom) -> Int {
            switch self {
            case .uniform: random.index(below: 5_000_000)
            case .exponential:
                Int(Distribution.exponential(mean: .milliseconds(80)).draw(using: &random).nanoseconds / 1_000)
            case .twoPeaks: random.unit() < 0.9 ? 900 + random.index(below: 200) : 2_000_000 + random.index(below: 900)
            case .heavyTail: Int(50 / (1 - random.unit() * 0.999_999_9))
            case .tiny: random.index(below: 300)
            case .constant: 123_456
            }
        }

        func samples(_ count: Int) -> [Int] {
            var random = SeededRandom(seed: 7, stream: "histogram", UInt64(count))
            return (0..<count).map { _ in draw(&random) }
        }
    }

    private func histogram(of samples: some Sequence<Int>) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for sample in samples { histogram.record(sample) }
        return histogram
    }

    @Test(arguments: Shape.allCases, [1, 2, 100, 9_999])
    func percentilesAreNeverUnderAndHardlyOver(shape: Shape, count: Int) throws {
        let samples = shape.samples(count).sorted()
        let histogram = histogram(of: samples)
        for percentile in [0.0, 0.1, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100] {
            let rank = max(1, Int((percentile * Double(count) / 100 - 1e-9).rounded(.up)))
            let truth = samples[rank - 1]
            let found = try #require(histogram.percentile(percentile))
            #expect(found >= truth && Double(found) <= Double(truth) * 1.008, "p\(percentile): \(found) for \(truth)")
        }
    }

    @Test(arguments: Shape.allCases)
    func countSumMeanAndEndsAreExact(shape: Shape) {
        let samples = shape.samples(5_000)
        let histogram = histogram(of: samples)
        #expect(histogram.count == 5_000)
        #expect(histogram.sum == UInt64(samples.reduce(0, +)))
        #expect(histogram.mean == Double(samples.reduce(0, +)) / 5_000)
        #expect(histogram.min == samples.min() && histogram.max == samples.max())
        #expect(histogram.percentile(100) == samples.max() && histogram.percentile(0) == samples.min())
    }

    @Test(arguments: Shape.allCases)
    func mergingIsRecordingAllInOne(shape: Shape) {
        let samples = shape.samples(3_000)
        let whole = SparseHistogram(histogram(of: samples))
        let parts = stride(from: 0, to: 3_000, by: 700).map { histogram(of: samples[$0..<min($0 + 700, 3_000)]) }
        var merged = LatencyHistogram()
        for part in parts { merged.merge(part) }
        #expect(SparseHistogram(merged) == whole)
        #expect(parts.map { SparseHistogram($0) }.reduce(SparseHistogram()) { $0.merging($1) } == whole)
    }

    @Test func nothingHasNoPercentile() {
        let histogram = LatencyHistogram()
        #expect(histogram.isEmpty && histogram.percentile(50) == nil && histogram.mean == nil)
        #expect(histogram.min == nil && histogram.max == nil && histogram.counterBytes == 0)
    }

    @Test func whatIsLongerThanAnHourIsClampedAndCounted() {
        let histogram = histogram(of: [3_600_000_000, 3_600_000_001, Int.max, 5])
        #expect(histogram.clamped == 2 && histogram.count == 4 && histogram.max == 3_600_000_000)
    }

    @Test func whatIsNegativeCountsAsZero() {
        let histogram = histogram(of: [-1, Int.min])
        #expect(histogram.count == 2 && histogram.max == 0 && histogram.percentile(99) == 0)
    }

    @Test func aResetHistogramIsLikeANewOneAndKeepsItsMemory() {
        var reused = histogram(of: Shape.heavyTail.samples(500))
        let bytes = reused.counterBytes
        reused.reset()
        #expect(reused.isEmpty && SparseHistogram(reused) == SparseHistogram())
        #expect(reused.counterBytes == bytes)
        for sample in Shape.tiny.samples(500) { reused.record(sample) }
        #expect(SparseHistogram(reused) == SparseHistogram(histogram(of: Shape.tiny.samples(500))))
    }

    @Test func aTypicalSeriesTakesLittleMemory() {
        #expect(histogram(of: Shape.exponential.samples(100_000)).counterBytes <= 8 * 1_024)
        #expect(histogram(of: (0..<32).map { 1 << $0 }).counterBytes <= 16 * 1_024)
    }

    @Test func countsGrowPastThirtyTwoBits() {
        var histogram = histogram(of: [1_000, 1_000, 1_000, 9])
        for _ in 0..<40 {
            let copy = histogram
            histogram.merge(copy)
        }
        #expect(histogram.count == 4 << 40 && histogram.percentile(75) == 1_000 && histogram.percentile(25) == 9)
        let buckets = SparseHistogram(histogram).buckets
        #expect(buckets.map(\.count) == [1 << 40, 3 << 40])
        var again = LatencyHistogram()
        again.merge(SparseHistogram(histogram))
        #expect(SparseHistogram(again).buckets == buckets)
    }

    @Test func theWidestHistogramStaysBelowSixteenKibibytes() {
        var histogram = LatencyHistogram()
        var value = 1
        while value < HistogramScale.highestTrackable {
            histogram.record(value)
            value *= 2
        }
        histogram.record(HistogramScale.highestTrackable)
        #expect(histogram.counterBytes + MemoryLayout<LatencyHistogram>.size < 16 * 1_024)
    }
}
