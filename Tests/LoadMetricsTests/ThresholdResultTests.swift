import Clockwork
import LoadMetrics
import Testing

@Suite struct ThresholdResultTests {
    private let totals: MetricTotals = {
        var recorder = Recorder(phases: [PhaseLabel(name: "steady", isRecorded: true)])
        let start = MonotonicTime(nanoseconds: 1)
        for milliseconds in 1...100 {
            let times = StartTimes(intended: start, sent: start)
            recorder.record(.chatReply, times, until: start + .milliseconds(milliseconds), phase: 0, tag: .authorAI)
        }
        return recorder.totals
    }()

    private func judge(_ metric: String, _ expression: String) -> ThresholdResult {
        ThresholdRule(metric: metric, expression: expression).judge(totals, seconds: 10)
    }

    @Test func aResultShowsWhatWasMeasuredAndOfHowMany() throws {
        let result = judge("chat_reply_duration{phase:steady}", "p(95)<96.5")
        #expect(result.passed && result.samples == 100)
        let value = try #require(result.value)
        #expect(value >= 95 && value < 95 * 1.008)
        #expect(result.aggregation == "p(95)" && result.limit == 96.5)
    }

    @Test(arguments: ["p(95)<95", "max<100", "count>100"])
    func whatIsNotKeptFails(expression: String) {
        #expect(!judge("chat_reply_duration", expression).passed)
    }

    @Test func withoutSamplesNothingIsKept() {
        let result = judge("chat_ack_duration", "p(95)<1000000")
        #expect(!result.passed && result.value == nil && result.samples == 0)
    }
}
