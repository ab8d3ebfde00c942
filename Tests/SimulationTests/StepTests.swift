import AgentBot
import JSONText
import LoadEngine
import LoadMetrics
import SimulationKit
import Testing

/// Behaviours that are written in a profile, in whole worlds.
@Suite struct StepTests {
    private static let bot = """
        { "name": "clerk", "agent": { "id": 1, "firstName": "C", "surname": "K", "nickname": null },
          "rules": [
            { "id": "asked", "when": { "contains": ["where"] },
              "reply": [ { "say": ["It is parcel 778, from Ely."], "ai": true } ] },
            { "id": "quoted", "when": { "contains": ["778 for ada"] }, "reply": [ { "say": ["Right."], "ai": false } ] },
            { "id": "twice", "when": { "contains": ["everything"] },
              "reply": [ { "say": ["First."], "ai": true }, { "say": ["And second."], "ai": true } ] },
            { "id": "silent", "when": { "contains": ["anybody"] }, "reply": [] },
            { "id": "other", "when": "otherwise", "reply": [ { "say": ["What?"], "ai": true } ] } ] }
        """

    private func world(_ steps: String, customers: Int = 8, more: String = "") throws -> SimulatedWorld {
        let profile = try WorldFiles.decode(
            """
            { "name": "steps", "seed": 5, "simulator": {}, "replyTimeout": "5s",
              "load": { "arrivals": "uniform", "gracefulStop": "30s",
                "phases": [ { "name": "on", "duration": "\(customers)s", "arrivals": "1/s" },
                            { "name": "off", "duration": "200s", "arrivals": "0/s" } ] },
              "customers": [ { "name": "c", "behavior": { "steps": \(steps) }\(more) } ],
              "think": "1s", "typing": { "charactersPerSecond": 20 } }
            """
        )
        let script = try BotScript(JSONDocument(file: "bot.json", text: Self.bot))
        return SimulatedWorld(profile, script: script, channels: try WorldFiles.channels(of: profile))
    }

    @Test func whatAReplySaidIsUsedAndDecides() throws {
        var world = try world(
            """
            [ { "say": "Where is it?" }, { "await": "typing" }, "await",
              { "capture": { "parcel": { "after": "parcel ", "until": "," } } },
              { "set": { "whole": "{{var.parcel}} for {{customer.firstName}}" } },
              { "say": "{{var.whole}}", "typing": false }, { "await": "ack" }, "await",
              { "when": { "author": "human" }, "then": [ { "say": "Thanks" }, "await" ],
                "else": [ { "repeat": 9, "steps": [ { "say": "No" }, "await" ] } ] } ]
            """,
            more: #", "identity": { "firstName": "Ada" }"#
        )
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let customers = world.network.client.counts.started
        #expect(customers == 8 && world.network.client.counts.finished == 8)
        #expect(world.network.client.totals.counters[.messagesSent] == 3 * customers)
        #expect(world.network.client.delivery.answered == 3 * customers)
    }

    /// The answer has two parts, and the second comes while the customer already types the next message.
    @Test func whatCameBeforeAMessageIsNoAnswerToIt() throws {
        var world = try world(
            """
            [ { "repeat": 6, "steps": [ { "think": "50ms" }, { "say": "Tell me everything" }, "await" ] },
              { "drop": "reset" }, "reconnect", { "think": "2s" } ]
            """
        )
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        #expect(world.network.client.totals.counters[.messagesSent] == 48)
        #expect(world.network.client.turnsCut == 0)
        #expect(world.network.client.delivery.answered == 48 && world.network.client.delivery.failed == 0)
    }

    @Test func whoWaitsInVainGoesOnAsItsBehaviorSays() throws {
        var world = try world(
            """
            [ { "say": "Anybody?" }, { "await": "reply", "timeout": "2s", "onTimeout": [ { "say": "Hm" }, "await", "end" ] },
              { "repeat": 5, "steps": [ { "say": "never said" } ] } ]
            """
        )
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let totals = world.network.client.totals
        #expect(totals.counters[.messagesSent] == 16)
        #expect(totals.counters[.errors, "reply_timeout"] == 8)
    }

    @Test func aDroppedCustomerComesBackBeforeItGoesOn() throws {
        var world = try world(
            """
            [ "connect", { "say": "Where?" }, "await", { "drop": "close" }, "reconnect", { "typing": "2s" },
              { "say": "Where?" }, "await", "markRead", "end" ]
            """
        )
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let totals = world.network.client.totals
        #expect(totals.counters[.drops] == 8 && totals.counters[.reconnects] == 8)
        #expect(world.network.client.delivery.answered == 16)
    }

    /// Nobody waits for the answers, and every turn but the last is cut by the next.
    @Test func nobodyHasToWait() throws {
        var world = try world(
            #"[ { "repeat": 4, "steps": [ { "say": "Where?", "typing": false } ] }, { "think": "9s" } ]"#
        )
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        #expect(world.network.client.totals.counters[.messagesSent] == 32)
        #expect(world.network.client.turnsCut + world.network.client.totals.counters[.turns] == 32)
        #expect(world.network.client.totals.counters[.turns] == 8)
    }

    @Test func whatABehaviorMeasuresIsRecordedUnderItsName() throws {
        var world = try world(
            """
            [ { "measure": "errand",
                "steps": [ { "say": "Where?" }, "await", { "measure": "pause", "steps": [ "think" ] } ] },
              { "measure": "pause", "steps": [ { "think": "3s" } ] } ]
            """
        )
        world.run()
        #expect(world.findings.isEmpty, "\(world.findings)")
        let totals = world.network.client.totals
        #expect(totals.steps == ["errand", "pause"])
        let errand = totals.histogram(.chatStep, .response, tag: .step(0))
        let pause = totals.histogram(.chatStep, .response, tag: .step(1))
        #expect(errand.count == 8 && pause.count == 16)
        // A second to think, and then three; a heartbeat's slack makes none of them longer.
        #expect((995_000...1_010_000).contains(pause.min ?? 0) && (2_995_000...3_030_000).contains(pause.max ?? 0))
        #expect((errand.min ?? 0) > 1_000_000 + (totals.histogram(.chatReply, .service).min ?? .max))
        let rule = ThresholdRule(metric: "chat_step_duration{step:errand}", expression: "count==8")
        #expect(rule.problem(knownPhases: totals.phases, knownSteps: totals.steps) == nil)
        #expect(rule.judge(totals, seconds: 10).passed)
    }

    @Test func everyCustomerHasItsRow() throws {
        let path = "profiles/data/retail-questions.txt"
        #expect(throws: DocumentProblems.self) {
            _ = try self.world(#"[ { "say": "{{data.nobody}}" } ]"#, more: #", "data": { "file": "\#(path)" }"#)
        }
    }
}
