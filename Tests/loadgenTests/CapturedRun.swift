import Foundation
import LaunchKit

@testable import loadgen

/// What a command line came to, in the test's own process.
///
/// A run that would start customers starts this program once more as its simulator, so none is started from here.
struct CapturedRun {
    var code: ExitCode
    var output: String
    var notes: String

    init(_ words: [String], _ variables: [String: String] = [:], typed: [String] = []) {
        let environment = Environment(["LOADGEN_HOME": Self.repository.path].merging(variables) { _, new in new })
        var command = LoadGen(environment: environment, console: Console(capturing: false))
        command.console.typed = typed
        code = command.run(words)
        output = command.console.capturedOutput
        notes = command.console.capturedNotes
    }

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The shipped files of one directory, by their paths.
    static func shipped(_ directory: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: directory).path)
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(directory)/\($0)" }
    }
}

/// A directory of one test's own; gone when the test is.
final class Drawer {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "loadgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func path(_ name: String) -> String { directory.appending(path: name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func write(_ text: String, as name: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}
