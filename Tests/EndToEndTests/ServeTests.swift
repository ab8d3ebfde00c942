import Foundation
import Testing

/// The simulator as a server of its own.
@Suite struct ServeTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test func aRunFindsTheServerByTheLineThatItPrinted() async throws {
        let server = try Command.loadgen(
            ["serve", "--listen", "127.0.0.1:0", "--bot", "bots/flood.json", "--seed", "5"],
            in: place,
            limit: .seconds(40)
        )
        let target = try await server.firstLine()
        try place.write(target, as: "target.json")
        let flags = ["--target", place.path("target.json").path]
        let outcome = try await Command.run(SmallProfile(), flags, in: place, limit: .seconds(30))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("customers", "started") == 10)
        #expect(summary.count("delivery", "answered") > 0)
        server.signal(SIGTERM)
        let ending = try await server.ending()
        #expect(ending.code == 0, "\(ending)")
        #expect(ending.output == target + "\n", "nothing but the target stands on its output")
    }

    @Test func whatIsCompressedOnTheWayIsTheSame() async throws {
        let server = try Command.loadgen(
            ["serve", "--listen", "127.0.0.1:0", "--bot", "bots/flood.json", "--seed", "5", "--compression"],
            in: place,
            limit: .seconds(40)
        )
        let target = try await server.firstLine()
        #expect(target.contains(#""compression":true"#))
        try place.write(target, as: "target.json")
        var profile = SmallProfile()
        profile.customers = #""turns": 2, "messages": ["\#(String(repeating: "Hello? ", count: 200))"]"#
        let flags = ["--target", place.path("target.json").path]
        let outcome = try await Command.run(profile, flags, in: place, limit: .seconds(30))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("delivery", "answered") > 0)
        server.signal(SIGTERM)
        #expect(try await server.ending().code == 0)
    }

    @Test func aServerEndsOnASignalWithCustomersConnected() async throws {
        let server = try Command.loadgen(["serve", "--listen", "127.0.0.1:0"], in: place, limit: .seconds(40))
        try place.write(try await server.firstLine(), as: "target.json")
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "2s", "arrivals": "10/s" }"#
        profile.customers = #""turns": 50, "messages": ["Hello?"], "reconnect": "none""#
        let flags = ["--target", place.path("target.json").path]
        let run = try Command.start(profile, flags, in: place, limit: .seconds(30))
        try await run.until("somebody is ready") {
            place.text(of: "results/intervals.hlog").contains("Tag=chat_ready_duration")
        }
        server.signal(SIGTERM)
        #expect(try await server.ending().code == 0)
        let outcome = try await run.ending()
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("customers", "failed") > 0)
    }
}
