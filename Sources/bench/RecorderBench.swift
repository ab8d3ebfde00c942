import CJemalloc
import Clockwork
import LaunchKit
import LoadMetrics

/// What a recorder's memory does as samples come in: nothing, after the first million.
enum RecorderBench {
    static let verb = Verb(
        "recorder",
        "Record latencies and compare the process's memory after a million samples and after all.",
        flags: [
            Flag("samples", .whole(1_000_000...1_000_000_000), "how many", default: "20000000"),
            Flag("rate", .whole(1...100_000_000), "samples in a second of the run, of all series", default: "20000"),
        ]
    )

    /// Allocated for latencies as they are in practice, the open second's histogram and the latest interval included.
    static let bytesPerSeriesLimit = 16_384
    static let growthLimit = 1.05
    /// Pages that the allocator has not given back yet come and go; a process as small as this one notices.
    static let slackBytes = 262_144

    private struct Outcome {
        var series = 0
        var recorded = 0
        var residentAfterMillion = 0
        var resident = 0
        var bytesPerSeries = 0

        var growth: Double { Double(resident) / Double(max(1, residentAfterMillion)) }

        var hasGrown: Bool { Double(resident - slackBytes) > growthLimit * Double(residentAfterMillion) }
    }

    static func run(_ arguments: Arguments) throws -> Int32 {
        let samples = arguments.whole("samples") ?? 20_000_000
        let rate = arguments.whole("rate") ?? 20_000
        var isRight = true
        // Most within 2 to 200 ms, and from microseconds to minutes, where every octave is hit.
        for (name, sigma) in [("practice", 0.7), ("everywhere", 2.5)] {
            let outcome = record(samples, rate, .lognormal(median: .milliseconds(20), sigma: sigma))
            print(
                "{\"latencies\":\"\(name)\",\"samples\":\(samples),\"series\":\(outcome.series),"
                    + "\"residentBytesAfterMillion\":\(outcome.residentAfterMillion),"
                    + "\"residentBytes\":\(outcome.resident),\"growth\":\(outcome.growth),"
                    + "\"bytesPerSeries\":\(outcome.bytesPerSeries)}"
            )
            if outcome.recorded != 2 * samples {
                print("\(2 * samples) readings were recorded, and \(outcome.recorded) are there")
                isRight = false
            }
            if outcome.hasGrown || (name == "practice" && outcome.bytesPerSeries > bytesPerSeriesLimit) {
                print("over the limit: growth \(growthLimit), \(bytesPerSeriesLimit) bytes a series in practice")
                isRight = false
            }
        }
        return isRight ? 0 : 1
    }

    private static func record(_ samples: Int, _ rate: Int, _ latencies: Distribution) -> Outcome {
        let phases = (0..<PhaseLabel.seriesLimit).map { PhaseLabel(name: "phase \($0)", isRecorded: true) }
        var recorder = Recorder(phases: phases)
        var timeline = RunTimeline(phases: phases)
        var random = SeededRandom(seed: 1, stream: "samples")
        var outcome = Outcome()
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        let before = cjemalloc_allocated()
        for number in 0..<samples {
            let metric = LatencyMetric.allCases[number % LatencyMetric.allCases.count]
            let end = start + latencies.draw(using: &random)
            recorder.record(metric, StartTimes(intended: start, sent: start), until: end, phase: number / rate % 2)
            if number % rate == rate - 1 { timeline.add(recorder.closeSecond(phase: 0)) }
            if number == 999_999 { outcome.residentAfterMillion = ProcessFigures.own()?.residentBytes ?? 0 }
        }
        outcome.resident = ProcessFigures.own()?.residentBytes ?? 0
        let allocated = cjemalloc_allocated() &- before
        let totals = recorder.totals
        outcome.series = totals.series.count
        outcome.bytesPerSeries = before == .max ? 0 : Int(allocated) / max(1, outcome.series)
        outcome.recorded = LatencyMetric.allCases.reduce(0) {
            $0 + Int(totals.histogram($1, .response).count + totals.histogram($1, .service).count)
        }
        return outcome
    }
}
