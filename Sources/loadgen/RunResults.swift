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
        let id = Self.fileName(profile.name) + "-" + Self.stamp(now)
        let directory = asked ?? Self.unused("results/\(id)")
        if asked != nil, Self.files.contains(where: { Files.exists(directory + "/" + $0) }) {
            throw UsageError(
                description: "--results \(directory) holds the results of another run; name another directory"
            )
        }
        do throws(LaunchError) {
            try Files.makeDirectories(directory)
        } catch {
            throw UsageError(description: "the results cannot be written: \(error); name a directory with --results")
        }
        let log: AppendedFile
        do throws(LaunchError) {
            log = try AppendedFile(directory + "/" + Self.files[1])
        } catch {
            throw UsageError(description: "the results cannot be written: \(error); name a directory with --results")
        }
        let format = HistogramLog(phases: profile.load.labels, steps: profile.stepNames)
        try log.append(format.head(tool: "loadgen \(LoadGen.version)", start: now))
        self.id = id
        self.directory = directory
        self.log = log
    }

    func append(_ interval: Interval, length: Duration, of profile: LoadProfile) throws {
        var bytes: [UInt8] = []
        HistogramLog(phases: profile.load.labels, steps: profile.stepNames).append(interval, length: length, to: &bytes)
        if !bytes.isEmpty { try log.append(bytes) }
    }

    func write(_ report: RunReport) throws {
        try Files.write(report.summaryJSON(), to: directory + "/" + Self.files[0])
    }

    private static let files = ["summary.json", "intervals.hlog"]

    /// Two runs that begin in one second do not share a directory.
    private static func unused(_ path: String) -> String {
        var directory = path
        var number = 2
        while Files.exists(directory) {
            directory = "\(path)-\(number)"
            number += 1
        }
        return directory
    }

    /// A profile's name without what a shell or a path would take for more than a letter.
    private static func fileName(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    }

    /// Such as `20260701T091504Z`.
    private static func stamp(_ time: WallTime) -> String {
        var bytes: [UInt8] = []
        ISO8601Text.append(time, .zulu, to: &bytes)
        return String(decoding: bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }
}
