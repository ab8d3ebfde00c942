import CJemalloc
import Clockwork
import LaunchKit
import LoadEngine
import LoadMetrics
import SimulationKit

/// A whole run in the virtual world: no sockets, so that counts are the program's own and a hash tells every decision.
enum WorldBench {
    static let verb = Verb(
        "world",
        "Run a profile in the virtual world and print a hash of everything that was decided.",
        flags: [
            Flag("profile", .text("FILE"), "the profile", default: "profiles/burst.json"),
            Flag("seed", .whole(0...Int.max), "draws everything from this seed", default: "the profile's"),
            Flag("scale", .number(0.000_1...10_000), "multiplies rates and customers", default: "0.1"),
            Flag("duration", .duration, "stretches all phases to this total", default: "30s"),
        ]
    )

    static func run(_ arguments: Arguments) throws -> Int32 {
        var overrides = ProfileOverrides()
        overrides.seed = arguments.whole("seed").map { UInt64($0) }
        overrides.scale = arguments.number("scale") ?? 0.1
        overrides.duration = arguments.duration("duration") ?? .seconds(30)
        let (profile, script, channels) = try WorldFiles.load(
            arguments.text("profile") ?? "profiles/burst.json",
            overrides
        )
        var world = SimulatedWorld(profile, script: script, channels: channels)
        let clock = MachineClock()
        let (began, allocated) = (clock.now, cjemalloc_thread_allocated())
        world.run()
        let bytes = cjemalloc_thread_allocated() &- allocated
        for finding in world.findings { print("violated: \(finding)") }
        let turns = world.network.client.totals.counters[.turns]
        let each = allocated == .max ? "unknown" : String(bytes / UInt64(max(1, turns)))
        let customers = world.network.client.counts.started
        print(
            "world: \(customers) customers, \(turns) turns, \(world.network.eventCount) events,"
                + " hash \(String(world.network.fingerprint, radix: 16)), bytes allocated a turn: \(each),"
                + " \((clock.now - began).nanoseconds / 1_000_000) ms"
        )
        return world.findings.isEmpty ? 0 : 1
    }
}
