public import JSONText

/// Turns the text of a profile into a ``LoadProfile``, or tells everything that is wrong with it.
///
/// It has no access to the system: the files and variables that a profile mentions are read through closures, and each
/// platform reads its own parts.
public struct ProfileDecoder: Sendable {
    let platforms: [PlatformRules]
    let environment: @Sendable (String) -> String?
    let readFile: @Sendable (String) -> Result<String, FileFault>
    /// A file's bytes, whatever they are; by default those of its text.
    public var readBytes: @Sendable (String) -> Result<[UInt8], FileFault>

    /// - Parameters:
    ///   - platforms: what may be a target or be simulated; the first is the simulator's default.
    ///   - environment: a variable's value, with the command line's own before the process's.
    ///   - readFile: a file's text; a path that is not absolute counts from the working directory.
    public init(
        platforms: [PlatformRules],
        environment: @escaping @Sendable (String) -> String?,
        readFile: @escaping @Sendable (String) -> Result<String, FileFault>
    ) {
        self.platforms = platforms
        self.environment = environment
        self.readFile = readFile
        readBytes = { path in readFile(path).map { Array($0.utf8) } }
    }

    /// Reads a whole profile, or tells all problems at once, in the order of the file.
    ///
    /// `file` is its name in messages; files that it mentions are also looked for in its directory. `defaultSeed` is for
    /// a profile that has none.
    public func decode(
        _ text: String,
        file: String,
        overrides: ProfileOverrides = ProfileOverrides(),
        defaultSeed: UInt64
    ) throws(DocumentProblems) -> LoadProfile {
        var document = try JSONDocument(file: file, text: text)
        var problems = Setting.apply(overrides.settings, to: &document) + overrides.problems
        var expansion = Expansion(decoder: self)
        if overrides.target != nil { document.root.remove("target") }
        document.root = expansion.expand(document.root, path: "$", file: file)
        let target = replacement(overrides.target, &expansion)
        problems += expansion.problems

        var reading = ProfileReading(decoder: self, file: file, target: target)
        var reader = ValueReader(document.root, path: "$", file: file)
        let profile = reader.object { object in reading.profile(&object, defaultSeed: defaultSeed) }
        problems += reader.problems + reading.elsewhere
        guard problems.isEmpty, var profile else {
            // A platform may judge again what was judged here: the same problem is told once.
            var told: [DocumentProblem] = []
            for problem in problems.map({ Setting.located($0).masked(by: expansion.secrets) })
            where !told.contains(problem) { told.append(problem) }
            throw DocumentProblems(told)
        }
        profile.secrets = expansion.secrets
        profile.apply(overrides)
        let lacking = profile.lackingRows(file: file)
        guard lacking.isEmpty else { throw DocumentProblems(lacking) }
        return profile
    }

    private func replacement(_ target: ProfileOverrides.Target?, _ expansion: inout Expansion) -> JSONDocument? {
        switch target {
        case nil: return nil
        case .simulator:
            let node = JSONNode(.text("simulator"), at: TextPlace(line: 1, column: 1))
            return JSONDocument(file: "--target", root: node)
        case .file(let name, let text):
            do throws(DocumentProblems) {
                var document = try JSONDocument(file: name, text: text)
                document.root = expansion.expand(document.root, path: "$", file: name)
                return document
            } catch {
                expansion.problems += error.all
                return JSONDocument(file: name, root: JSONNode(.text("simulator"), at: TextPlace(line: 1, column: 1)))
            }
        }
    }

    /// The text of a file named in `file`, and the path under which it was found.
    func find(_ path: String, mentionedIn file: String) -> Result<(path: String, text: String), FileFault> {
        let first = readFile(path)
        guard case .failure(let fault) = first, !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
            return first.map { (path, $0) }
        }
        let beside = String(file[...slash]) + path
        if case .success(let text) = readFile(beside) { return .success((beside, text)) }
        return .failure(FileFault("\(fault.reason), neither here nor in \"\(file[..<slash])\""))
    }
}

/// Why a file could not be read, in the words of a message.
public struct FileFault: Error, Hashable, Sendable {
    public var reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

extension JSONNode {
    /// What is replaced is not even looked at: the variables that it mentions need not be there.
    fileprivate mutating func remove(_ key: String) {
        guard case .object(let members) = value else { return }
        value = .object(members.filter { $0.key != key })
    }
}

extension DocumentProblem {
    fileprivate func masked(by secrets: Secrets) -> DocumentProblem {
        var masked = self
        masked.message = secrets.mask(message)
        return masked
    }
}
