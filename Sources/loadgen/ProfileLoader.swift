import AgentBot
import JSONText
import LaunchKit
import LoadEngine
import Signing

/// From the name of a profile to something that can be run, or to everything that is wrong with it.
struct ProfileLoader {
    /// A profile and the fingerprint of its file.
    struct Loaded {
        var profile: LoadProfile
        var sha256: String
    }

    private let finder: FileFinder
    private let variables: @Sendable (String) -> String?
    private let hosts: HostCheck

    /// What `-e` names wins over the environment.
    init(environment: Environment, arguments: Arguments) {
        finder = FileFinder(environment)
        hosts = HostCheck(allowed: arguments.texts("allow-host"))
        let pairs = arguments.pairs("env")
        variables = { name in pairs.last { $0.name == name }?.value ?? environment[name] }
    }

    func load(_ name: String, overrides: ProfileOverrides) throws -> Loaded {
        let file = try finder.profile(name)
        return try decode(try text(of: file), file: file, overrides: overrides)
    }

    func decode(_ text: String, file: String, overrides: ProfileOverrides) throws(DocumentProblems) -> Loaded {
        var decoder = ProfileDecoder(
            platforms: Platforms.rules(hosts),
            environment: variables,
            readFile: { [finder] path in finder.read(path) }
        )
        decoder.readBytes = { [finder] path in finder.readBytes(path) }
        let profile = try decoder.decode(
            text,
            file: file,
            overrides: overrides,
            defaultSeed: MachineClock.randomSeed()
        )
        return Loaded(profile: profile, sha256: SHA256.hex(of: text.utf8Span.span.bytes))
    }

    /// The script of the profile's bot; a bot that cannot be used is a fault of the configuration.
    func bot(_ name: String?) throws(DocumentProblems) -> BotScript {
        let file = finder.path(name ?? Self.defaultBot)
        return try BotScript(JSONDocument(file: file, text: try text(of: file)))
    }

    func checkBot(of profile: LoadProfile) throws(DocumentProblems) {
        if case .simulator = profile.target { _ = try bot(profile.simulator?.bot) }
    }

    func path(ofBot name: String?) -> String { finder.path(name ?? Self.defaultBot) }

    func text(of file: String) throws(DocumentProblems) -> String {
        switch finder.read(file) {
        case .success(let text): return text
        case .failure(let fault):
            let place = TextPlace(line: 1, column: 1)
            throw DocumentProblems([DocumentProblem(file: file, place: place, path: "", message: fault.reason)])
        }
    }

    static let defaultBot = "bots/retail.json"
}
