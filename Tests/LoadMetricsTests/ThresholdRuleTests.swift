import Clockwork
import LoadMetrics
import Testing

@Suite struct ThresholdRuleTests {
    private static let phases = [
        PhaseLabel(name: "warm-up", isRecorded: false), PhaseLabel(name: "steady", isRecorded: true),
        PhaseLabel(name: "burst", isRecorded: true),
    ]

    @Test(arguments: [
        ("chat_reply_duration", "p(95)<800"), ("chat_reply_duration{phase:steady}", "p(99.9) <= 800.5"),
        ("chat_reply_duration{author:ai,phase:steady}", "avg<1e3"), ("chat_reply_duration_service", "min>=0"),
        (" chat_reply_duration { phase : burst , author:human } ", " med != 3 "), ("http_call_duration", "max>1"),
        ("http_call_duration{call:visitor}", "count>10"), ("chat_connect_failed", "rate<0.01"),
        ("chat_message_failed{phase:steady}", "rate == 0"), ("messages_lost", "count==0"), ("errors", "rate<2"),
        ("errors{kind:timeout}", "count<5"), ("ws_closed{code:1006}", "count<5"), ("chat_ack_duration", "p(0)>-1"),
        ("ws_heartbeat_duration_service{phase:burst}", "p(100)<5000"),
    ])
    func goodRulesHaveNoProblem(metric: String, expression: String) {
        #expect(ThresholdRule(metric: metric, expression: expression).problem(knownPhases: Self.phases) == nil)
    }

    @Test(arguments: [
        ("chat_repl_duration", "p(95)<8", "no metric \"chat_repl_duration\"; did you mean \"chat_reply_duration\"?"),
        ("chat_reply_duration_servce", "p(95)<8", "did you mean \"chat_reply_duration_service\"?"),
        ("chat_reply_duration", "rate<1", "has p(N), avg, min, med, max and count, not \"rate\""),
        ("chat_connect_failed", "p(95)<1", "chat_connect_failed has rate, not \"p(95)\""),
        ("messages_lost", "avg<1", "messages_lost has count and rate, not \"avg\""),
        ("chat_reply_duration", "p(101)<8", "between 0 and 100"), ("chat_reply_duration", "p(-1)<8", "between 0 and"),
        ("chat_reply_duration", "p95<8", "no aggregation"), ("chat_reply_duration", "averge<8", "no aggregation"),
        ("chat_reply_duration", "mex<8", "did you mean \"med\"?"), ("chat_reply_duration", "p(95<8", "no percentile"),
        ("chat_reply_duration", "p(nan)<8", "no percentile"), ("chat_reply_duration", "p(95)", "compares nothing"),
        ("chat_reply_duration", "p(95)=<8", "one of < <= > >= == !="),
        ("chat_reply_duration", "p(95)=8", "one of < <= > >= == !="),
        ("chat_reply_duration", "p(95)<800ms", "\"800ms\" is no number; a limit has no unit"),
        ("chat_reply_duration", "p(95)<", "\"\" is no number"), ("chat_reply_duration", "p(95)<0x10", "is no number"),
        ("chat_reply_duration", "p(95)<inf", "no number"), ("chat_reply_duration", "p(95)<1<2", "no number"),
        ("chat_connect_failed", "rate<1%", "rates lie between 0 and 1"),
        ("chat_reply_duration", "", "compares nothing"),
        (
            "chat_reply_duration{phase:stedy}", "p(95)<8",
            "no phase \"stedy\"; there are warm-up, steady, burst; did you"
        ),
        ("chat_reply_duration{phase:warm-up}", "p(95)<8", "is not recorded"),
        ("chat_reply_duration{autor:ai}", "p(95)<8", "selected by phase and author, not by \"autor\"; did you mean"),
        ("chat_reply_duration{author:bot}", "p(95)<8", "there are ai, human"),
        ("chat_ack_duration{author:ai}", "p(95)<8", "selected by phase, not by \"author\""),
        ("http_call_duration{call:vistor}", "p(95)<8", "did you mean \"visitor\"?"),
        ("messages_lost{phase:steady}", "count==0", "counts over the whole run"),
        ("messages_lost{kind:x}", "count==0", "nothing can be selected of messages_lost"),
        ("errors{code:x}", "count==0", "selected by kind"),
        ("chat_reply_duration{phase:steady,phase:burst}", "p(95)<8", "\"phase\" is selected twice"),
        ("chat_reply_duration{phase}", "p(95)<8", "\"phase\" selects nothing"),
        ("chat_reply_duration{}", "p(95)<8", "selects nothing"),
        ("chat_reply_duration{phase:steady", "p(95)<8", "lacks the \"}\""), ("", "p(95)<8", "no metric \"\""),
    ])
    func badRulesAreExplained(metric: String, expression: String, sentence: String) {
        let problem = ThresholdRule(metric: metric, expression: expression).problem(knownPhases: Self.phases)
        #expect(problem?.contains(sentence) == true, "\(problem ?? "nothing")")
    }

    /// 100 replies of 1 to 100 ms in each phase: by the AI in steady, by a human in burst; 3 of 50 connects failed.
    private func totals() -> MetricTotals {
        var recorder = Recorder(phases: Self.phases)
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        for (phase, tag) in [LatencyTag.none, .authorAI, .authorHuman].enumerated() {
            for reply in 1...100 {
                let end = start + .milliseconds(reply)
                let times = StartTimes(intended: start, sent: start + .milliseconds(1))
                recorder.record(.chatReply, times, until: end, phase: phase, tag: tag)
            }
        }
        for attempt in 0..<50 { recorder.record(.chatConnectFailed, isFailure: attempt < 3, phase: 1) }
        recorder.count(.errors, tag: "timeout", 6)
        recorder.count(.errors, tag: "refused", 4)
        return recorder.totals
    }

    @Test(arguments: [
        ("chat_reply_duration", "count>=200", 200, 200, true), ("chat_reply_duration", "max<=100", 100, 200, true),
        ("chat_reply_duration{phase:steady}", "count!=100", 100, 100, false),
        ("chat_reply_duration{author:human}", "min>1", 1, 100, false),
        ("chat_reply_duration{author:human}", "avg==50.5", 50.5, 100, true),
        ("chat_reply_duration_service", "max<99.5", 99, 200, true),
        ("chat_connect_failed", "rate<0.06", 0.06, 50, false), ("chat_connect_failed", "rate<=0.06", 0.06, 50, true),
        ("chat_connect_failed{phase:steady}", "rate<0.1", 0.06, 50, true), ("errors", "count<10", 10, 10, false),
        ("errors{kind:timeout}", "count==6", 6, 6, true), ("errors{kind:refused}", "rate<1", 0.8, 4, true),
        ("messages_lost", "count==0", 0, 0, true), ("messages_lost", "rate<1", 0, 0, true),
        ("errors{kind:never}", "count==0", 0, 0, true),
    ])
    func rulesAreJudged(metric: String, expression: String, value: Double, samples: Int, passed: Bool) {
        let result = ThresholdRule(metric: metric, expression: expression).judge(totals(), seconds: 5)
        #expect(result.value == value && result.samples == samples && result.passed == passed)
        #expect(result.metric == metric && result.expression == expression)
    }

    @Test func aPercentileIsWithinThePromisedError() throws {
        let rule = ThresholdRule(metric: "chat_reply_duration{phase:steady}", expression: "p(95)<96")
        let value = try #require(rule.judge(totals(), seconds: 5).value)
        #expect(value >= 95 && value <= 95 * 1.008)
    }

    @Test(arguments: [
        ("chat_ready_duration", "p(95)<1500"), ("chat_ready_duration", "count<10"), ("chat_ready_duration", "max>=0"),
        ("chat_reply_duration{phase:burst,author:ai}", "p(95)<1e9"), ("chat_message_failed", "rate<0.5"),
        ("chat_connect_failed{phase:burst}", "rate<0.5"), ("chat_reply_duration{phase:gone}", "count==0"),
        ("nonsense", "count==0"), ("chat_reply_duration", "nonsense"),
    ])
    func withoutSamplesARuleFails(metric: String, expression: String) {
        let result = ThresholdRule(metric: metric, expression: expression).judge(totals(), seconds: 5)
        #expect(result.value == nil && !result.passed && result.samples == 0)
    }

    @Test func aPhaseWithoutLatenciesOfItsOwnHasNoneToJudge() {
        let phases = (0...PhaseLabel.seriesLimit).map { PhaseLabel(name: "p\($0)", isRecorded: true) }
        let last = "p\(PhaseLabel.seriesLimit)"
        func problem(_ metric: String, _ expression: String) -> String? {
            ThresholdRule(metric: metric, expression: expression).problem(knownPhases: phases)
        }
        #expect(problem("chat_ack_duration{phase:p3}", "p(95)<9") == nil)
        #expect(problem("chat_connect_failed{phase:\(last)}", "rate<0.1") == nil)
        #expect(
            problem("chat_ack_duration{phase:\(last)}", "p(95)<9")
                == "phase \"\(last)\" has no latencies of its own; only the first \(PhaseLabel.seriesLimit) phases have"
        )
    }
}
