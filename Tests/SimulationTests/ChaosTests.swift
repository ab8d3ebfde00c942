import Clockwork
import LoadEngine
import LoadMetrics
import SimulationKit
import Testing

/// Many seeds, and everything that can go wrong in one world: what must hold holds after every step.
///
/// A failure prints its seed; `swift test --filter ChaosTests` runs it again.
@Suite struct ChaosTests {
    private static let profile = """
        { "name": "chaos", "target": "simulator",
          "simulator": { "channel": { "preChat": [
              { "ident": "topic", "label": "Topic", "type": "list", "required": true, "options": { "a": "A" } } ] },
            "delays": { "ack": { "exponential": { "mean": "200ms" } }, "echo": { "exponential": { "mean": "400ms" } } } },
          "load": { "arrivals": "poisson", "maxCustomers": 60, "gracefulStop": "8s",
            "phases": [ { "name": "up", "duration": "20s", "arrivals": { "from": "1/s", "to": "4/s" } },
                        { "name": "on", "duration": "60s", "arrivals": "1/s" } ] },
          "storms": [ { "phase": "up", "at": "15s", "drop": "50%", "over": "2s", "how": "reset" },
                      { "phase": "on", "at": "5s", "drop": "50%", "over": "1s", "how": "silence" },
                      { "phase": "on", "at": "40s", "drop": "60%", "over": "0s", "how": "close" } ],
          "customers": [
            { "name": "vendor", "behavior": "reconnect", "weight": 2, "turns": { "from": 2, "to": 5 },
              "answers": { "topic": "a" }, "messages": ["Where is order 10234?", "A human, please", "Hm"] },
            { "name": "none", "behavior": "preChat", "weight": 1, "turns": 3, "reconnect": "none",
              "answers": { "topic": "a" }, "messages": ["Hello {{customer.firstName}}"] },
            { "name": "own", "behavior": "preChat", "weight": 2, "turns": 4,
              "reconnect": { "base": "200ms", "factor": 2, "cap": "3s", "jitter": 0.5, "attempts": 4 },
              "answers": { "topic": "a" }, "messages": ["One", "Two"] } ],
          "think": { "exponential": { "mean": "1s" } },
          "typing": { "charactersPerSecond": 20, "jitter": 0.5 } }
        """

    @Test(arguments: 1...9 as ClosedRange<UInt64>)
    func whatMustHoldHolds(seed: UInt64) throws {
        var overrides = ProfileOverrides()
        overrides.seed = seed
        let profile = try WorldFiles.decode(Self.profile, overrides: overrides)
        var world = try SimulatedWorld(
            profile,
            script: WorldFiles.bot(),
            channels: WorldFiles.channels(of: profile),
            latency: .exponential(mean: .milliseconds(30))
        )
        var random = SeededRandom(seed: seed, stream: "chaos")
        // The server's host goes down twice, and once comes back only after a while.
        world.run(until: .seconds(10 + Int64(random.index(below: 5))))
        world.network.resetEveryLink()
        world.run(until: .seconds(50))
        world.network.isRefusing = true
        world.network.resetEveryLink()
        world.run(until: .seconds(52))
        world.network.isRefusing = false
        if seed % 3 == 0 {
            world.run(until: .seconds(60))
            world.stop()
        }
        world.run()
        #expect(world.findings.isEmpty, "seed \(seed)\n\(world.findings.joined(separator: "\n"))")
        #expect(world.network.client.counts.started > 20)
        #expect(world.network.client.totals.counters[.reconnects] > 0)
    }

    @Test func endingAtOnceLeavesNothingOpen() throws {
        let profile = try WorldFiles.decode(Self.profile)
        var world = try SimulatedWorld(profile, script: WorldFiles.bot(), channels: WorldFiles.channels(of: profile))
        world.run(until: .seconds(30))
        #expect(world.network.client.present > 0)
        world.cut()
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings.joined(separator: "\n"))")
        #expect(world.network.client.present == 0)
    }
}
