import Testing

/// Connections that break, and customers who come back.
@Suite struct StormTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test(arguments: ["reset", "close"])
    func aStormLosesNothing(how: String) async throws {
        var profile = SmallProfile()
        profile.phases = """
            { "name": "fill", "duration": "1s", "arrivals": "20/s" },
            { "name": "storm", "duration": "3s", "arrivals": "1/s" }
            """
        profile.customers = """
            "turns": 4, "messages": ["Where is order 10234?", "Hello?"],
            "reconnect": { "base": "100ms", "factor": 2, "cap": "1s", "jitter": 0.5, "attempts": 8 }
            """
        profile.think = #"{ "uniform": { "from": "100ms", "to": "900ms" } }"#
        profile.more = #""storms": [ { "phase": "storm", "drop": "80%", "over": "300ms", "how": "\#(how)" } ],"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(40))
        // Ledgers that contradict each other would be 114.
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.warnings.filter { !$0.contains("turns were cut short") } == [])
        #expect(summary.counter("reconnects") >= 5)
        #expect(summary.samples("chat_reconnect_duration") == summary.counter("reconnects"))
        #expect(summary.count("delivery", "lost") == 0)
        #expect(summary.count("delivery", "duplicated") == 0)
        #expect(summary.count("delivery", "sent") > 20)
        // What the peer answers to a close of ours, or what stands for a connection without a close.
        #expect(summary.counter(how == "close" ? "ws_closed{code:1001}" : "ws_closed{code:1006}") >= 5)
    }

    /// The simulator goes down with all its connections, refuses everybody, and comes back with what it knew.
    @Test func aRestartIsRecoveredFrom() async throws {
        var profile = SmallProfile()
        profile.phases = """
            { "name": "fill", "duration": "1s", "arrivals": "20/s" },
            { "name": "storm", "duration": "4s", "arrivals": "1/s" }
            """
        profile.customers = """
            "turns": 4, "messages": ["Where is order 10234?", "Hello?"],
            "reconnect": { "base": "200ms", "factor": 1.5, "cap": "1s", "jitter": 0.5, "attempts": 20 }
            """
        profile.think = #"{ "uniform": { "from": "500ms", "to": "1500ms" } }"#
        profile.more = #""storms": [ { "phase": "storm", "how": "restart", "down": "800ms" } ],"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(40))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("delivery", "lost") == 0 && summary.count("delivery", "duplicated") == 0)
        let dropped = summary.counter("storm_dropped")
        #expect(dropped >= 5 && summary.counter("storm_returned") == dropped)
        #expect(summary.samples("storm_recovery_duration") == dropped)
        #expect(summary.counter("errors{kind:connection_refused}") >= 1, "somebody came while it was down")
        #expect(outcome.output.contains("storms"), "\(outcome.output)")
    }

    /// Nobody notices a silent connection before a heartbeat has gone unanswered: the vendor's ten seconds and five.
    @Test func aSilentConnectionIsFoundByItsHeartbeat() async throws {
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "17s", "arrivals": { "from": "1/s", "to": "0/s" } }"#
        profile.load = #""arrivals": "uniform", "gracefulStop": "1s", "maxCustomers": 4"#
        profile.customers = #""turns": 2, "messages": ["Hello?"]"#
        profile.think = #""30s""#
        profile.more = #""storms": [ { "phase": "steady", "at": "3s", "drop": "100%", "how": "silence" } ],"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(60))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.counter("errors{kind:heartbeat_missed}") >= 1)
        #expect(summary.counter("reconnects") == summary.counter("errors{kind:heartbeat_missed}"))
        #expect(summary.samples("chat_reconnect_duration") == summary.counter("reconnects"))
        #expect(summary.count("delivery", "lost") == 0)
    }
}
