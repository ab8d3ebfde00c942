public import AgentBot
public import CXoneDialect
public import Clockwork
public import LoadEngine
import LoadMetrics
public import SimulatorCore

/// A whole run without a socket: customers, network, simulator and bot on one thread under a virtual clock.
///
/// Ownership: owned, by the test. What must always hold is checked after every step, beside the code and not in it.
public struct SimulatedWorld: ~Copyable {
    public var network: VirtualNetwork<LoadProgram<CXoneClient>, SimulatorProgram>
    /// What did not hold, in words.
    public private(set) var findings: [String] = []
    private let profile: LoadProfile
    private let start: MonotonicTime
    private var wasStopped = false
    /// When the platform's host goes down for a storm and comes back, soonest first.
    private var restarts: [(at: MonotonicTime, goesDown: Bool)] = []

    /// After the profile's end, everything else that a run may still wait for, and a margin.
    private static let longestEnding = Duration.seconds(120)

    public init(
        _ profile: LoadProfile,
        script: BotScript,
        channels: [SimulatorConfiguration.NamedChannel],
        delays: CXoneDelays = CXoneDelays(),
        latency: Distribution = .uniform(from: .microseconds(50), to: .milliseconds(2))
    ) {
        self.profile = profile
        start = WorldParts.start
        network = VirtualNetwork(
            client: WorldParts.customers(of: profile, channels: channels, keepsAccount: true),
            server: WorldParts.simulator(for: profile, script: script, channels: channels, delays: delays),
            seed: profile.seed,
            latency: latency,
            start: start
        )
        for storm in profile.storms {
            guard let down = storm.down else { continue }
            restarts += [(start + storm.at, true), (start + storm.at + down, false)]
        }
        restarts.sort { $0.at < $1.at }
        network.tell { client, now, orders in client.begin(at: now, into: &orders) }
    }

    /// To the last goodbye, or until `offset` after the start.
    public mutating func run(until offset: Duration? = nil) {
        let limit = start + (offset ?? (profile.load.duration + profile.load.gracefulStop + Self.longestEnding))
        while !network.client.isOver {
            let next = restarts.first.map { min($0.at, limit) } ?? limit
            if network.step(until: next) {
                checkStep()
            } else {
                guard let restart = restarts.first, restart.at <= limit else { break }
                restarts.removeFirst()
                network.run(until: restart.at)
                network.isRefusing = restart.goesDown
                if restart.goesDown { network.resetEveryLink() }
            }
        }
        if offset == nil { checkEnd() }
    }

    /// The end of the last phase, called for early.
    public mutating func stop() {
        wasStopped = true
        network.tell { client, now, orders in client.stop(at: now, into: &orders) }
    }

    public mutating func cut() {
        wasStopped = true
        network.tell { client, now, orders in client.cut(at: now, into: &orders) }
    }

    private mutating func checkStep() {
        let counts = network.client.counts
        if !network.client.delivery.isBalanced { find("sent is not echoed + failed + lost + pending") }
        if network.client.delivery.pending < 0 { find("a message was settled twice") }
        if counts.started != counts.finished + counts.failed + network.client.present {
            find("customers do not add up")
        }
    }

    private mutating func checkEnd() {
        let counts = network.client.counts
        let delivery = network.client.delivery
        if !network.client.isOver { find("not over after the longest ending; \(network.client.present) present") }
        if delivery.pending != 0 { find("\(delivery.pending) messages are pending") }
        // What the last orders caused has still to happen.
        network.settle()
        if network.openLinks > 0 { find("\(network.openLinks) connections are open") }
        let totals = network.client.totals
        let replies = totals.counters[.turns]
        let samples = Int(totals.histogram(.chatReply, .response).count)
        if profile.load.phases.allSatisfy(\.isRecorded), replies != samples {
            find("\(replies) turns have \(samples) samples")
        }
        if case .open = profile.load.model, !wasStopped {
            let planned = Array(ArrivalPlan(profile.load, seed: profile.seed)).count
            if planned != counts.started + counts.dropped { find("\(planned) arrivals became \(counts)") }
        }
        for contradiction in network.server.ledger.contradictions(with: network.client.account) { find(contradiction) }
    }

    private mutating func find(_ finding: String) {
        guard findings.count < 20 else { return }
        let moment = (network.now - start).seconds
        findings.append("at \(moment) s: \(finding)")
    }
}

@available(*, unavailable)
extension SimulatedWorld: Sendable {}
