public import AgentBot
public import CXoneDialect
public import Clockwork
public import LoadEngine
public import SimulatorCore

/// The two programs of a world without sockets.
public enum WorldParts: Sendable {
    public static let start = MonotonicTime(nanoseconds: 1_000_000_000)

    private static let wall = WallClock(origin: WallTime(milliseconds: 1_782_896_400_000), at: start)

    public static func customers(
        of profile: LoadProfile,
        channels: [SimulatorConfiguration.NamedChannel],
        keepsAccount: Bool
    ) -> LoadProgram<CXoneClient> {
        let targets = channels.map { named in
            let target = CXoneTarget(
                chatUrl: "http://127.0.0.1:8080/chat",
                socketUrl: "ws://127.0.0.1:8080/",
                tokenUrl: "http://127.0.0.1:8080/",
                brandId: named.channel.brandId,
                channelId: named.channel.channelId
            )
            return (name: named.name, target: target)
        }
        let plan = RunPlan(profile: profile, start: start, loop: 0, loops: 1, keepsAccount: keepsAccount)
        return LoadProgram<CXoneClient>(plan: plan) { customer, random in
            CXoneClient(
                owner: customer.owner,
                target: (targets.first { $0.name == customer.target } ?? targets[0]).target,
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
    }

    public static func simulator(
        for profile: LoadProfile,
        script: BotScript,
        channels: [SimulatorConfiguration.NamedChannel],
        delays: CXoneDelays
    ) -> SimulatorProgram {
        SimulatorProgram(
            SimulatorConfiguration(
                script: script,
                channels: channels,
                delays: delays,
                seed: profile.seed,
                wall: wall
            )
        )
    }
}
