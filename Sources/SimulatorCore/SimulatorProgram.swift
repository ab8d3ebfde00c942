import AgentBot
import CXoneDialect
public import Clockwork
public import Exchange
import JSONText

/// The simulator as a loop runs it: the far end of a chat platform, without a socket of its own.
///
/// Ownership: owned. A runner holds it and drives it. It listens to one origin, of which `target(at:)` tells everything
/// that a client needs to know; all of its delays come from one of the loop's timers.
public struct SimulatorProgram: ~Copyable, WireProgram {
    private var desk: CXoneDesk
    private var reader: JSONReader
    private var armed: MonotonicTime?
    private let configuration: SimulatorConfiguration

    /// A longer frame or body is malformed (ours).
    public static let frameLimit = 1 << 20

    private static let timer = TimerID(owner: WireOwner(0), 0)

    public init(_ configuration: SimulatorConfiguration) {
        self.configuration = configuration
        desk = CXoneDesk(CXoneSetup(configuration))
        reader = JSONReader(capacity: Self.frameLimit)
    }

    public mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        if case .fired = event { armed = nil }
        desk.handle(event, at: now, reader: &reader, into: &orders)
        guard desk.jobs.nextDue != armed else { return }
        armed = desk.jobs.nextDue
        orders.append(armed.map { .startTimer(Self.timer, at: $0) } ?? .stopTimer(Self.timer))
    }

    public mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}

    /// Begins to close every socket, as a server does that is going away.
    public mutating func close(code: UInt16 = 1_001, into orders: inout Orders) {
        desk.close(code: code, into: &orders)
    }

    public var counters: SimulatorCounters { desk.counters }

    /// How often a pattern of the bot's was given up.
    public var patternsGivenUp: Int { desk.matcher.givenUp }

    /// What the simulator says it stored and delivered, as of now.
    public var ledger: LedgerReport { desk.ledger.report() }

    /// One line of JSON: a `target` object with every URL, for an origin such as `127.0.0.1:8080`; one for each channel
    /// under its name where channels have names.
    public func target(at origin: String) -> String {
        configuration.target(at: origin)
    }
}

@available(*, unavailable)
extension SimulatorProgram: Sendable {}

extension CXoneSetup {
    init(_ configuration: SimulatorConfiguration) {
        let agent = configuration.script.agent
        self.init(
            script: configuration.script,
            agent: AgentObject(
                id: agent.id,
                firstName: agent.firstName,
                surname: agent.surname,
                nickname: agent.nickname
            ),
            delays: configuration.delays,
            seed: configuration.seed,
            wall: configuration.wall,
            channels: configuration.channels.map { CXoneChannelSetup($0.channel, name: configuration.script.name) }
        )
    }
}
