import LaunchKit
import LoadEngine

/// Where the files that a user names are looked for.
///
/// As given, from the working directory; then from the tool's own directory, which the launcher tells in `LOADGEN_HOME`,
/// so that the shipped profiles and bots can be named from anywhere.
struct FileFinder: Sendable {
    private let home: String?

    init(_ environment: Environment) {
        home = environment["LOADGEN_HOME"]
    }

    /// A profile by its path or by its bare name.
    func profile(_ name: String) throws(UsageError) -> String {
        var candidates = [name, "profiles/" + name]
        if !name.hasSuffix(".json") { candidates += candidates.map { $0 + ".json" } }
        if let found = Files.firstFile(among: everywhere(candidates)) { return found }
        throw UsageError(description: "profile \"\(name)\" not found; looked for \(candidates.joined(separator: ", "))")
    }

    /// The path of any other file; the name itself where there is none, for the error that follows.
    func path(_ name: String) -> String {
        Files.firstFile(among: everywhere([name])) ?? name
    }

    func read(_ name: String) -> Result<String, FileFault> {
        do throws(LaunchError) {
            return .success(String(decoding: try Files.read(path(name)), as: UTF8.self))
        } catch {
            return .failure(FileFault(error.description))
        }
    }

    func readBytes(_ name: String) -> Result<[UInt8], FileFault> {
        do throws(LaunchError) {
            return .success(try Files.read(path(name)))
        } catch {
            return .failure(FileFault(error.description))
        }
    }

    private func everywhere(_ names: [String]) -> [String] {
        guard let home else { return names }
        return names + names.filter { !$0.hasPrefix("/") }.map { home + "/" + $0 }
    }
}
