import AgentBot
import CXoneDialect
import Foundation
import JSONText
import LoadEngine
import SimulationKit

/// The shipped files, and worlds made of them.
enum WorldFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func names(in folder: String) -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
        return (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func profile(_ path: String, _ overrides: ProfileOverrides = ProfileOverrides()) throws -> LoadProfile {
        try decode(text(path), file: path, overrides: overrides)
    }

    /// The files that it mentions are the repository's.
    static func decode(
        _ text: String,
        file: String = "profile.json",
        overrides: ProfileOverrides = ProfileOverrides()
    ) throws -> LoadProfile {
        try WorldProfile.decode(
            text,
            file: file,
            overrides: overrides,
            readFile: { path in
                (try? Self.text(path)).map { .success($0) } ?? .failure(FileFault("no such file"))
            }
        )
    }

    static func bot(_ path: String = "bots/retail.json") throws -> BotScript {
        try BotScript(JSONDocument(file: path, text: text(path)))
    }

    /// The channels that the profile's simulator has.
    static func channels(of profile: LoadProfile) throws -> [SimulatorConfiguration.NamedChannel] {
        try SimulatorConfiguration.NamedChannel.read(
            channel: profile.simulator?.channel,
            channels: profile.simulator?.channels,
            file: "channel"
        )
    }
}
