import Foundation
import Testing

/// Customers among servers that break every rule: `Tests/Peers/misbehaving_server.py` has the list.
@Suite struct MisbehavingServerTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test(.enabled(if: Self.hasPython, "the misbehaving server is written in Python"))
    func whateverAPeerSendsIsCountedAndTheRunGoesOn() async throws {
        let script = Workplace.repository.appending(path: "Tests/Peers/misbehaving_server.py").path
        let server = try Command(Self.python, [script], in: place, limit: .seconds(60))
        try place.write(try await server.firstLine(), as: "target.json")
        var profile = SmallProfile()
        profile.phases = #"{ "name": "steady", "duration": "5s", "arrivals": "40/s" }"#
        profile.load = #""arrivals": "uniform", "gracefulStop": "1s", "maxCustomers": 300"#
        profile.customers = """
            "turns": 3, "messages": ["Hello?"],
            "reconnect": { "base": "20ms", "factor": 2, "cap": "100ms", "jitter": 0.3, "attempts": 3 }
            """
        profile.more = #""replyTimeout": "1s","#
        let flags = ["--target", place.path("target.json").path]
        let outcome = try await Command.run(profile, flags, in: place, limit: .seconds(60))
        server.signal(SIGTERM)
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.count("customers", "started") == 200)
        #expect(summary.count("customers", "finished") > 0, "those who were left in peace")
        #expect(summary.count("customers", "failed") > 0)
        #expect(summary.count("delivery", "duplicated") > 0)
        #expect(summary.counter("frames_unrecognized") > 0)
        for kind in Self.kinds { #expect(summary.counter("errors{kind:\(kind)}") > 0, "\(kind): \(outcome.output)") }
        #expect(!server.notes.contains("Traceback"), "\(server.notes)")
    }

    private static let python = URL(filePath: "/usr/bin/python3")
    private static let hasPython = FileManager.default.isExecutableFile(atPath: python.path)

    private static let kinds = [
        "bad_configuration", "bad_frame", "bad_handshake", "bad_response", "binary_frame", "gateway_error",
        "http_status", "incomplete_frame", "malformed_frame", "too_large", "unexpected_event",
    ]
}
