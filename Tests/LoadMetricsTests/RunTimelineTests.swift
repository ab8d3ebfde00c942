import Clockwork
import LoadMetrics
import Testing

@Suite struct RunTimelineTests {
    private static let phases = [
        PhaseLabel(name: "steady", isRecorded: true), PhaseLabel(name: "burst", isRecorded: true),
    ]

    /// One interval a second; each second's replies take as many milliseconds as its number times a hundred.
    private func timeline(seconds: Int, burstFrom burst: Int) -> RunTimeline {
        var recorder = Recorder(phases: Self.phases)
        var timeline = RunTimeline(phases: Self.phases)
        let start = MonotonicTime(nanoseconds: 1)
        for second in 1...seconds {
            let times = StartTimes(intended: start, sent: start)
            recorder.record(.chatReply, times, until: start + .milliseconds(100 * second), phase: 0, tag: .authorAI)
            recorder.count(.messagesSent, 10 * second)
            recorder.count(.messagesReceived, 5)
            recorder.count(.errors, tag: "timeout")
            recorder.connectedCustomers = 100 * second
            recorder.activeCustomers = 1_000 + second
            timeline.add(recorder.closeSecond(phase: second < burst ? 0 : 1))
        }
        return timeline
    }

    @Test func throughputIsOfTheRunAndOfEachPhase() {
        let timeline = timeline(seconds: 4, burstFrom: 3)
        #expect(timeline.throughput.messagesSentPerSecond == 25 && timeline.throughput.peakMessagesPerSecond == 45)
        #expect(timeline.throughput(phase: 0).messagesSentPerSecond == 15)
        #expect(timeline.throughput(phase: 0).peakMessagesPerSecond == 25)
        #expect(timeline.throughput(phase: 1).messagesSentPerSecond == 35)
        #expect(timeline.duration(phase: 1) == .seconds(2) && timeline.duration == .seconds(4))
    }

    @Test func peaksAreTheMostAtOnce() {
        let timeline = timeline(seconds: 4, burstFrom: 9)
        #expect(timeline.peakConnected == 400 && timeline.peakActive == 1_004)
    }

    @Test func recentRepliesForgetWhatIsOld() {
        #expect(timeline(seconds: 9, burstFrom: 99).recentReplies.min == 500_000)
        #expect(timeline(seconds: 9, burstFrom: 99).recentReplies.count == UInt64(RunTimeline.recentSeconds))
    }

    @Test func aPhaseWithoutTimeHasNoThroughput() {
        #expect(timeline(seconds: 2, burstFrom: 99).throughput(phase: 1).turnsPerSecond == 0)
    }

    @Test func progressIsOneLine() {
        let line = ProgressLine.text(timeline(seconds: 4, burstFrom: 3), of: .seconds(75))
        #expect(
            line == "0:04/1:15  burst  customers 1 004  sent 40/s  received 5/s  reply p95 400ms  errors 4"
        )
        let before = ProgressLine.text(RunTimeline(phases: Self.phases), of: .seconds(3_700))
        #expect(before == "0:00/1:01:40  reply p95 –  errors 0")
    }
}
