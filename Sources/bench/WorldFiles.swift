import AgentBot
import CXoneDialect
import SimulatorCore
import JSONText
import LaunchKit
import LoadEngine
import SimulationKit

/// What a virtual world is made of, read from files.
enum WorldFiles {
    static func load(
        _ file: String,
        _ overrides: ProfileOverrides
    ) throws -> (profile: LoadProfile, script: BotScript, channels: [SimulatorConfiguration.NamedChannel]) {
        let profile = try WorldProfile.decode(
            try text(of: file),
            file: file,
            overrides: overrides,
            readFile: { path in Self.read(path) }
        )
        let bot = profile.simulator?.bot ?? "bots/retail.json"
        let channels = try SimulatorConfiguration.NamedChannel.read(
            channel: profile.simulator?.channel,
            channels: profile.simulator?.channels,
            file: file
        )
        return (profile, try BotScript(JSONDocument(file: bot, text: try text(of: bot))), channels)
    }

    private static func text(of path: String) throws(LaunchError) -> String {
        String(decoding: try Files.read(path), as: UTF8.self)
    }

    private static func read(_ path: String) -> Result<String, FileFault> {
        do throws(LaunchError) {
            return .success(try text(of: path))
        } catch {
            return .failure(FileFault(error.description))
        }
    }
}
