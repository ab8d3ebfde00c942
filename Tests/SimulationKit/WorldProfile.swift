import CXoneDialect
public import JSONText
public import LoadEngine
import SimulatorCore

/// Profiles for simulated worlds, decoded as a command decodes them.
public enum WorldProfile: Sendable {
    public static func decode(
        _ text: String,
        file: String = "profile.json",
        overrides: ProfileOverrides = ProfileOverrides(),
        readFile: @escaping @Sendable (String) -> Result<String, FileFault>
    ) throws(DocumentProblems) -> LoadProfile {
        var rules = PlatformRules(
            name: "cxone",
            checkTarget: { object in _ = CXoneTarget(&object) { _ in false } },
            checkChannel: CXoneRules.checkChannel,
            checkDelays: { delays in _ = CXoneDelays.decode(&delays) }
        )
        rules.clients = CXoneRules.clients
        rules.credentialKeys = CXoneRules.credentialKeys
        rules.encodeFile = CXoneRules.encode
        let decoder = ProfileDecoder(platforms: [rules], environment: { _ in nil }, readFile: readFile)
        return try decoder.decode(text, file: file, overrides: overrides, defaultSeed: 1)
    }
}
