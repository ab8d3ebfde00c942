import Foundation
import JSONText
import Testing

/// Whole runs over real sockets, against the embedded simulator.
@Suite struct RunTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test func aSmallRunPasses() async throws {
        let outcome = try await Command.run(SmallProfile(), in: place, limit: .seconds(30))
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("result: PASSED (0)"))
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.warnings == [])
        #expect(summary.verdict == "passed")
        #expect(summary.count("customers", "started") == 10)
        #expect(summary.count("customers", "failed") == 0)
        #expect(summary.count("customers", "dropped") == 0)
        #expect(summary.count("delivery", "echoed") == summary.count("delivery", "sent"))
        #expect(summary.count("delivery", "duplicated") == 0)
        #expect(summary.samples("chat_ready_duration") == 10)
        #expect(summary.samples("chat_reply_duration") == summary.count("delivery", "answered"))
        #expect(summary.counter("messages_ai_generated") > 0)
        #expect(summary.counter("typing_events") > 0)
        #expect(summary.counter("ws_closed{code:1001}") == 10)
        #expect(place.text(of: "results/intervals.hlog").contains("\nTag=chat_reply_duration{phase:steady;author:ai},"))
    }

    @Test func theSummaryHasEveryKeyThatIsPromised() async throws {
        var profile = SmallProfile()
        profile.more = #""thresholds": { "messages_lost": ["count==0"] },"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(30))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        for (section, keys) in Self.sections {
            let node = section.isEmpty ? summary.root : summary.root[section]
            for key in keys { #expect(node?[key] != nil, "\(section) has no \(key)") }
        }
        for (section, keys) in Self.lists {
            let first = try #require(summary.list(section).first, "\(section) is empty")
            for key in keys { #expect(first[key] != nil, "\(section) has no \(key)") }
        }
        let latency = try #require(summary.list("metrics").first { Summary.text($0["type"]) == "trend" })
        for key in ["count", "min", "avg", "med", "p(90)", "p(95)", "p(99)", "p(99.9)", "max"] {
            #expect(latency["values"]?[key] != nil, "a latency has no \(key)")
        }
    }

    private static let throughput = [
        "turnsPerSecond", "messagesSentPerSecond", "messagesReceivedPerSecond", "bytesSentPerSecond",
        "bytesReceivedPerSecond", "peakMessagesPerSecond",
    ]

    private static let sections: [(name: String, keys: [String])] = [
        ("", ["schemaVersion", "verdict", "exitCode"]),
        ("tool", ["name", "version"]),
        ("profile", ["name", "sha256"]),
        ("run", ["id", "start", "end", "seed", "target", "shards"]),
        ("customers", ["started", "finished", "failed", "dropped", "peak"]),
        ("throughput", throughput),
        (
            "generator",
            [
                "cpuSeconds", "maxRssBytes", "allocatedBytes", "residentBytes", "bytesPerCustomer",
                "schedulerLagP99Ms", "loops",
            ]
        ),
        (
            "counters",
            [
                "messages_sent", "messages_received", "messages_lost", "messages_duplicated", "messages_ai_generated",
                "typing_events", "reconnects", "frames_unrecognized", "ws_closed", "errors", "bytes_sent",
                "bytes_received",
            ]
        ),
        (
            "delivery",
            [
                "sent", "acked", "echoed", "answered", "failed", "lost", "pending", "duplicated", "outOfOrder",
            ]
        ),
    ]

    private static let lists = [
        ("phases", ["name", "askedRate", "reachedRate", "durationSeconds", "throughput"]),
        ("metrics", ["name", "type", "unit", "tags", "values"]),
        ("thresholds", ["metric", "expression", "value", "samples", "passed"]),
    ]

    @Test func aThresholdBeyondReachFailsAndSaysByHowMuch() async throws {
        var profile = SmallProfile()
        profile.more = #""thresholds": { "chat_reply_duration": ["p(95)<1"], "messages_lost": ["count==0"] },"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(30))
        #expect(outcome.code == 99, "\(outcome)")
        #expect(outcome.output.contains("result: FAILED (99)  1 of 2 thresholds missed"))
        let missed = try #require(outcome.output.split(separator: "\n").last { !$0.allSatisfy { $0 == " " } })
        let pattern = #/chat_reply_duration: p\(95\)=[\d.]+m?s, allowed < 1\.00ms: over by [\d.]+m?s \([\d. ]+%\)/#
        #expect(missed.contains(pattern), "\(missed)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.verdict == "failed")
        #expect(summary.list("thresholds").map { $0["passed"]?.value } == [.flag(false), .flag(true)])
    }

    @Test func aClosedModelKeepsItsNumberOfCustomers() async throws {
        var profile = SmallProfile()
        profile.load = #""model": "closed", "gracefulStop": "2s""#
        profile.phases = #"{ "name": "steady", "duration": "2s", "customers": 3 }"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(30))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("customers", "peak") == 3)
        #expect(summary.count("customers", "started") > 3, "whoever leaves is followed by another")
        #expect(summary.list("phases").first?["askedRate"]?.value == .null)
    }

    @Test func twoLoopsAddUp() async throws {
        let outcome = try await Command.run(SmallProfile(), ["--loops", "2"], in: place, limit: .seconds(30))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("generator", "loops") == 2)
        #expect(summary.count("customers", "started") == 10)
        #expect(summary.samples("chat_ready_duration") == 10)
        #expect(summary.counter("ws_closed{code:1001}") == 10)
    }

    @Test func threadsAreTheLoopsAndAFewMore() async throws {
        let loops = 3
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "60s", "arrivals": "10/s" }"#
        let run = try Command.start(profile, ["--loops", "\(loops)"], in: place, limit: .seconds(30))
        try await run.until("somebody is ready") {
            place.text(of: "results/intervals.hlog").contains("Tag=chat_ready_duration")
        }
        let threads = ProcessTable.status(of: run.pid, "Threads").flatMap { Int($0) }
        #expect(threads.map { loops + 1...loops + Self.few ~= $0 } == true, "\(threads ?? 0) threads")
        run.signal(SIGTERM)
        #expect(try await run.ending().code == 105)
    }

    /// The main thread, and one or two that resolve names or belong to a sanitizer.
    private static let few = 4
}
