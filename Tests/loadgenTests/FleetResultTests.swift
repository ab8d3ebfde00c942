import ChatModel
import LoadEngine
import LoadMetrics
import Testing

@testable import loadgen

@Suite struct FleetResultTests {
    private static let phases = [PhaseLabel(name: "steady", isRecorded: true)]

    /// What one loop hands over at its end: so many customers, and the seconds that nobody had taken.
    private func result(started: Int, seconds: Int) -> FleetResult {
        var recorder = Recorder(phases: Self.phases)
        var counts = CustomerCounts()
        counts.started = started
        return FleetResult(
            totals: recorder.totals,
            counts: counts,
            delivery: DeliveryCounts(),
            startedByPhase: [started],
            turnsCut: 1,
            account: CustomerAccount(),
            intervals: (0..<seconds).map { _ in recorder.closeSecond(phase: 0) }
        )
    }

    @Test func secondsThatWereToldBeforeTheFirstResultAreKept() {
        var recorder = Recorder(phases: Self.phases)
        var early = LoopNews(loop: 0)
        early.intervals = [recorder.closeSecond(phase: 0), recorder.closeSecond(phase: 0)]
        var first = LoopNews(loop: 0)
        first.result = result(started: 3, seconds: 1)
        var late = LoopNews(loop: 1)
        late.intervals = [recorder.closeSecond(phase: 0)]
        var second = LoopNews(loop: 1)
        second.result = result(started: 4, seconds: 1)
        let all = FleetResult([early, first, late, second])
        #expect(all?.intervals.count == 5)
        #expect(all?.counts.started == 7 && all?.startedByPhase == [7] && all?.turnsCut == 2)
    }

    @Test func withoutAResultThereIsNone() {
        #expect(FleetResult([LoopNews(loop: 0)]).map { _ in true } == nil)
    }
}
