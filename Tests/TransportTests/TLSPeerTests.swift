import Exchange
import Foundation
import Testing

@testable import Transport

/// Secured connections with programs that nobody here wrote.
@Suite struct TLSPeerTests {
    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func openSSLsServerIsUnderstoodAndResumes(version: String) throws {
        let server = try OpenSSLServer("good", ["-www", version, "-alpn", "http/1.1"])
        let client = try ProbeLoop(TLSFiles.options())
        let url = server.httpURL
        for number in 1...3 as ClosedRange<UInt64> {
            client.order { $0.call(number, url) }
            client.journal.wait(for: .finished(number))
        }
        #expect(client.tlsCounts().handshakes == 3)
        #expect(client.tlsCounts().resumed == 2)
        client.finish()
    }

    @Test func aServerWithOtherProtocolsIsRefused() throws {
        let server = try OpenSSLServer("good", ["-www", "-alpn", "spdy/3"])
        let client = try ProbeLoop(TLSFiles.options())
        let url = server.httpURL
        client.order { $0.call(1, url) }
        client.journal.wait(for: .failed(.call(CallID(1)), .tls(.noProtocol)))
        client.finish()
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func openSSLsClientIsServedAndResumes(version: String) throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.hello)
        let session = TLSFiles.path("session" + version)
        let common = [
            "s_client", "-connect", server.listener.authority, "-CAfile", TLSFiles.path("ca.pem"), version,
            "-verify_return_error", "-verify_ip", "127.0.0.1", "-alpn", "http/1.1", "-ign_eof",
        ]
        var texts: [String] = []
        for more in [["-sess_out", session], ["-sess_in", session]] {
            let client = try OtherProgram("/usr/bin/openssl", common + more)
            client.write("GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            texts.append(try client.finish())
        }
        for text in texts {
            #expect(text.contains("GET /page"), "\(text)")
            #expect(text.contains("ALPN protocol: http/1.1"))
            #expect(text.contains("Verify return code: 0 (ok)"))
        }
        #expect(texts[0].contains("\nNew, TLSv1"))
        #expect(texts[1].contains("\nReused, TLSv1"), "\(texts[1])")
        #expect(server.tlsCounts().resumed == 1)
        server.finish()
    }

    @Test func aClientWithOtherProtocolsIsRefused() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.hello)
        let client = try OtherProgram(
            "/usr/bin/openssl",
            ["s_client", "-connect", server.listener.authority, "-alpn", "h2"]
        )
        #expect(try client.finish().contains("no peer certificate available"))
        #expect(server.tlsCounts().refused == 1)
        server.finish()
    }

    @Test func pythonsServerIsUnderstood() throws {
        let server = try OtherProgram.python(["serve", TLSFiles.path("good.pem"), TLSFiles.path("good.key")])
        let url = "https://127.0.0.1:\(server.line())/"
        let client = try ProbeLoop(TLSFiles.options())
        let body = String(repeating: "z", count: 3_000_000)
        client.order { orders in
            orders.call(1, url + "5000000")
            orders.call(2, url + "echo", .post, body)
            orders.call(3, url + "ended")
            orders.call(4, url + "cut")
        }
        client.journal.wait(for: .failed(.call(CallID(4)), .lost))
        let notes = client.journal.all
        func text(_ call: UInt64) -> String {
            notes.compactMap { if case .chunk(call, let text) = $0 { text } else { nil } }.joined()
        }
        #expect(text(1) == String(repeating: "x", count: 5_000_000))
        #expect(text(2) == body)
        #expect(text(3) == "all of it")
        for number in 1...3 as ClosedRange<UInt64> { #expect(notes.contains(.finished(number))) }
        client.finish()
    }

    @Test func pythonsClientIsServedAndResumes() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.hello)
        let client = try OtherProgram.python(["ask", "\(server.listener.port)", TLSFiles.path("ca.pem"), "3"])
        let size = "POST /echo".utf8.count + 300_000
        let lines = try client.finish().split(separator: "\n")
        #expect(lines == ["False", "True", "True"].map { "TLSv1.2 http/1.1 \($0) \(size)" })
        server.finish()
    }
}
