import Exchange
import Foundation
import Testing

@testable import Transport

/// Each way in which a handshake fails has a name of its own.
@Suite struct TLSFaultTests {
    private func cause(
        _ server: borrowing ProbeLoop,
        _ options: TransportOptions,
        host: String = "127.0.0.1"
    ) throws
        -> Set<WireCause>
    {
        try Self.cause("127.0.0.1:\(server.listener.port)".replacing("127.0.0.1", with: host), options)
    }

    /// What became of a socket and of a call.
    private static func cause(_ authority: String, _ options: TransportOptions) throws -> Set<WireCause> {
        let client = try ProbeLoop(options)
        client.order { orders in
            orders.open(1, "wss://\(authority)/")
            orders.call(2, "https://\(authority)/")
        }
        let notes = client.journal.wait("two answers") { $0.count >= 2 }
        client.finish()
        return Set(notes.map { if case .failed(_, let cause) = $0 { cause } else { WireCause.us } })
    }

    @Test(arguments: [
        ("expired", "ca.pem", TLSFault.certificateExpired), ("early", "ca.pem", .certificateNotYetValid),
        ("self", "ca.pem", .selfSigned), ("good", "self.pem", .unknownIssuer), ("other", "ca.pem", .hostMismatch),
        ("gone", "ca-crl.pem", .revoked),
    ])
    func eachCertificateFaultIsToldApart(certificate: String, authorities: String, fault: TLSFault) throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(certificate), ProbeLoop.echo)
        #expect(try cause(server, TLSFiles.options(trusting: authorities)) == [.tls(fault)])
        #expect(server.tlsCounts().handshakes == 0 || fault == .hostMismatch)
        server.finish()
    }

    @Test func oneFaultDoesNotReachTheNextConnection() throws {
        let bad = try ProbeLoop(identity: TLSFiles.identity("self"), ProbeLoop.echo)
        let good = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let client = try ProbeLoop(TLSFiles.options())
        let (badURL, goodURL) = (bad.url, good.url)
        for number in 1...6 as ClosedRange<UInt64> {
            client.order { $0.open(number, number % 3 == 0 ? goodURL : badURL) }
            client.journal.wait(
                for: number % 3 == 0 ? .opened(number) : .failed(.socket(SocketID(number)), .tls(.selfSigned))
            )
        }
        #expect(bad.tlsCounts().refused == 4)
        #expect(bad.tlsCounts().plaintext == 0)
        client.finish()
        bad.finish()
        good.finish()
    }

    @Test func theSystemTrustsNoneOfThem() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        var options = TransportOptions()
        options.tls = TLSSettings()
        #expect(try cause(server, options) == [.tls(.unknownIssuer)])
        server.finish()
    }

    @Test func aNameIsCheckedLikeAnAddress() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity("expired"), ProbeLoop.echo)
        #expect(try cause(server, TLSFiles.options(), host: "localhost") == [.tls(.certificateExpired)])
        server.finish()
        let other = try ProbeLoop(identity: TLSFiles.identity("other"), ProbeLoop.echo)
        #expect(try cause(other, TLSFiles.options(), host: "localhost") == [.tls(.hostMismatch)])
        other.finish()
    }

    @Test(arguments: ["expired", "early", "self", "other"])
    func whoAsksForItBelievesEverybody(certificate: String) throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(certificate), ProbeLoop.echo)
        let client = try ProbeLoop(TLSFiles.options { $0.isInsecure = true })
        let url = server.url
        client.order { $0.open(1, url) }
        client.journal.wait(for: .opened(1))
        client.finish()
        server.finish()
    }

    @Test func aPeerThatSpeaksPlainTextIsToldApart() throws {
        let server = try ProbeLoop(TransportOptions(), ProbeLoop.echo)
        #expect(try cause(server, TLSFiles.options()) == [.tls(.notTLS)])
        server.finish()
    }

    @Test func aPeerThatSaysNothingTimesOut() throws {
        let silent = RawListener()
        var options = try TLSFiles.options()
        options.limits.handshakeTimeout = .milliseconds(50)
        #expect(try Self.cause("127.0.0.1:\(silent.port)", options) == [.timedOut])
    }

    @Test func aPeerThatHangsUpIsLost() throws {
        let listener = RawListener()
        let client = try ProbeLoop(TLSFiles.options())
        let url = "wss://127.0.0.1:\(listener.port)/"
        client.order { $0.open(1, url) }
        let peer = listener.accept()
        #expect(peer.read().first == 0x16)
        peer.endWriting()
        client.journal.wait(for: .failed(.socket(SocketID(1)), .lost))
        client.finish()
    }

    @Test func versionsThatDoNotMeetAreToldApart() throws {
        let old = try OpenSSLServer("good", ["-www", "-tls1_2"])
        let options = try TLSFiles.options { $0.least = .tls13 }
        #expect(try Self.cause("127.0.0.1:\(old.port)", options) == [.tls(.protocolVersion)])
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func aServerThatWantsACertificateIsToldApart(version: String) throws {
        let strict = ["-www", version, "-Verify", "1", "-verify_return_error", "-CAfile", TLSFiles.path("ca.pem")]
        let server = try OpenSSLServer("good", strict)
        let url = server.httpURL
        let stranger = try ProbeLoop(TLSFiles.options())
        stranger.order { $0.call(1, url) }
        stranger.journal.wait("an answer") { !$0.isEmpty }
        let fault: TLSFault = version == "-tls1_2" ? .handshakeFailed : .clientCertificateRefused
        #expect(stranger.journal.all == [.failed(.call(CallID(1)), .tls(fault))])
        stranger.finish()
        let known = try ProbeLoop(
            TLSFiles.options { settings in
                settings.certificate = try? TLSFiles.text("good.pem")
                settings.key = try? TLSFiles.text("good.key")
            }
        )
        known.order { $0.call(1, url) }
        known.journal.wait(for: .head(1, 200))
        known.finish()
    }

    @Test func aBrokenRecordEndsTheConnection() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let middle = RawListener()
        let client = try ProbeLoop(TLSFiles.options())
        let url = "wss://127.0.0.1:\(middle.port)/"
        client.order { $0.open(1, url) }
        let (near, far) = (middle.accept(), RawPeer(connectedTo: server.listener.port))
        let toServer = Thread {
            while true {
                let bytes = near.read()
                if bytes.isEmpty { break }
                far.write(bytes)
            }
        }
        toServer.start()
        let toClient = Thread {
            while true {
                let bytes = far.read()
                if bytes.isEmpty { break }
                near.write(bytes)
            }
        }
        toClient.start()
        client.journal.wait(for: .opened(1))
        near.write([0x17, 0x03, 0x03, 0x00, 0x20] + [UInt8](repeating: 7, count: 32))
        client.journal.wait(for: .closed(1, 1006, .tls(.badRecord)))
        client.finish()
        server.finish()
    }

    @Test func everyFaultHasAName() {
        #expect(Set(TLSFault.allCases.map(\.rawValue)).count == TLSFault.allCases.count)
        #expect(TLSFault.allCases.allSatisfy { $0.rawValue.hasPrefix("tls_") })
    }
}
