import CJemalloc
import Clockwork
import Exchange
import LaunchKit
import LoadEngine
import LoadMetrics
import SimulationKit
import SimulatorCore

/// Chat turns in the virtual world: what the generator's own program does in one, without sockets and without a clock.
///
/// The counts of two lengths are subtracted, so that connecting and saying goodbye are in none.
enum TurnBench {
    static let verb = Verb(
        "turn",
        "Count what a customer's turns cost the generator's program, over a virtual network.",
        flags: [
            Flag("profile", .text("FILE"), "the profile", default: "Tests/Thresholds/turn.json"),
            Flag("duration", .duration, "how much virtual time passes", default: "60s"),
        ]
    )

    static func run(_ arguments: Arguments) throws -> Int32 {
        let duration = arguments.duration("duration") ?? .seconds(60)
        let file = arguments.text("profile") ?? "Tests/Thresholds/turn.json"
        let (profile, script, channels) = try WorldFiles.load(file, ProfileOverrides())
        var network = VirtualNetwork(
            client: CountedProgram(WorldParts.customers(of: profile, channels: channels, keepsAccount: false)),
            server: WorldParts.simulator(for: profile, script: script, channels: channels, delays: .init()),
            seed: profile.seed,
            start: WorldParts.start
        )
        network.tell { client, now, orders in client.base.begin(at: now, into: &orders) }
        network.run(until: WorldParts.start + duration)
        let client = network.client.base.totals.counters
        print(
            "{\"turns\":\(client[.turns]),\"events\":\(network.client.events),"
                + "\"bytesAllocated\":\(network.client.bytesAllocated)}"
        )
        return 0
    }
}

/// A program of which everything that it does is counted: by itself what it allocates, by an instrument from outside,
/// which knows `counted` by its name, its instructions.
struct CountedProgram<Base: WireProgram & ~Copyable>: WireProgram, ~Copyable {
    var base: Base
    private(set) var events = 0
    private(set) var bytesAllocated: UInt64 = 0

    init(_ base: consuming Base) {
        self.base = base
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        events += 1
        let before = cjemalloc_thread_allocated()
        counted(event, at: now, into: &orders)
        bytesAllocated += cjemalloc_thread_allocated() &- before
    }

    @inline(never)
    private mutating func counted(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        base.handle(event, at: now, into: &orders)
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {
        base.turnEnded(turn, into: &orders)
    }
}
