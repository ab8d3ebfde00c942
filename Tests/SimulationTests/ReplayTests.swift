import Clockwork
import LoadEngine
import SimulationKit
import Testing

/// One seed is one run.
@Suite struct ReplayTests {
    private func fingerprint(seed: UInt64) throws -> UInt64 {
        var overrides = ProfileOverrides()
        overrides.seed = seed
        overrides.scale = 0.1
        overrides.duration = .seconds(30)
        let profile = try WorldFiles.profile("profiles/burst.json", overrides)
        var world = try SimulatedWorld(
            profile,
            script: WorldFiles.bot(),
            channels: WorldFiles.channels(of: profile)
        )
        world.run()
        return world.network.fingerprint
    }

    @Test func oneSeedIsOneRunToTheLastByte() throws {
        #expect(try fingerprint(seed: 7) == fingerprint(seed: 7))
    }

    @Test func anotherSeedIsAnotherRun() throws {
        #expect(try fingerprint(seed: 7) != fingerprint(seed: 8))
    }
}
