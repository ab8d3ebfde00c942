import Foundation
import Testing

/// How a run ends before its time.
@Suite struct StoppingTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsTheRunWithACompleteSummary(signal: Int32) async throws {
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "60s", "arrivals": "10/s" }"#
        let run = try Command.start(profile, in: place, limit: .seconds(30))
        try await run.until("somebody was answered") { hasMeasured("chat_reply_duration") }
        run.signal(signal)
        let outcome = try await run.ending()
        #expect(outcome.code == 105, "\(outcome)")
        #expect(outcome.output.contains("result: ABORTED (105)"))
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.verdict == "aborted")
        #expect(summary.count("delivery", "sent") > 0)
        #expect(summary.count("delivery", "lost") == 0)
        #expect(summary.counter("ws_closed{code:1001}") == summary.count("customers", "started"))
    }

    @Test func aSecondSignalEndsTheRunAtOnce() async throws {
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "60s", "arrivals": "10/s" }"#
        profile.load = #""gracefulStop": "30s", "maxCustomers": 100"#
        profile.bot = "bots/silent.json"
        profile.more = #""replyTimeout": "30s","#
        let run = try Command.start(profile, in: place, limit: .seconds(40))
        try await run.until("a message came back") { hasMeasured("chat_echo_duration") }
        run.signal(SIGTERM)
        try await run.until("it said that it ends") { run.notes.contains("ending: no new customers") }
        let before = ContinuousClock.now
        run.signal(SIGTERM)
        let outcome = try await run.ending()
        #expect(ContinuousClock.now - before < .seconds(10), "far less than the time that turns may take to end")
        #expect(outcome.code == 105, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("delivery", "sent") > 0)
    }

    @Test func theEmbeddedSimulatorDoesNotOutliveAKilledRun() async throws {
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "60s", "arrivals": "10/s" }"#
        let run = try Command.start(profile, in: place, limit: .seconds(30))
        try await run.until("somebody was answered") { hasMeasured("chat_reply_duration") }
        let simulators = ProcessTable.children(of: run.pid)
        #expect(simulators.count == 1)
        run.signal(SIGKILL)
        let deadline = ContinuousClock.now + .seconds(2)
        while simulators.contains(where: ProcessTable.isAlive), .now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!simulators.contains(where: ProcessTable.isAlive), "it ends with its input, within two seconds")
    }

    @Test func aRunWhoseSimulatorDiesEndsAndTellsWhatItMeasured() async throws {
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "25s", "arrivals": "10/s" }"#
        let run = try Command.start(profile, in: place, limit: .seconds(60))
        try await run.until("somebody was answered") { hasMeasured("chat_reply_duration") }
        for simulator in ProcessTable.children(of: run.pid) { kill(simulator, SIGKILL) }
        let outcome = try await run.ending()
        #expect(outcome.code == 107, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.count("delivery", "pending") == 0)
        #expect(summary.count("customers", "failed") > 0)
        #expect(summary.counter("errors{kind:connection_refused}") > 0)
    }

    private func hasMeasured(_ metric: String) -> Bool {
        place.text(of: "results/intervals.hlog").contains("Tag=\(metric){")
    }
}
