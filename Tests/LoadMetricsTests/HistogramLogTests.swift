import Clockwork
import Foundation
import JSONText
import LoadMetrics
import Testing

@Suite struct HistogramLogTests {
    private static let phases = [
        PhaseLabel(name: "warm up, slowly", isRecorded: false), PhaseLabel(name: "steady", isRecorded: true),
    ]

    /// Three seconds with samples of several sizes; counts of a thousand, so that readers that round ranks agree.
    private func seconds() -> [Interval] {
        var recorder = Recorder(phases: Self.phases)
        var random = SeededRandom(seed: 3, stream: "log")
        return (0..<3).map { second in
            for _ in 0..<1_000 {
                let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
                let sent = start + .microseconds(random.index(below: 400))
                let end = sent + .microseconds(1 + random.index(below: 10 << (8 * second)))
                let times = StartTimes(intended: start, sent: sent)
                recorder.record(.chatReply, times, until: end, phase: 1, tag: .authorAI)
                recorder.record(.chatAck, times, until: end, phase: 0)
                recorder.recordLag(.microseconds(random.index(below: 900)))
            }
            return recorder.closeSecond(phase: 1)
        }
    }

    private func log() -> [UInt8] {
        let log = HistogramLog(phases: Self.phases)
        var bytes = log.head(tool: "loadgen 0", start: WallTime(milliseconds: 1_790_000_000_250))
        for interval in seconds() { log.append(interval, to: &bytes) }
        return bytes
    }

    @Test func theHeadNamesVersionUnitsAndStart() {
        let lines = String(decoding: log(), as: UTF8.self).split(separator: "\n")
        #expect(lines[0] == "#[Logged with loadgen 0]")
        #expect(lines[1] == "#[Histogram log format version 1.3]")
        #expect(lines[2].contains("microseconds"))
        #expect(lines[3] == "#[StartTime: 1790000000.250 (seconds since epoch), 2026-09-21T14:13:20Z]")
        #expect(lines[4] == "#[BaseTime: 1790000000.250 (seconds since epoch)]")
        #expect(lines[5].hasPrefix("\"StartTimestamp\",\"Interval_Length\""))
    }

    @Test func everySeriesHasALineASecond() {
        let lines = String(decoding: log(), as: UTF8.self).split(separator: "\n").dropFirst(6)
        let heads = lines.prefix(5).map { $0.split(separator: ",")[0...2].joined(separator: ",") }
        #expect(
            heads == [
                "Tag=chat_ack_duration{phase:warm_up__slowly},0.000,1.000",
                "Tag=chat_ack_duration_service{phase:warm_up__slowly},0.000,1.000",
                "Tag=chat_reply_duration{phase:steady;author:ai},0.000,1.000",
                "Tag=chat_reply_duration_service{phase:steady;author:ai},0.000,1.000",
                "Tag=scheduler_lag,0.000,1.000",
            ]
        )
        #expect(lines.count == 15 && lines.allSatisfy { $0.split(separator: ",").count == 5 })
        #expect(lines.last?.hasPrefix("Tag=scheduler_lag,2.000,1.000,0.") == true)
        #expect(lines.allSatisfy { $0.split(separator: ",")[4].hasPrefix("HISTF") })
    }

    @Test func aLastSecondMayBeShort() {
        let log = HistogramLog(phases: Self.phases)
        var bytes: [UInt8] = []
        log.append(seconds()[2], start: .milliseconds(2_004), length: .milliseconds(37), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains(",2.004,0.037,"))
    }

    @Test(.enabled(if: HistogramLogPeer.isInstalled, "skipped: Python's hdrhistogram is not installed"))
    func anotherLanguageReadsTheSameCountsAndPercentiles() throws {
        let understood = try HistogramLogPeer.read(log())
        let log = HistogramLog(phases: Self.phases)
        let written = seconds().flatMap { interval in
            interval.series.map { (interval.second, log.tag(of: $0.key), $0.histogram) }
                + [(interval.second, HistogramLog.lagTag, interval.lag)]
        }
        #expect(understood.count == written.count)
        for (line, (second, tag, sparse)) in zip(understood, written) {
            var histogram = LatencyHistogram()
            histogram.merge(sparse)
            #expect(line.tag == tag && line.count == sparse.count)
            #expect(abs(line.startMilliseconds - (1_790_000_000_250 + 1_000 * Double(second))) < 1)
            #expect(line.endMilliseconds - line.startMilliseconds == 1_000)
            #expect(line.buckets == sparse.buckets.map { [Int($0.index), Int($0.count)] })
            for (percent, value) in zip([50.0, 90, 95, 99, 99.9, 100], line.percentiles) {
                let largest = try #require(sparse.max)
                #expect(histogram.percentile(percent) == min(value, largest), "p(\(percent)) of \(tag)")
            }
        }
    }
}

/// Python's `hdrhistogram`, asked what it makes of a log.
enum HistogramLogPeer {
    struct Line: Decodable {
        var tag: String
        var startMilliseconds: Double
        var endMilliseconds: Double
        var count: UInt64
        var percentiles: [Int]
        var buckets: [[Int]]
    }

    static let isInstalled = (try? run(["-c", "import hdrh.histogram"]).status) == 0

    static func read(_ log: [UInt8]) throws -> [Line] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).hlog")
        try Data(log).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = root.appending(path: "Tests/Peers/read_histogram_log.py").path
        let answer = try run([script, file.path])
        #expect(answer.status == 0)
        return try JSONDecoder().decode([Line].self, from: answer.output)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The project's own environment where there is one, else the system's.
    private static func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
        let own = root.appending(path: ".venv/bin/python3").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [FileManager.default.isExecutableFile(atPath: own) ? own : "python3"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}
