import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Glibc
import JSONText
import LaunchKit
import LoadEngine
import SimulatorCore
import Transport

/// `loadgen serve`: the simulator with a bot, until it is told to end.
struct ServeCommand {
    let arguments: Arguments
    let environment: Environment
    var console: Console

    /// In microseconds: what peers get to read the close before their connection ends.
    private static let closePause: UInt32 = 20_000

    /// Shorter answers fit into one segment anyway.
    private static let leastCompressed = 1_000

    mutating func run() throws -> ExitCode {
        let signals = try SignalWatch()
        _ = Machine.raiseDescriptorLimit()
        let isEmbedded = arguments.has("embedded")
        let settings = try isEmbedded ? embeddedSettings() : flagSettings()
        let configuration = try configuration(settings)
        let endpoint = arguments.endpoint("listen") ?? Endpoint("127.0.0.1:8080")
        guard let endpoint else { throw UsageError(description: "--listen takes HOST:PORT") }
        let identity = try identity(settings)
        let listener = try listener(at: endpoint, identity)
        var options = TransportOptions()
        if configuration.compresses {
            options.compression = CompressionOptions()
            options.compressedAnswers = Self.leastCompressed
        }
        let thread = try WireThread<SimulatorProgram>.start(options, listeningOn: [listener]) { _, _ in
            SimulatorProgram(configuration)
        }
        let place = listener.authority
        // Unbuffered: whoever reads the other end waits for it.
        Files.writeAll(
            Array((configuration.target(at: place, isSecure: identity != nil) + "\n").utf8),
            to: STDOUT_FILENO
        )
        console.note("serving \(settings.platform) on \(place) with the bot \(settings.bot); Ctrl-C ends it")
        var host = ServedHost(listener: listener, thread: thread.handle)
        host.follow(signals, input: isEmbedded ? STDIN_FILENO : nil)
        let (ledger, counts) = end(thread)
        if identity != nil { console.note(Self.text(of: counts)) }
        if isEmbedded {
            var bytes: [UInt8] = []
            ledger.write(to: &bytes)
            Files.writeAll(bytes, to: STDOUT_FILENO)
        }
        return .success
    }

    /// Ends the loop and takes its ledger, as it stood before the simulator closed anything itself.
    private func end(_ thread: consuming WireThread<SimulatorProgram>) -> (LedgerReport, TLSCounts) {
        let answer = Guarded<(LedgerReport, TLSCounts)?>(nil)
        thread.handle.submit { loop in
            let report = (loop.program.ledger, loop.tlsCounts)
            answer.withLock { $0 = report }
            loop.program.close(into: &loop.orders)
        }
        usleep(Self.closePause)
        thread.handle.submit { loop in loop.stop() }
        thread.join()
        return answer.withLock { $0 } ?? (LedgerReport(stored: [], replies: []), TLSCounts())
    }

    private func listener(at endpoint: Endpoint, _ identity: TLSIdentity?) throws -> Listener {
        guard HostCheck(allowed: []).isAllowed(endpoint.host) else {
            throw UsageError(description: "--listen: the host \"\(endpoint.host)\" is not on loopback")
        }
        do throws(SystemError) {
            return try Listener(host: endpoint.host, port: endpoint.port, identity: identity)
        } catch {
            let hint = error.isAddressInUse ? "; another program listens there, or choose a port with --listen" : ""
            throw UsageError(description: "cannot listen on \(endpoint.host):\(endpoint.port): \(error)\(hint)")
        }
    }

    /// By the flags, or by what a run has made for its simulator.
    private func identity(_ settings: EmbeddedSettings) throws -> TLSIdentity? {
        guard let own = settings.identity else { return try Security.identity(arguments) }
        return try TLSIdentity(
            certificate: PEMText(name: "own certificate", bytes: Array(own.certificate.utf8)),
            key: PEMText(name: "own key", bytes: Array(own.key.utf8))
        )
    }

    private static func text(of counts: TLSCounts) -> String {
        "TLS: \(counts.handshakes) handshakes, \(counts.resumed) of them resumed; \(counts.refused) clients refused,"
            + " \(counts.plaintext) of them for plain text"
    }

    private func configuration(_ settings: EmbeddedSettings) throws -> SimulatorConfiguration {
        let loader = ProfileLoader(environment: environment, arguments: arguments)
        let clock = MachineClock()
        var configuration = SimulatorConfiguration(
            script: try loader.bot(settings.bot),
            channels: try SimulatorConfiguration.NamedChannel.read(
                channel: settings.channel,
                channels: settings.channels,
                file: arguments.text("channel") ?? "simulator.channel"
            ),
            seed: settings.seed,
            wall: WallClock(origin: clock.wallTime, at: clock.now)
        )
        configuration.compresses = arguments.has("compression")
        if let delays = settings.delays {
            let document = JSONDocument(file: "simulator.delays", root: delays)
            configuration.delays = try document.read { CXoneDelays.decode(&$0) }
        }
        return configuration
    }

    private func flagSettings() throws -> EmbeddedSettings {
        let platform = arguments.text("platform") ?? SimulatorPlatform.cxone.rawValue
        guard SimulatorPlatform(rawValue: platform) != nil else {
            let names = SimulatorPlatform.allCases.map(\.rawValue)
            let hint = Spelling.hint(for: platform, among: names)
            throw UsageError(
                description: "no platform \"\(platform)\"\(hint); allowed: \(names.joined(separator: ", "))"
            )
        }
        let loader = ProfileLoader(environment: environment, arguments: arguments)
        var channel: JSONNode?
        if let file = arguments.text("channel") {
            channel = try JSONDocument(file: file, text: loader.text(of: file)).root
        }
        return EmbeddedSettings(
            platform: platform,
            bot: arguments.text("bot") ?? ProfileLoader.defaultBot,
            channel: channel,
            channels: nil,
            delays: nil,
            seed: arguments.whole("seed").map { UInt64($0) } ?? MachineClock.randomSeed()
        )
    }

    private func embeddedSettings() throws -> EmbeddedSettings {
        guard let line = readLine(strippingNewline: true) else { throw UsageError(description: "no settings on input") }
        return try EmbeddedSettings(line)
    }
}
