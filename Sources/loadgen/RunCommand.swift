import CXoneDialect
import ChatModel
import Clockwork
import JSONText
import LaunchKit
import LoadEngine
import LoadMetrics
import SimulatorCore
import Transport

/// `loadgen run`: drives a profile's customers and reports what was measured.
struct RunCommand {
    let arguments: Arguments
    let environment: Environment
    var console: Console

    /// From the start of the loops to the first planned arrival: time to get every thread going.
    private static let headStart = Duration.milliseconds(100)

    mutating func run() throws -> ExitCode {
        let loader = ProfileLoader(environment: environment, arguments: arguments)
        let loaded = try loader.load(try profileName(), overrides: try overrides(loader))
        let profile = loaded.profile
        try loader.checkBot(of: profile)
        let security = try Security(arguments, loader, seed: profile.seed)
        try check(security, for: profile)
        let signals = try SignalWatch()
        try checkMachine(for: profile)
        let results = try RunResults(
            profile: profile,
            directory: arguments.text("results"),
            at: MachineClock().wallTime
        )
        guard case .platforms(let targets) = profile.target else {
            var settings = Self.settings(profile, loader)
            let tls = profile.simulator?.tls ?? (arguments.has("simulator-tls") ? TLSSection() : nil)
            let authority = try tls.map { _ in try settings.useOwnCertificate() }
            let simulator = try EmbeddedSimulator(settings)
            var targets = try Self.targets(of: simulator, profile)
            for index in targets.indices { targets[index].tls = tls }
            let own = OwnSimulator(pid: simulator.pid, remote: simulator.remote, authority: authority)
            let driven = try drive(loaded, targets, signals, results, security, simulator: own)
            let ledger = simulator.finish()
            return try conclude(driven, loaded, results, target: "simulator", ledger)
        }
        let driven = try drive(loaded, targets, signals, results, security, simulator: nil)
        let names = targets.map(\.name).joined(separator: ",")
        return try conclude(driven, loaded, results, target: names, nil)
    }

    /// One, or one for each named channel.
    private static func targets(
        of simulator: borrowing EmbeddedSimulator,
        _ profile: LoadProfile
    ) throws -> [LoadProfile.PlatformTarget] {
        let platform = profile.simulator?.platform ?? SimulatorPlatform.cxone.rawValue
        let root = try JSONDocument(file: "simulator", text: simulator.target).root
        func target(_ name: String, _ node: JSONNode, _ path: String) -> LoadProfile.PlatformTarget {
            LoadProfile.PlatformTarget(name: name, platform: platform, node: node, path: path, file: "simulator")
        }
        guard root["platform"] == nil, case .object(let members) = root.value else {
            return [target("simulator", root, "$")]
        }
        return members.map { target($0.key, $0.value, "$.\($0.key)") }
    }

    private func profileName() throws -> String {
        switch (arguments.operands.first, arguments.text("profile")) {
        case (let name?, nil), (nil, let name?): return name
        case (nil, nil):
            throw UsageError(description: "which profile? loadgen run PROFILE or loadgen --profile PROFILE")
        case (_?, _?): throw UsageError(description: "a profile as an operand and by --profile; one is enough")
        }
    }

    private func overrides(_ loader: ProfileLoader) throws -> ProfileOverrides {
        var overrides = ProfileOverrides()
        overrides.settings = arguments.texts("set")
        overrides.seed = arguments.whole("seed").map { UInt64($0) }
        overrides.scale = arguments.number("scale")
        overrides.duration = arguments.duration("duration")
        switch arguments.text("target") {
        case nil: break
        case "simulator": overrides.target = .simulator
        case let file?: overrides.target = .file(name: file, text: try loader.text(of: file))
        }
        return overrides
    }

    private static func settings(_ profile: LoadProfile, _ loader: ProfileLoader) -> EmbeddedSettings {
        EmbeddedSettings(
            platform: profile.simulator?.platform ?? SimulatorPlatform.cxone.rawValue,
            bot: loader.path(ofBot: profile.simulator?.bot),
            channel: profile.simulator?.channel,
            channels: profile.simulator?.channels,
            delays: profile.simulator?.delays,
            seed: profile.seed
        )
    }

    /// What is wrong with certificates and keys is said before anything listens or connects.
    private mutating func check(_ security: Security, for profile: LoadProfile) throws {
        var sections = [profile.simulator?.tls]
        if case .platforms(let targets) = profile.target {
            sections = targets.map(\.tls)
            if arguments.has("simulator-tls") {
                throw UsageError(description: "--simulator-tls: the target is another platform; leave the flag out")
            }
        }
        for section in sections where try security.settings(section).isInsecure {
            console.warn("INSECURE: certificates are not checked")
            break
        }
    }

    /// A run that could not start whole does not start.
    private mutating func checkMachine(for profile: LoadProfile) throws {
        var isEmbedded = false
        if case .simulator = profile.target { isEmbedded = true }
        let customers = profile.mostCustomers
        let check = MachineCheck(customers: customers, isEmbedded: isEmbedded, limits: .read())
        for finding in check.findings where finding.verdict != .enough {
            console.warn("\(finding.text); \(DoctorCommand.advice(finding))")
        }
        guard check.refusals.isEmpty else {
            throw UsageError(
                description: "\(customers) customers at once cannot all start on this machine;"
                    + " mend it as said above, or lower load.maxCustomers"
            )
        }
    }

    private mutating func drive(
        _ loaded: ProfileLoader.Loaded,
        _ targets: [LoadProfile.PlatformTarget],
        _ signals: borrowing SignalWatch,
        _ results: borrowing RunResults,
        _ security: Security,
        simulator: OwnSimulator?
    ) throws -> Driven {
        let hosts = HostCheck(allowed: arguments.texts("allow-host"))
        var addresses: [(name: String, section: TLSSection?, target: CXoneTarget)] = []
        for target in targets {
            let document = JSONDocument(file: target.file, root: target.node)
            let address = try document.read { CXoneTarget.read(&$0, isAllowed: hosts.isAllowed) }
            addresses.append((target.name, target.tls, address))
        }
        let named = addresses
        let profile = loaded.profile
        let clock = MachineClock()
        let wall = WallClock(origin: clock.wallTime, at: clock.now)
        let cores = Machine.usableCores
        let loops = arguments.whole("loops") ?? max(1, simulator == nil ? cores : cores - 1)
        var options = TransportOptions(allowedHosts: hosts.allowed + targets.flatMap(\.allowHosts))
        options.limits.httpIdle = profile.httpIdle
        if addresses.contains(where: \.target.offersCompression) { options.compression = CompressionOptions() }
        try security.apply(named.map { ($0.section, $0.target) }, believing: simulator?.authority, to: &options)
        let before = ProcessFigures.own()
        let fleet = try Fleet<CXoneClient>(
            profile,
            loops: loops,
            start: clock.now + Self.headStart,
            keepsAccount: simulator != nil,
            // A platform that outlives the run has met this seed's customers before.
            naming: simulator != nil ? 0 : MachineClock.randomSeed(),
            options: options
        ) { customer, random in
            let address = named.first { $0.name == customer.target } ?? named[0]
            return CXoneClient(
                owner: customer.owner,
                target: address.target,
                customer: CXoneRules.customer(
                    customer.person,
                    client: customer.client,
                    id: customer.externalID,
                    credentials: customer.credentials
                ),
                random: random,
                wall: wall
            )
        }
        var watch = RunWatch(
            profile,
            console: console,
            residentBefore: before?.residentBytes ?? 0,
            simulator: simulator.map { ($0.pid, $0.remote) }
        )
        defer { console = watch.console }
        let started = wall.time(at: fleet.start)
        var driven = try watch.follow(fleet, signals, results, loops: loops, started: started)
        if options.tls != nil { driven.isInsecure = options.tlsByHost.values.contains { $0.isInsecure } }
        return driven
    }

    private mutating func conclude(
        _ driven: Driven,
        _ loaded: ProfileLoader.Loaded,
        _ results: borrowing RunResults,
        target: String,
        _ ledger: Result<LedgerReport, SimulatorError>?
    ) throws -> ExitCode {
        let judged = RunJudgement(driven, loaded.profile, ledger)
        let report = judged.report(loaded, target: target, id: results.id)
        try results.write(report)
        console.print(report.summaryText(style: console.usesColor ? .colored : .plain, width: console.width))
        console.note("results in \(results.directory)")
        return judged.exitCode
    }
}

/// The simulator that a run has started for itself.
private struct OwnSimulator {
    var pid: Int32
    var remote: SimulatorRemote
    /// Signed the certificate that it shows, if it serves TLS.
    var authority: PEMText?
}

extension EmbeddedSettings {
    /// Lets the simulator serve TLS with a certificate made for it, and answers who signed that.
    fileprivate mutating func useOwnCertificate() throws -> PEMText {
        let (own, authority) = try TLSIdentity.selfMade()
        identity = (
            String(decoding: own.certificate.bytes, as: UTF8.self), String(decoding: own.key.bytes, as: UTF8.self)
        )
        return authority
    }
}
