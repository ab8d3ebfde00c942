import LoadMetrics
import Testing

@Suite struct CounterTableTests {
    @Test func aTaggedCountIsInTheSumToo() {
        var counters = CounterTable()
        counters.add(.errors, tag: "timeout", 2)
        counters.add(.errors, tag: "refused", 1)
        counters.add(.errors, 4)
        #expect(counters[.errors] == 7 && counters[.errors, "timeout"] == 2 && counters[.errors, "reset"] == 0)
        #expect(counters.tagged(.errors).map(\.value) == ["refused", "timeout"])
        #expect(counters[.messagesSent] == 0 && counters.tagged(.wsClosed).isEmpty)
    }

    @Test func tagValuesBeyondTheLimitAreCountedAsOther() {
        var counters = CounterTable()
        for code in 0..<(CounterTable.tagLimit + 10) { counters.add(.wsClosed, tag: "\(code)", 1) }
        counters.add(.wsClosed, tag: "3", 1)
        #expect(counters[.wsClosed] == CounterTable.tagLimit + 11)
        #expect(counters[.wsClosed, CounterTable.overflowValue] == 10 && counters[.wsClosed, "3"] == 2)
        #expect(counters.tagged(.wsClosed).count == CounterTable.tagLimit + 1)
    }

    @Test func mergingKeepsTheLimitAndLosesNothing() {
        var left = CounterTable()
        var right = CounterTable()
        for kind in 0..<50 {
            left.add(.errors, tag: "a\(kind)", 1)
            right.add(.errors, tag: "b\(kind)", 1)
        }
        left.merge(right)
        #expect(left[.errors] == 100 && left.tagged(.errors).map(\.amount).reduce(0, +) == 100)
        #expect(left.tagged(.errors).count == CounterTable.tagLimit + 1)
    }
}
