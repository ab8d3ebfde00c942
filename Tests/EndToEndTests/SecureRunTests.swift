import Foundation
import JSONText
import Testing

/// Whole runs over TLS.
@Suite struct SecureRunTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    /// A server on certificates of its own, and the line that it printed.
    private func server() async throws -> Command {
        let script = Workplace.repository.appending(path: "Tests/Peers/certificates.sh").path
        let making = try Command(URL(filePath: "/bin/bash"), [script, "."], in: place, limit: .seconds(20))
        #expect(try await making.ending().code == 0)
        let flags = ["serve", "--listen", "127.0.0.1:0", "--bot", "bots/flood.json", "--seed", "5"]
        let server = try Command.loadgen(
            flags + ["--tls-cert", "good.pem", "--tls-key", "good.key"],
            in: place,
            limit: .seconds(60)
        )
        try place.write(try await server.firstLine(), as: "target.json")
        return server
    }

    @Test(arguments: ["1.2", "1.3"])
    func theEmbeddedSimulatorIsSecured(version: String) async throws {
        var profile = SmallProfile()
        profile.bot =
            "bots/flood.json\", \"tls\": { \"min\": \"\(version)\", \"max\": \"\(version)\" }, \"platform\": \"cxone"
        profile.more = """
            "storms": [ { "phase": "steady", "at": "1s", "over": "100ms", "drop": "100%", "how": "reset" } ],
            """
        profile.customers = #""turns": 20, "messages": ["Hello?"]"#
        profile.load = #""arrivals": "uniform", "gracefulStop": "8s", "maxCustomers": 100"#
        let outcome = try await Command.run(profile, in: place, limit: .seconds(40))
        #expect(outcome.code == 0, "\(outcome)")
        let summary = try place.summary()
        #expect(summary.contradictions == [])
        #expect(summary.warnings.filter { $0.contains("INSECURE") } == [])
        #expect(summary.count("customers", "failed") == 0)
        #expect(summary.count("tls", "handshakes") >= 20)
        // The socket takes up the session of the call before it, and the reconnection that of the socket.
        let reconnects = summary.counter("reconnects")
        #expect(reconnects > 0)
        #expect(summary.count("tls", "resumed") >= 10 + reconnects, "\(outcome.output)")
        #expect(outcome.output.contains("tls................."))
    }

    @Test func aServerIsBelievedByItsAuthorityOnly() async throws {
        let server = try await server()
        let target = ["--target", place.path("target.json").path]
        let known = try await Command.run(
            SmallProfile(),
            target + ["--cacert", "ca.pem"],
            in: place,
            limit: .seconds(30)
        )
        #expect(known.code == 0, "\(known)")
        #expect(try place.summary().count("customers", "failed") == 0)

        var profile = SmallProfile()
        profile.customers = #""turns": 1, "messages": ["Hello?"], "reconnect": "none""#
        let stranger = try await Command.run(profile, target, in: place, limit: .seconds(30))
        #expect(try place.summary().count("customers", "failed") == 10, "\(stranger)")
        #expect(try place.summary().counter("errors{kind:tls_unknown_issuer}") > 0)

        let blind = try await Command.run(SmallProfile(), target + ["--insecure"], in: place, limit: .seconds(30))
        #expect(blind.code == 0, "\(blind)")
        #expect(blind.output.contains("! INSECURE"))
        #expect(blind.notes.contains("INSECURE"))
        #expect(try place.summary().warnings.contains { $0.contains("INSECURE") })
        #expect(try place.summary().node("tls", "insecure")?.value == .flag(true))

        server.signal(SIGTERM)
        let ending = try await server.ending()
        #expect(ending.code == 0, "\(ending)")
        #expect(ending.notes.contains("TLS: "))
    }

    @Test func whatIsWrongWithFilesIsSaidBeforeAnythingListens() async throws {
        let server = try await server()
        server.signal(SIGTERM)
        for (flags, part) in [
            (["serve", "--tls-cert", "good.pem", "--tls-key", "other.key"], "other.key: the key does not belong"),
            (["serve", "--tls-cert", "none.pem", "--tls-key", "good.key"], "none.pem: no such file"),
            (["serve", "--tls-cert", "good.pem"], "--tls-cert needs --tls-key"),
            (["serve", "--tls-cert", "good.pem", "--tls-key", "locked.key"], "without a password"),
            (["run", "baseline", "--cacert", "good.key"], "good.key: holds no certificate"),
            (["run", "baseline", "--target", "target.json", "--simulator-tls"], "--simulator-tls"),
        ] {
            let outcome = try await Command.loadgen(flags, in: place, limit: .seconds(10)).ending()
            #expect(outcome.code == 104)
            #expect(outcome.notes.contains(part), "\(outcome.notes)")
        }
    }
}
