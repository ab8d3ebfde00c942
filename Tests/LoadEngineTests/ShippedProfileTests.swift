import ChatClient
import ChatModel
import Clockwork
import Foundation
import LoadEngine
import LoadMetrics
import Testing

/// Every profile in `profiles/` is valid.
@Suite struct ShippedProfileTests {
    static let names = [
        "baseline.json", "burst.json", "prechat.json", "reconnect-storm.json", "restart.json",
        "soak.json",
    ]

    @Test(arguments: names)
    func everyShippedProfileIsValid(name: String) throws {
        let profile = try ProfileWorkbench.shipped(name)
        #expect(profile.name + ".json" == name)
        #expect(!profile.thresholds.isEmpty)
    }

    @Test func noShippedProfileIsForgottenHere() throws {
        let folder = ProfileWorkbench.root.appending(path: "profiles").path
        let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(found.sorted() == Self.names)
    }

    @Test func burstIsReadInFull() throws {
        let burst = try ProfileWorkbench.shipped("burst.json")
        #expect(burst.seed == 4711)
        #expect(burst.load.model == .open(.poisson))
        #expect(burst.load.maxCustomers == 4000 && burst.load.gracefulStop == .seconds(10))
        #expect(burst.load.phases.map(\.name) == ["warm-up", "steady", "burst", "storm"])
        #expect(burst.load.phases.map(\.from) == [20, 60, 200, 20] && burst.load.phases[0].to == 60)
        #expect(burst.load.phases.map(\.isRecorded) == [false, true, true, true])
        #expect(burst.storms == [Storm(at: .seconds(38), over: .seconds(1), share: 0.4, how: .reset)])
        #expect(burst.customers.map(\.behavior.name) == ["preChat", "reconnect"])
        #expect(burst.customers.map(\.weight) == [60, 40])
        #expect(burst.customers.map(\.turns) == [3...6, 4...4])
        #expect(burst.customers[0].messages.count > 30)
        #expect(burst.customers[0].answers.map(\.ident) == ["fullname", "topic"])
        #expect(burst.customers[0].answers[1].values.map(\.source) == ["order", "return"])
        #expect(burst.customers[1].think == .lognormal(median: .seconds(3), sigma: 0.6))
        #expect(burst.customers[1].typing == TypingPace(charactersPerSecond: 7, jitter: 0.3))
        #expect(burst.customers.allSatisfy { $0.reconnect == .vendor && $0.target == nil })
        #expect(burst.simulator?.bot == "bots/retail.json" && burst.simulator?.platform == "cxone")
        #expect(burst.thresholds.count == 5)
        #expect(burst.thresholds[0].metric == "chat_ready_duration{phase:steady}")
        #expect(burst.tags.map(\.key) == ["team"])
        #expect(burst.replyTimeout == .seconds(30) && burst.httpIdle == .seconds(10))
    }

    @Test func theRetailQuestionsFitAPhone() throws {
        let messages = try ProfileWorkbench.shipped("burst.json").customers[0].messages
        #expect(messages.allSatisfy { (20...80).contains($0.source.count) && $0.isPlain })
        #expect(messages.contains { $0.source.contains("human") })
        #expect(messages.contains { $0.source.contains(/order \d{4,}/) })
    }
}
