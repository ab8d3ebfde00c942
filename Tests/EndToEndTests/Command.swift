import Foundation

/// A process that a test started: the built `loadgen`, as a user would start it, or a peer.
///
/// What it prints goes into files of the test's workplace, so a command is never held up by a reader. One that is let go
/// of is killed.
final class Command {
    private let process = Process()
    private let place: Workplace
    private let name: String
    private let deadline: ContinuousClock.Instant
    private let limit: Duration

    /// How a process ended and what it printed.
    struct Outcome {
        /// 128 more than the signal's number for one that a signal ended.
        var code: Int32
        var output: String
        var notes: String
    }

    /// `limit` is the time that the whole process may take.
    init(_ program: URL, _ arguments: [String], in place: Workplace, limit: Duration) throws {
        self.place = place
        self.limit = limit
        name = program.lastPathComponent + "-" + UUID().uuidString.prefix(4)
        deadline = .now + limit
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["LOADGEN_HOME": Workplace.repository.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        // Where a sanitizer leaves its reports: a race in a command is one of ours.
        process.environment?["TSAN_OPTIONS"] = ProcessInfo.processInfo.environment["TSAN_OPTIONS"]
        process.currentDirectoryURL = place.path(".")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.file(place.path(name + ".out"))
        process.standardError = try Self.file(place.path(name + ".err"))
        try process.run()
    }

    deinit {
        if process.isRunning { kill(pid, SIGKILL) }
    }

    static func loadgen(_ arguments: [String], in place: Workplace, limit: Duration) throws -> Command {
        try Command(product, arguments, in: place, limit: limit)
    }

    /// Runs a profile to its end, with its results in `results`.
    static func run(
        _ profile: SmallProfile,
        _ flags: [String] = [],
        in place: Workplace,
        limit: Duration
    ) async throws -> Outcome {
        try await start(profile, flags, in: place, limit: limit).ending()
    }

    static func start(
        _ profile: SmallProfile,
        _ flags: [String] = [],
        in place: Workplace,
        limit: Duration
    ) throws -> Command {
        let path = try place.write(profile.text, as: "small.json")
        return try loadgen(["run", path, "--results", "results"] + flags, in: place, limit: limit)
    }

    var pid: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    var output: String { place.text(of: name + ".out") }
    var notes: String { place.text(of: name + ".err") }

    func signal(_ number: Int32) { kill(pid, number) }

    /// The first line of the output, once it is whole.
    func firstLine() async throws -> String {
        try await until("its first line is there") { output.contains("\n") }
        return String(output.prefix { $0 != "\n" })
    }

    /// Until something is so; never longer than the process's limit, nor than the process lives.
    func until(_ what: String, _ isSo: () -> Bool) async throws {
        while !isSo() {
            guard isRunning else { throw Trouble("ended before \(what)", self) }
            try await pause("before \(what)")
        }
    }

    func ending() async throws -> Outcome {
        while isRunning { try await pause("before it ended") }
        let isSignal = process.terminationReason == .uncaughtSignal
        return Outcome(code: process.terminationStatus + (isSignal ? 128 : 0), output: output, notes: notes)
    }

    private func pause(_ when: String) async throws {
        guard ContinuousClock.now < deadline else {
            signal(SIGKILL)
            throw Trouble("took more than \(limit) \(when)", self)
        }
        try await Task.sleep(for: .milliseconds(10))
    }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// The command stands beside the bundle of its tests.
    private static let product = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "loadgen")

    struct Trouble: Error, CustomStringConvertible {
        let description: String

        init(_ what: String, _ command: Command) {
            description = "\(command.name) \(what)\n\(command.output)\n\(command.notes)"
        }
    }
}

/// Processes as the kernel knows them.
enum ProcessTable {
    /// One value of `/proc/PID/status`; nil when there is no such process.
    static func status(of pid: Int32, _ key: String) -> String? {
        let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(key + ":") }
        return line.map { $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    static func children(of pid: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { status(of: $0, "PPid") == String(pid) }
    }

    /// One that has ended and that nobody has asked about yet is not alive.
    static func isAlive(_ pid: Int32) -> Bool {
        status(of: pid, "State").map { !$0.hasPrefix("Z") } ?? false
    }
}
