import AgentBot
import Foundation
import LoadEngine
import LoadMetrics
import SimulationKit
import Testing

/// Every profile and every bot that is shipped, at a small scale for a few virtual seconds.
@Suite struct ShippedFilesTests {
    @Test(arguments: WorldFiles.names(in: "profiles"))
    func everyShippedProfileRuns(name: String) throws {
        var overrides = ProfileOverrides()
        overrides.scale = 0.1
        overrides.duration = .seconds(30)
        let profile = try WorldFiles.profile("profiles/" + name, overrides)
        let bot = try WorldFiles.bot(profile.simulator?.bot ?? "bots/retail.json")
        var world = try SimulatedWorld(profile, script: bot, channels: WorldFiles.channels(of: profile))
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings.joined(separator: "\n"))")
        #expect(world.network.client.counts.started > 0)
        // The vendor's client gives up when its first attempt is refused, and whoever comes while nobody serves is.
        let isAlwaysServed = profile.storms.allSatisfy { $0.down == nil }
        #expect(world.network.client.counts.failed == 0 || !isAlwaysServed)
        #expect(world.network.client.delivery.lost == 0)
    }

    @Test(arguments: WorldFiles.names(in: "bots"))
    func everyShippedBotPlays(name: String) throws {
        var overrides = ProfileOverrides()
        overrides.scale = 0.1
        overrides.duration = .seconds(20)
        let profile = try WorldFiles.profile("profiles/burst.json", overrides)
        let bot = try WorldFiles.bot("bots/" + name)
        var world = try SimulatedWorld(profile, script: bot, channels: WorldFiles.channels(of: profile))
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings.joined(separator: "\n"))")
        let answered = world.network.client.delivery.answered
        #expect((answered > 0) == !(bot.rules.isEmpty && bot.greeting == nil), "\(answered) turns were answered")
    }
}
