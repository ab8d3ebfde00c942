import Clockwork
import JSONText
import LaunchKit
import LoadEngine
import SimulatorCore

/// The simulator of one run: a process of its own, so that what it costs is not taken for the generator's.
///
/// It is the same program, told by its first line of input what to serve. It serves until its input ends, which happens
/// at the latest when this process does, then hands over its ledger on its output and ends.
///
/// Ownership: owned. Whoever started it finishes it; one that is let go is killed.
struct EmbeddedSimulator: ~Copyable {
    private var child: ChildProcess
    /// The line that it printed when it was ready: a target.
    let target: String

    var pid: Int32 { child.pid }

    /// What can be asked of it while it serves.
    var remote: SimulatorRemote { SimulatorRemote(input: child.input) }

    static let startLimit = Duration.seconds(20)
    static let ledgerLimit = Duration.seconds(30)

    init(_ settings: EmbeddedSettings) throws {
        var child = try ChildProcess.ownProgram(["serve", "--embedded", "--quiet", "--listen", "127.0.0.1:0"])
        try child.write(settings.line)
        guard let target = try child.readLine(within: Self.startLimit) else {
            throw SimulatorError(description: "the embedded simulator ended before it was ready")
        }
        self.child = child
        self.target = target
    }

    /// Ends the simulator and takes over its ledger; one that died during the run has none to hand over.
    consuming func finish() -> Result<LedgerReport, SimulatorError> {
        child.closeInput()
        do {
            let text = try child.readToEnd(within: Self.ledgerLimit)
            if case .signal(let number)? = child.wait(within: .seconds(5)) {
                return .failure(SimulatorError(description: "the embedded simulator was ended by signal \(number)"))
            }
            return .success(try LedgerReport(text))
        } catch {
            return .failure(SimulatorError(description: "the embedded simulator has told no ledger: \(error)"))
        }
    }
}

/// Tells a serving simulator what befalls it, by lines on its input.
///
/// Ownership: shared with the process's owner, whose descriptor it is, and never used after that has ended it.
struct SimulatorRemote {
    let input: Int32?

    static let restart = "restart "

    /// It resets every connection, refuses everybody for so long, and comes back with all that it knew.
    func restart(down: Duration) throws(SimulatorError) {
        let line = Self.restart + String(down.nanoseconds / 1_000_000) + "\n"
        guard let input, Files.writeAll(Array(line.utf8), to: input) else {
            throw SimulatorError(description: "the embedded simulator could not be told to restart")
        }
    }

    /// How long the line asks it to be down; nil for any other line.
    static func down(in line: String) -> Duration? {
        guard line.hasPrefix(restart), let milliseconds = Int64(line.dropFirst(restart.count)) else { return nil }
        return .milliseconds(milliseconds)
    }
}

/// What the embedded simulator is told.
struct EmbeddedSettings {
    var platform: String
    var bot: String
    var channel: JSONNode?
    var channels: JSONNode?
    var delays: JSONNode?
    var seed: UInt64
    /// What it shows when it serves TLS: a certificate and its key, in PEM.
    var identity: (certificate: String, key: String)?

    var line: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(#"{"platform":"#, to: &bytes)
        JSONWriter.append(string: platform, to: &bytes)
        JSONWriter.append(#","bot":"#, to: &bytes)
        JSONWriter.append(string: bot, to: &bytes)
        // As text: a number of 64 bits is more than JSON promises to keep.
        JSONWriter.append(#","seed":"#, to: &bytes)
        JSONWriter.append(string: String(seed), to: &bytes)
        if let identity {
            JSONWriter.append(#","tls":{"certificate":"#, to: &bytes)
            JSONWriter.append(string: identity.certificate, to: &bytes)
            JSONWriter.append(#","key":"#, to: &bytes)
            JSONWriter.append(string: identity.key, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        for (key, node) in [("channel", channel), ("channels", channels), ("delays", delays)] {
            guard let node else { continue }
            JSONWriter.append(",", to: &bytes)
            JSONWriter.append(string: key, to: &bytes)
            JSONWriter.append(":", to: &bytes)
            JSONWriter.append(node, to: &bytes)
        }
        JSONWriter.append("}\n", to: &bytes)
        return bytes
    }

    init(
        platform: String,
        bot: String,
        channel: JSONNode?,
        channels: JSONNode?,
        delays: JSONNode?,
        seed: UInt64
    ) {
        self.platform = platform
        self.bot = bot
        self.channel = channel
        self.channels = channels
        self.delays = delays
        self.seed = seed
    }

    /// Reads what the parent wrote.
    init(_ line: String) throws(DocumentProblems) {
        let document = try JSONDocument(file: "embedded settings", text: line)
        self = try document.read { value in
            value.object { object -> EmbeddedSettings? in
                guard let platform = object.required("platform", { $0.text() }),
                    let bot = object.required("bot", { $0.text() }),
                    let seed = object.required("seed", { $0.text().flatMap { UInt64($0) } })
                else { return nil }
                let identity = object.optional("tls") { value in
                    value.object { tls -> (certificate: String, key: String)? in
                        guard let certificate = tls.required("certificate", { $0.text() }),
                            let key = tls.required("key", { $0.text() })
                        else { return nil }
                        return (certificate, key)
                    }
                }
                var settings = EmbeddedSettings(
                    platform: platform,
                    bot: bot,
                    channel: object.raw("channel"),
                    channels: object.raw("channels"),
                    delays: object.raw("delays"),
                    seed: seed
                )
                settings.identity = identity
                return settings
            }
        }
    }
}

/// What can go wrong with the simulator's process.
struct SimulatorError: Error, CustomStringConvertible {
    var description: String
}
