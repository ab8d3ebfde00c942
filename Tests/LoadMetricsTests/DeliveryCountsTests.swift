import LoadMetrics
import Testing

@Suite struct DeliveryCountsTests {
    @Test func everyMessageHasOneFate() {
        var counts = DeliveryCounts()
        #expect(counts.isBalanced)
        counts.sent = 6
        counts.echoed = 2
        counts.failed = 1
        counts.lost = 1
        #expect(!counts.isBalanced)
        counts.pending = 2
        #expect(counts.isBalanced)
    }

    @Test func loopsAddUp() {
        var all = DeliveryCounts()
        for number in 1...3 {
            var one = DeliveryCounts()
            one.sent = number
            one.echoed = number
            one.duplicated = 1
            one.outOfOrder = 2
            all += one
        }
        #expect(all.sent == 6 && all.echoed == 6 && all.duplicated == 3 && all.outOfOrder == 6)
        #expect(all.isBalanced)
    }
}
