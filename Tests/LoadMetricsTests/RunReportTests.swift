import Clockwork
import JSONText
import LoadMetrics
import Testing

@Suite struct RunReportTests {
    private static let phases = [
        PhaseLabel(name: "warm-up", isRecorded: false), PhaseLabel(name: "steady", isRecorded: true),
        PhaseLabel(name: "burst", isRecorded: true),
    ]

    private static let rules = [
        ThresholdRule(metric: "chat_reply_duration{phase:steady}", expression: "p(95)<1500"),
        ThresholdRule(metric: "chat_reply_duration{phase:steady}", expression: "p(99) < 900"),
        ThresholdRule(metric: "chat_connect_failed", expression: "rate<0.01"),
        ThresholdRule(metric: "messages_lost", expression: "count==0"),
        ThresholdRule(metric: "chat_reconnect_duration", expression: "p(95)<5000"),
    ]

    /// A run of three seconds, one a phase: a thousand replies each, and a little of everything else.
    private static func report(rules: [ThresholdRule] = rules, verdict: RunReport.Verdict = .failed) -> RunReport {
        var recorder = Recorder(phases: phases)
        var timeline = RunTimeline(phases: phases)
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        for phase in phases.indices {
            for reply in 1...1_000 {
                let times = StartTimes(intended: start, sent: start + .microseconds(350))
                let tag: LatencyTag = reply % 4 == 0 ? .authorHuman : .authorAI
                recorder.record(.chatReply, times, until: start + .milliseconds(reply), phase: phase, tag: tag)
                recorder.record(.chatAck, times, until: start + .microseconds(400 + reply), phase: phase)
                recorder.record(.chatConnectFailed, isFailure: reply > 995, phase: phase)
                recorder.recordLag(.microseconds(reply))
            }
            recorder.count(.messagesSent, 1_000 * (phase + 1))
            recorder.count(.messagesReceived, 2_000)
            recorder.count(.bytesReceived, 38_200_000)
            recorder.count(.turns, 900)
            recorder.count(.wsClosed, tag: "1001", 700)
            recorder.count(.errors, tag: "timeout", phase)
            recorder.connectedCustomers = 1_204 - phase
            timeline.add(recorder.closeSecond(phase: phase))
        }
        let totals = recorder.totals
        var report = RunReport(
            RunIdentity(
                tool: ("loadgen", "0.1.0"),
                profile: ("burst", "9f3c1a2b4c5d6e7f"),
                id: "burst-1",
                times: (WallTime(milliseconds: 1_790_000_000_250), WallTime(milliseconds: 1_790_000_003_250)),
                seed: 18_446_744_073_709_551_615,
                target: "simulator"
            ),
            verdict: (verdict, verdict == .passed ? 0 : 99),
            customers: CustomerCounts(started: 5_823, finished: 5_790, failed: 33, dropped: 2, peak: 1_204),
            throughput: timeline.throughput,
            generator: GeneratorHealth(
                cpuSeconds: 1.25,
                maxRSSBytes: 412_000_000,
                residentBytes: 300_000_000,
                bytesPerCustomer: 24_123.4,
                loops: 1
            ),
            totals: totals
        )
        report.phases = phases.indices.map { phase in
            PhaseOutcome(
                phases[phase],
                askedRate: phase == 2 ? nil : 20,
                reachedRate: 19.95,
                durationSeconds: 1,
                throughput: timeline.throughput(phase: phase)
            )
        }
        report.delivery.sent = 6_000
        report.delivery.echoed = 5_990
        report.delivery.failed = 10
        report.delivery.outOfOrder = 1
        report.thresholds = rules.map { $0.judge(totals, seconds: report.identity.seconds) }
        report.warnings = ["The \"generator\" was late"]
        return report
    }

    private func json(_ report: RunReport) throws -> JSONNode {
        let text = String(decoding: report.summaryJSON(), as: UTF8.self)
        return try JSONDocument(file: "summary.json", text: text).root
    }

    private func keys(_ node: JSONNode?) -> [String] {
        guard case .object(let members) = node?.value else { return [] }
        return members.map(\.key)
    }

    private func list(_ node: JSONNode?) -> [JSONNode] {
        guard case .list(let elements) = node?.value else { return [] }
        return elements
    }

    @Test func whatWasSecuredIsSaidAndWhatWasNotCheckedLoudly() throws {
        var report = Self.report()
        #expect(!report.summaryText().contains("tls"))
        report.tls = TLSOutcome(handshakes: 1_204, resumed: 33, isInsecure: false)
        #expect(report.summaryText().contains("tls.................: handshakes 1,204  resumed 33\n"))
        #expect(!report.summaryText().contains("INSECURE"))
        #expect(try keys(json(report)["tls"]) == ["handshakes", "resumed", "insecure"])
        report.tls?.isInsecure = true
        #expect(report.summaryText().contains("! INSECURE: certificates were not checked"))
        #expect(report.summaryText().contains("resumed 33  certificates NOT CHECKED"))
        #expect(try json(report)["tls"]?["insecure"]?.value == .flag(true))
    }

    @Test func theSummaryHasEveryKeyInOrder() throws {
        let root = try json(Self.report())
        #expect(
            keys(root) == [
                "schemaVersion", "tool", "profile", "run", "verdict", "exitCode", "customers", "throughput",
                "generator", "phases", "metrics", "counters", "delivery", "thresholds", "warnings",
            ]
        )
        let throughput = [
            "turnsPerSecond", "messagesSentPerSecond", "messagesReceivedPerSecond", "bytesSentPerSecond",
            "bytesReceivedPerSecond", "peakMessagesPerSecond",
        ]
        #expect(keys(root["tool"]) == ["name", "version"] && keys(root["profile"]) == ["name", "sha256"])
        #expect(keys(root["run"]) == ["id", "start", "end", "seed", "target", "shards"])
        #expect(keys(root["customers"]) == ["started", "finished", "failed", "dropped", "peak"])
        #expect(keys(root["throughput"]) == throughput)
        #expect(
            keys(root["generator"]) == [
                "cpuSeconds", "maxRssBytes", "allocatedBytes", "residentBytes", "bytesPerCustomer",
                "schedulerLagP99Ms", "loops",
            ]
        )
        let phase = list(root["phases"]).first
        #expect(keys(phase) == ["name", "askedRate", "reachedRate", "durationSeconds", "throughput"])
        #expect(keys(phase?["throughput"]) == throughput)
        let metric = list(root["metrics"]).first
        #expect(keys(metric) == ["name", "type", "unit", "tags", "values"])
        #expect(keys(metric?["values"]) == ["count", "min", "avg", "med", "p(90)", "p(95)", "p(99)", "p(99.9)", "max"])
        #expect(
            keys(root["delivery"]) == [
                "sent", "acked", "echoed", "answered", "failed", "lost", "pending", "duplicated", "outOfOrder",
            ]
        )
        let threshold = list(root["thresholds"]).first
        #expect(keys(threshold) == ["metric", "expression", "value", "samples", "passed"])
    }

    @Test func theSummaryHoldsTheRunsNumbers() throws {
        let root = try json(Self.report())
        #expect(root["schemaVersion"]?.value == .number(1) && root["verdict"]?.value == .text("failed"))
        #expect(root["exitCode"]?.value == .number(99))
        #expect(root["run"]?["start"]?.value == .text("2026-09-21T14:13:20.250Z"))
        #expect(root["throughput"]?["messagesSentPerSecond"]?.value == .number(2_000))
        #expect(root["throughput"]?["peakMessagesPerSecond"]?.value == .number(5_000))
        #expect(root["generator"]?["allocatedBytes"]?.value == .null)
        #expect(root["counters"]?["errors"]?.value == .number(3))
        #expect(root["counters"]?["errors{kind:timeout}"]?.value == .number(3))
        #expect(root["counters"]?["ws_closed{code:1001}"]?.value == .number(2_100))
        #expect(root["counters"]?["messages_lost"]?.value == .number(0))
        #expect(list(root["warnings"]).map(\.value) == [.text("The \"generator\" was late")])
        #expect(list(root["phases"]).map { $0["askedRate"]?.value } == [.number(20), .number(20), .null])
        let seed = String(decoding: Self.report().summaryJSON(), as: UTF8.self)
        #expect(seed.contains("\"seed\": 18446744073709551615,"))
    }

    @Test func everyMetricHasItsTotalsItsTwinAndItsPhases() throws {
        let metrics = list(try json(Self.report())["metrics"])
        func count(_ name: String, _ tags: [String: String]) -> JSONValue? {
            metrics.first { metric in
                metric["name"]?.value == .text(name) && keys(metric["tags"]).count == tags.count
                    && tags.allSatisfy { metric["tags"]?[$0.key]?.value == .text($0.value) }
            }?["values"]?["count"]?.value
        }
        for name in ["chat_reply_duration", "chat_reply_duration_service"] {
            #expect(count(name, [:]) == .number(2_000))
            #expect(count(name, ["author": "ai"]) == .number(1_500))
            #expect(count(name, ["phase": "steady"]) == .number(1_000))
            #expect(count(name, ["phase": "burst", "author": "human"]) == .number(250))
            #expect(count(name, ["phase": "warm-up"]) == nil)
        }
        #expect(count("chat_ack_duration", [:]) == .number(2_000) && count("chat_ready_duration", [:]) == nil)
        #expect(count("chat_connect_failed", [:]) == .number(2_000))
        let reply = metrics.first { $0["name"]?.value == .text("chat_reply_duration") }
        #expect(reply?["values"]?["avg"]?.value == .number(500.5) && reply?["values"]?["max"]?.value == .number(1_000))
        #expect(reply?["type"]?.value == .text("trend") && reply?["unit"]?.value == .text("ms"))
        let rate = metrics.first { $0["name"]?.value == .text("chat_connect_failed") }
        #expect(rate?["type"]?.value == .text("rate") && rate?["values"]?["rate"]?.value == .number(0.005))
    }

    @Test func oneRunAlwaysReadsTheSame() {
        #expect(Self.report().summaryJSON() == Self.report().summaryJSON())
        #expect(Self.report().summaryText() == Self.report().summaryText())
    }

    @Test func theTextShowsThresholdsFirstAndSaysWhatWasMissedAndByHowMuch() throws {
        let text = Self.report().summaryText()
        let lines = text.split(separator: "\n").map(String.init)
        let titles = lines.filter { $0.contains("█") }.compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(titles == ["THRESHOLDS", "LATENCY", "PHASES", "RUN"])
        #expect(lines.contains { $0.hasPrefix("  █ THRESHOLDS") && $0.hasSuffix("3 passed, 2 failed") })
        #expect(lines.contains("      ✓ p(95)<1500    p(95)=950ms   n=1 000"))
        #expect(lines.contains("      ✓ rate<0.01     rate=0.50%    10 of 2 000"))
        #expect(lines.contains("      ✓ count==0      count=0"))
        #expect(lines.contains("      ✗ p(95)<5000    no samples    n=0"))
        #expect(lines.contains("  result: FAILED (99)  2 of 5 thresholds missed"))
        let missed = try #require(lines.firstIndex { $0.contains("result:") })
        #expect(
            lines[missed + 1].hasPrefix("    chat_reply_duration{phase:steady}: p(99)=991ms, allowed < 900ms: over by")
        )
        #expect(lines[missed + 1].hasSuffix("(10.1%)"))
        #expect(lines[missed + 2].contains("could not be judged: there are no samples"))
        #expect(lines.contains("  ! The \"generator\" was late"))
    }

    @Test(arguments: [
        ("chat_connect_failed", "rate<0.001", "rate=0.50%, allowed < 0.10%: over by 0.40 points (400%)"),
        ("messages_lost", "count>0", "count=0, allowed > 0"),
        ("errors", "count==0", "count=3, allowed == 0: over by 3"),
        ("turns", "rate>=1000", "rate=900/s, allowed >= 1 000/s: under by 100/s (10.0%)"),
        ("chat_ack_duration_service", "min<0.05", "min=51.0µs, allowed < 50.0µs: over by 1.00µs (2.00%)"),
        ("chat_reply_duration", "count>=18204", "count=2 000, allowed >= 18 204: under by 16 204 (89.0%)"),
        ("chat_reply_duration", "max>725000", "max=1.00s, allowed > 12m05s: under by 12m04s (99.9%)"),
    ])
    func aMissIsToldInTheMetricsUnit(metric: String, expression: String, sentence: String) {
        let text = Self.report(rules: [ThresholdRule(metric: metric, expression: expression)]).summaryText()
        #expect(text.hasSuffix("    \(metric): \(sentence)\n"), "\(text.suffix(200))")
    }

    @Test func theSimulatorsHealthIsToldWhereThereIsOne() throws {
        var report = Self.report()
        #expect(try json(report)["simulator"] == nil && !report.summaryText().contains("simulator:"))
        report.simulator = SimulatorHealth(
            cpuSeconds: 2.5,
            maxRSSBytes: 30_000_000,
            bytesPerCustomer: 9_312.4,
            busiestShare: 0.934_5,
            fullSeconds: 2
        )
        let text = report.summaryText()
        for part in ["simulator: cpu 2.50 s, busiest second 93% of its core", "rss 30.0 MB · 9.31 kB a customer"] {
            #expect(text.contains(part), "\(part) is missing in\n\(text)")
        }
        let simulator = try json(report)["simulator"]
        #expect(
            keys(simulator) == ["cpuSeconds", "maxRssBytes", "bytesPerCustomer", "busiestSecondShare", "fullSeconds"]
        )
        #expect(simulator?["bytesPerCustomer"]?.value == .number(9_312))
    }

    @Test func theTextHasBothReadingsHealthPhasesAndErrors() {
        let text = Self.report().summaryText()
        for part in [
            "profile burst (sha256 9f3c1a2b4c5d)", "generator: lag p99 991µs", "412 MB", "24.1 kB a customer",
            "chat_reply_duration.:", "  service..........", "  {author:ai}", "Response counts from", "20.0/s",
            "not recorded", "delivery............: sent 6 000", "out of order 1", "ws_closed...........: 1001=2 100",
            "errors..............: timeout=3", "chat_connect_failed 0.50% (10 of 2 000)",
        ] {
            #expect(text.contains(part), "\(part) is missing in\n\(text)")
        }
    }

    @Test(arguments: [60, 80, 100, 140])
    func latenciesFitTheWidth(width: Int) {
        let lines = Self.report().summaryText(width: width).split(separator: "\n").map(String.init)
        let latencies = lines.drop { !$0.contains("LATENCY") }.prefix { !$0.contains("PHASES") }
        #expect(latencies.count > 5 && latencies.allSatisfy { $0.count <= width })
        #expect(latencies.contains { $0.contains("p(95)") && $0.contains("p(99)") })
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
    }

    @Test func coloursChangeNothingButColours() {
        let colored = Self.report().summaryText(style: .colored)
        #expect(colored.contains("\u{1B}[32m✓\u{1B}[0m") && colored.contains("\u{1B}[31mFAILED (99)\u{1B}[0m"))
        let stripped = colored.replacing(#/\u{1B}\[\d+m/#, with: "")
        #expect(stripped == Self.report().summaryText())
    }

    @Test func aRunWithoutAnythingStillReports() throws {
        var report = Self.report(rules: [], verdict: .passed)
        report.totals = MetricTotals(phases: Self.phases)
        report.phases = []
        report.warnings = []
        #expect(list(try json(report)["metrics"]).isEmpty)
        let text = report.summaryText()
        #expect(text.contains("no samples") && text.contains("  result: PASSED (0)\n") && text.contains("none"))
    }

    @Test func phasesThatShareTheirLatenciesAreShownAsOther() throws {
        var report = Self.report()
        let phases = (0..<PhaseLabel.seriesLimit + 2).map { PhaseLabel(name: "p\($0)", isRecorded: true) }
        var recorder = Recorder(phases: phases)
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        for phase in phases.indices {
            let times = StartTimes(intended: start, sent: start)
            recorder.record(.chatReply, times, until: start + .milliseconds(7), phase: phase)
        }
        report.totals = recorder.totals
        report.phases = phases.map { label in
            PhaseOutcome(label, askedRate: 1, reachedRate: 1, durationSeconds: 1, throughput: report.throughput)
        }
        report.warnings = report.totals.warnings
        let replies = list(try json(report)["metrics"]).filter { $0["name"]?.value == .text("chat_reply_duration") }
        #expect(replies.count == PhaseLabel.seriesLimit + 2)
        let text = report.summaryText()
        #expect(text.split(separator: "\n").count { $0.hasSuffix("in other") } == 2)
        #expect(text.contains("measured together as other"))
    }
}
