import Clockwork
import LaunchKit
import LoadEngine
import LoadMetrics
import TextForms

/// The directory of one run's results: `summary.json`, and `intervals.hlog`, which grows while the run goes on.
///
/// Ownership: owned. The command holds it for the length of the run.
struct RunResults: ~Copyable {
    let directory: String
    let id: String
    private let log: AppendedFile

    init(profile: LoadProfile, directory asked: String?, at now: WallTime) throws {
        let id = "\(profile.name)-\(Self.stamp(now))"
        let directory = try Self.make(asked ?? "results/\(id)", isNamed: asked != nil)
        let log = try AppendedFile(directory + "/intervals.hlog")
        let phases = profile.load.phases.map { PhaseLabel(name: $0.name, isRecorded: $0.isRecorded) }
        try log.append(HistogramLog(phases: phases).head(tool: "loadgen \(LoadGen.version)", start: now))
        self.id = id
        self.directory = directory
        self.log = log
    }

    func append(_ interval: Interval, length: Duration, phases: [PhaseLabel]) throws {
        var bytes: [UInt8] = []
        HistogramLog(phases: phases).append(interval, length: length, to: &bytes)
        if !bytes.isEmpty { try log.append(bytes) }
    }

    func write(_ report: RunReport) throws {
        try Files.write(report.summaryJSON(), to: directory + "/summary.json")
    }

    /// Two runs that begin in one second do not share a directory.
    private static func make(_ path: String, isNamed: Bool) throws -> String {
        var directory = path
        var number = 2
        while !isNamed, Files.exists(directory) {
            directory = "\(path)-\(number)"
            number += 1
        }
        try Files.makeDirectories(directory)
        return directory
    }

    /// Such as `20260701T091504Z`.
    private static func stamp(_ time: WallTime) -> String {
        var bytes: [UInt8] = []
        ISO8601Text.append(time, .zulu, to: &bytes)
        return String(decoding: bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }
}
