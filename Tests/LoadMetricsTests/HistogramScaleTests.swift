import LoadMetrics
import Testing

@Suite struct HistogramScaleTests {
    @Test(arguments: [
        (0, 0), (1, 1), (127, 127), (128, 128), (255, 255), (256, 256), (257, 256), (258, 257), (511, 383), (512, 384),
        (515, 384), (516, 385), (1_000, 506), (1_000_000, 1_780), (3_600_000_000, 3_286),
    ])
    func anIndexIsHdrHistograms(value: Int, index: Int) {
        #expect(HistogramScale.index(of: value) == index)
    }

    @Test func thereAreAsManyCountersAsHdrHistogramHas() {
        #expect(HistogramScale.length == 3_328)
    }

    @Test func countersFollowEachOtherWithoutGap() {
        for index in 0..<HistogramScale.index(of: HistogramScale.highestTrackable) {
            #expect(HistogramScale.highest(at: index) + 1 == HistogramScale.lowest(at: index + 1))
            #expect(HistogramScale.index(of: HistogramScale.lowest(at: index)) == index)
            #expect(HistogramScale.index(of: HistogramScale.highest(at: index)) == index)
        }
    }

    @Test func aCounterIsAtMostOnePart128Wide() {
        for index in 1..<HistogramScale.length {
            let (low, high) = (HistogramScale.lowest(at: index), HistogramScale.highest(at: index))
            #expect(Double(high - low) / Double(low) < 1.0 / 128)
        }
    }
}
