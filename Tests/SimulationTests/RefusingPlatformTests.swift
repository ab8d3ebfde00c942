import Clockwork
import LoadEngine
import LoadMetrics
import SimulationKit
import Testing

/// A platform that lets nobody in.
@Suite struct RefusingPlatformTests {
    private static let profile = """
        { "name": "refused", "seed": 3, "target": "simulator", "simulator": {},
          "load": { "model": "closed", "maxCustomers": 10,
            "phases": [ { "name": "on", "duration": "20s", "customers": 5 } ] },
          "customers": [ { "name": "c", "behavior": "preChat", "messages": ["Hello"] } ] }
        """

    @Test func theClosedModelDoesNotHammerIt() throws {
        let profile = try WorldFiles.decode(Self.profile)
        var world = try SimulatedWorld(profile, script: WorldFiles.bot(), channels: WorldFiles.channels(of: profile))
        world.network.isRefusing = true
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let counts = world.network.client.counts
        #expect(counts.failed == counts.started)
        #expect((80...105).contains(counts.started), "five places, one attempt a second each: \(counts.started)")
        #expect(world.network.client.totals.counters[.errors, "connection_refused"] > 0)
    }

    @Test func aFailureDoesNotPutOffTheNextStep() throws {
        let ramp = Self.profile.replacing(#""customers": 5 }"#, with: #""customers": { "from": 0, "to": 50 } }"#)
            .replacing(#""maxCustomers": 10"#, with: #""maxCustomers": 50"#)
            .replacing(#""duration": "20s""#, with: #""duration": "10s""#)
        let profile = try WorldFiles.decode(ramp)
        var world = try SimulatedWorld(profile, script: WorldFiles.bot(), channels: WorldFiles.channels(of: profile))
        world.network.isRefusing = true
        world.run(until: .milliseconds(950))
        #expect(world.network.client.counts.started == 5, "one each at 0.1, 0.3, 0.5, 0.7 and 0.9 s")
    }
}
