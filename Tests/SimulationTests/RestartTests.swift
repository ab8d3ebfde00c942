import Clockwork
import LoadEngine
import LoadMetrics
import SimulationKit
import Testing

/// The platform's host goes down and comes back.
@Suite struct RestartTests {
    private static let profile = """
        { "name": "restart", "seed": 8, "simulator": {},
          "load": { "arrivals": "uniform", "gracefulStop": "30s",
            "phases": [ { "name": "fill", "duration": "10s", "arrivals": "5/s" },
                        { "name": "down", "duration": "60s", "arrivals": "1/s" } ] },
          "storms": [ { "phase": "down", "at": "2s", "how": "restart", "down": "5s" } ],
          "customers": [ { "name": "c", "behavior": "preChat", "turns": 8, "messages": ["Hello"],
            "reconnect": { "base": "500ms", "factor": 1.5, "cap": "4s", "jitter": 0.3, "attempts": 30 } } ],
          "think": { "exponential": { "mean": "2s" } }, "typing": { "charactersPerSecond": 10 } }
        """

    @Test func everybodyWhoWasThereComesBackAndNothingIsLost() throws {
        let profile = try WorldFiles.decode(Self.profile)
        #expect(profile.storms.map(\.at) == [.seconds(12)] && profile.storms.map(\.down) == [.seconds(5)])
        var world = try SimulatedWorld(profile, script: WorldFiles.bot(), channels: WorldFiles.channels(of: profile))
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let totals = world.network.client.totals
        let dropped = totals.counters[.stormDropped]
        #expect(dropped >= 30 && totals.counters[.stormReturned] == dropped)
        let recovery = totals.histogram(.stormRecovery, .response)
        #expect(Int(recovery.count) == dropped)
        // Nobody is back before the host is, and the slowest waits once more.
        #expect((recovery.min ?? 0) >= 5_000_000 && (recovery.max ?? .max) <= 11_000_000)
        #expect(totals.histogram(.stormRecovery, .service).isEmpty)
        #expect(world.network.client.delivery.lost == 0)
    }

    @Test func whoGivesUpCountsWithTheTimeItWaited() throws {
        let hasty = Self.profile.replacing(#""attempts": 30"#, with: #""attempts": 2"#)
        let profile = try WorldFiles.decode(hasty)
        var world = try SimulatedWorld(profile, script: WorldFiles.bot(), channels: WorldFiles.channels(of: profile))
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let totals = world.network.client.totals
        #expect(totals.counters[.stormDropped] >= 30 && totals.counters[.stormReturned] == 0)
        let recovery = totals.histogram(.stormRecovery, .response)
        #expect(Int(recovery.count) == totals.counters[.stormDropped])
        #expect((recovery.min ?? 0) >= 500_000 && (recovery.max ?? .max) <= 4_000_000)
    }

    @Test func aStormOfTheCustomersOwnIsMeasuredToo() throws {
        let dropping = Self.profile.replacing(
            #""how": "restart", "down": "5s""#,
            with: #""drop": "50%", "over": "1s", "how": "close""#
        )
        let profile = try WorldFiles.decode(dropping)
        var world = try SimulatedWorld(profile, script: WorldFiles.bot(), channels: WorldFiles.channels(of: profile))
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let counters = world.network.client.totals.counters
        #expect(counters[.stormDropped] >= 10 && counters[.stormReturned] == counters[.stormDropped])
        #expect(counters[.drops] == counters[.stormDropped])
    }
}
