import Clockwork
import LoadMetrics
import Testing

@Suite struct RecorderTests {
    private static let phases = [
        PhaseLabel(name: "warm-up", isRecorded: false), PhaseLabel(name: "steady", isRecorded: true),
        PhaseLabel(name: "burst", isRecorded: true),
    ]

    private let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private func times(sentAfter gap: Duration) -> StartTimes {
        StartTimes(intended: start, sent: start + gap)
    }

    private static let steps = ["order", "return"]

    private func values(_ totals: MetricTotals) -> [SeriesKey: SparseHistogram] {
        totals.series.reduce(into: [:]) { found, key in found[key] = totals.histogram(key).map { SparseHistogram($0) } }
    }

    /// Some seconds of samples of all kinds, drawn from one stream.
    private func fill(_ recorder: inout Recorder, seconds: Int, stream: UInt64) -> [Interval] {
        var random = SeededRandom(seed: 11, stream: "recorder", stream)
        return (0..<seconds).map { second in
            for _ in 0..<200 {
                let metric = LatencyMetric.allCases[random.index(below: LatencyMetric.allCases.count)]
                let tags = metric.tags(steps: Self.steps) + [.none]
                let tag = tags[random.index(below: tags.count)]
                let times = times(sentAfter: .microseconds(random.index(below: 3_000)))
                let end = times.sent + .microseconds(random.index(below: 900_000))
                recorder.record(metric, times, until: end, phase: random.index(below: 3), tag: tag)
                recorder.record(.chatMessageFailed, isFailure: random.unit() < 0.1, phase: random.index(below: 3))
                recorder.count(.messagesSent)
                recorder.count(.bytesSent, random.index(below: 500))
                recorder.count(.errors, tag: ["refused", "timeout", "reset"][random.index(below: 3)])
                recorder.recordLag(.microseconds(random.index(below: 4_000)))
            }
            return recorder.closeSecond(phase: second)
        }
    }

    @Test func bothReadingsAreRecordedFromTheirStarts() throws {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        recorder.record(.chatAck, times(sentAfter: .milliseconds(3)), until: start + .milliseconds(10), phase: 1)
        let response = try #require(recorder.totals.histogram(SeriesKey(.chatAck, .response, phase: 1)))
        let service = try #require(recorder.totals.histogram(SeriesKey(.chatAck, .service, phase: 1)))
        #expect(response.max == 10_000 && service.max == 7_000)
    }

    @Test func aBegunMicrosecondCountsWholeAndABackwardLatencyIsZero() throws {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        recorder.record(.chatEcho, times(sentAfter: .microseconds(2)), until: start + .nanoseconds(1_001), phase: 1)
        #expect(recorder.totals.histogram(SeriesKey(.chatEcho, .response, phase: 1))?.max == 2)
        #expect(recorder.totals.histogram(SeriesKey(.chatEcho, .service, phase: 1))?.max == 0)
    }

    @Test func aReadingThatNeverStartedIsLeftOut() {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        let unsent = StartTimes(intended: start, sent: .never)
        recorder.record(.chatReply, unsent, until: start + .seconds(1), phase: 1, tag: .authorAI)
        #expect(recorder.totals.series == [SeriesKey(.chatReply, .response, tag: .authorAI, phase: 1)])
    }

    @Test func anUnrecordedPhaseIsInTheIntervalOnly() {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        recorder.record(.chatReady, times(sentAfter: .zero), until: start + .seconds(1), phase: 0)
        recorder.record(.chatConnectFailed, isFailure: true, phase: 0)
        recorder.count(.messagesSent, 3)
        let interval = recorder.closeSecond(phase: 0)
        #expect(interval.series.map(\.key.reading) == [.response, .service])
        #expect(interval.rates[RateMetric.chatConnectFailed.rawValue] == RateTally(attempts: 1, failures: 1))
        #expect(recorder.totals.series.isEmpty)
        #expect(recorder.totals.tally(.chatConnectFailed).attempts == 0)
        #expect(recorder.totals.counters[.messagesSent] == 3)
    }

    @Test func closedSecondsAddUpToTheTotals() {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        let intervals = fill(&recorder, seconds: 7, stream: 1)
        var sums: [SeriesKey: LatencyHistogram] = [:]
        var counters = CounterTable()
        var lag = LatencyHistogram()
        for interval in intervals {
            for series in interval.series where series.key.phase > 0 {
                sums[series.key, default: LatencyHistogram()].merge(series.histogram)
            }
            counters.merge(interval.counters)
            lag.merge(interval.lag)
        }
        let totals = recorder.totals
        #expect(values(totals) == sums.mapValues { SparseHistogram($0) })
        #expect(totals.counters == counters && counters[.messagesSent] == 1_400 && counters[.errors] == 1_400)
        #expect(SparseHistogram(totals.lag) == SparseHistogram(lag))
        #expect(intervals.map(\.second) == Array(0..<7))
        #expect(intervals.allSatisfy { $0.series.map(\.key) == $0.series.map(\.key).sorted() })
    }

    @Test func totalsIncludeTheOpenSecond() {
        var open = Recorder(phases: Self.phases, steps: Self.steps)
        var closed = open
        for phase in 0..<3 {
            open.record(.chatAck, times(sentAfter: .zero), until: start + .milliseconds(phase), phase: phase)
            closed.record(.chatAck, times(sentAfter: .zero), until: start + .milliseconds(phase), phase: phase)
        }
        _ = closed.closeSecond(phase: 2)
        #expect(values(open.totals) == values(closed.totals) && open.totals.series.count == 4)
    }

    @Test func loopsMergeInAnyOrderToTheSame() {
        var recorders = [Recorder](repeating: Recorder(phases: Self.phases, steps: Self.steps), count: 3)
        let intervals = recorders.indices.map { fill(&recorders[$0], seconds: 4, stream: UInt64($0)) }
        var forwards = recorders[0].totals
        forwards.merge(recorders[1].totals)
        forwards.merge(recorders[2].totals)
        var backwards = recorders[2].totals
        backwards.merge(recorders[1].totals)
        backwards.merge(recorders[0].totals)
        #expect(values(forwards) == values(backwards) && forwards.series == backwards.series)
        #expect(forwards.counters == backwards.counters)
        for rate in RateMetric.allCases { #expect(forwards.tally(rate) == backwards.tally(rate)) }
        var second = intervals[0][2]
        second.merge(intervals[1][2])
        var reverse = intervals[1][2]
        reverse.merge(intervals[0][2])
        #expect(second == reverse && second.counters[.messagesSent] == 400)
        #expect(second.series.map(\.key) == second.series.map(\.key).sorted())
    }

    @Test func anIntervalKeepsThePeakOfItsSecond() {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        for connected in [3, 9, 4] { recorder.connectedCustomers = connected }
        recorder.activeCustomers = 12
        let first = recorder.closeSecond(phase: 1)
        #expect(first.connectedCustomers == 9 && first.activeCustomers == 12)
        recorder.connectedCustomers = 2
        #expect(recorder.closeSecond(phase: 1).connectedCustomers == 4)
        #expect(recorder.closeSecond(phase: 1).connectedCustomers == 2)
    }

    @Test func histogramsAreSelectedByTagAndPhase() {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        for (phase, tag) in [(1, LatencyTag.authorAI), (1, .authorHuman), (2, .authorAI), (2, .none)] {
            recorder.record(.chatReply, times(sentAfter: .zero), until: start + .seconds(1), phase: phase, tag: tag)
        }
        let totals = recorder.totals
        #expect(totals.histogram(.chatReply, .response).count == 4)
        #expect(totals.histogram(.chatReply, .response, tag: .authorAI).count == 2)
        #expect(totals.histogram(.chatReply, .response, phase: 1).count == 2)
        #expect(totals.histogram(.chatReply, .service, tag: .authorHuman, phase: 1).count == 1)
        #expect(totals.histogram(.chatReply, .response, tag: .authorHuman, phase: 2).isEmpty)
    }

    @Test func aSampleOfAnUnknownPhaseTraps() async {
        await #expect(processExitsWith: .failure) {
            var recorder = Recorder(phases: [PhaseLabel(name: "only", isRecorded: true)])
            let now = MonotonicTime(nanoseconds: 1)
            recorder.record(.chatAck, StartTimes(intended: now, sent: now), until: now, phase: 1)
        }
    }

    /// Two phases more than have series of their own, every third of them not recorded.
    private static let many = (0..<PhaseLabel.seriesLimit + 8)
        .map { PhaseLabel(name: "phase-\($0)", isRecorded: $0 % 3 != 2) }

    @Test func phasesBeyondTheLimitShareOneSeries() {
        var recorder = Recorder(phases: Self.many)
        for phase in Self.many.indices {
            recorder.record(.chatAck, times(sentAfter: .zero), until: start + .milliseconds(phase + 1), phase: phase)
            recorder.record(.chatConnectFailed, isFailure: false, phase: phase)
        }
        let totals = recorder.totals
        let recorded = Self.many.indices.filter { Self.many[$0].isRecorded }
        let (own, shared) = (
            recorded.count { $0 < PhaseLabel.seriesLimit }, recorded.count { $0 >= PhaseLabel.seriesLimit }
        )
        #expect(totals.series.count == 2 * (own + 1))
        #expect(totals.histogram(.chatAck, .response).count == UInt64(recorded.count))
        #expect(totals.histogram(.chatAck, .response, phase: recorded.last).count == UInt64(shared))
        #expect(totals.histogram(.chatAck, .response, phase: 0).max == 1_000)
        #expect(totals.seriesPhases.count == own + 1)
        #expect(totals.tally(.chatConnectFailed, phase: recorded.last).attempts == 1)
    }

    @Test func theIntervalHasSharedSeriesOfBothKinds() {
        var recorder = Recorder(phases: Self.many)
        for phase in PhaseLabel.seriesLimit..<Self.many.count {
            recorder.record(.chatEcho, times(sentAfter: .zero), until: start + .seconds(1), phase: phase)
        }
        let interval = recorder.closeSecond(phase: Self.many.count - 1)
        let response = interval.series.filter { $0.key.reading == .response }
        #expect(response.map(\.histogram.count).reduce(0, +) == 8 && response.count == 2)
        let log = HistogramLog(phases: Self.many)
        #expect(Set(response.map { log.tag(of: $0.key) }) == ["chat_echo_duration{phase:other}"])
    }

    @Test func whatIsMeasuredTogetherIsWarnedOf() {
        var recorder = Recorder(phases: Self.phases, steps: Self.steps)
        for code in 0..<CounterTable.tagLimit { recorder.count(.wsClosed, tag: "\(3_000 + code)") }
        #expect(recorder.totals.warnings.isEmpty)
        for code in 0..<5 { recorder.count(.wsClosed, tag: "\(4_000 + code)") }
        #expect(
            recorder.totals.warnings == [
                "ws_closed met more values of code than are told apart: 5 of 69 are counted as other"
            ]
        )
        let limit = PhaseLabel.seriesLimit
        #expect(
            Recorder(phases: Self.many).totals.warnings == [
                "of \(limit + 8) phases the first \(limit) have latencies of their own; "
                    + "the rest is measured together as other"
            ]
        )
    }
}
