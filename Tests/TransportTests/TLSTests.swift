import Clockwork
import Exchange
import Foundation
import Testing

@testable import Transport

/// Secured connections between two loops of ours.
@Suite struct TLSTests {
    @Test(arguments: TLSVersion.allCases)
    func messagesAndCallsPass(version: TLSVersion) throws {
        let server = try ProbeLoop(identity: TLSFiles.identity()) { note, orders in
            ProbeLoop.echo(note, &orders)
            if case .visited(_, _, _, upgrade: false) = note { ProbeLoop.hello(note, &orders) }
        }
        let client = try ProbeLoop(
            TLSFiles.options { settings in
                settings.least = version
                settings.most = version
            }
        )
        let (url, httpURL) = (server.url, server.httpURL)
        client.order { orders in
            orders.open(1, url)
            orders.call(2, httpURL + "there", .post, "and back")
        }
        client.journal.wait(for: .opened(1))
        client.order { orders in for number in 1...3 { orders.sendText(1, "text \(number)", UInt64(number)) } }
        client.journal.wait(for: .text(1, "text 3"))
        client.journal.wait(for: .finished(2))
        client.order { $0.append(.close(SocketID(1), code: 1000)) }
        let notes = client.journal.wait(for: .closed(1, 1000, .us))
        #expect(notes.contains(.chunk(2, "POST /thereand back")))
        #expect(notes.contains(.sent(3)))
        #expect(client.tlsCounts().handshakes == 2)
        #expect(server.tlsCounts().handshakes == 2)
        for timings in client.journal.timings { #expect(timings.secured > timings.connected) }
        client.finish()
        server.finish()
    }

    @Test func largeMessagesPassWhateverTheKernelTakesAtOnce() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let client = try ProbeLoop(TLSFiles.options())
        let url = server.url
        client.order { $0.open(1, url) }
        client.journal.wait(for: .opened(1))
        let texts = (0..<12).map { String(repeating: "\($0 % 10)", count: 700_000 + $0) }
        client.order { orders in for (number, text) in texts.enumerated() { orders.sendText(1, text, UInt64(number)) } }
        let notes = client.journal.wait("the last text") { notes in notes.contains { $0 == .text(1, texts[11]) } }
        let echoed = notes.compactMap { if case .text(1, let text) = $0 { text } else { nil } }
        #expect(echoed == texts)
        let sent = notes.compactMap { if case .sent(let number) = $0 { number } else { nil } }
        #expect(sent == Array(0..<12))
        client.finish()
        server.finish()
    }

    @Test(arguments: TLSVersion.allCases, [1.0, 0.0])
    func reconnectionsResumeAsTheSettingsSay(version: TLSVersion, share: Double) throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let client = try ProbeLoop(
            TLSFiles.options { settings in
                settings.most = version
                settings.resumedShare = share
            }
        )
        let url = server.url
        for number in 1...5 as ClosedRange<UInt64> {
            client.order { $0.open(number, url) }
            client.journal.wait(for: .opened(number))
            // Tickets come behind the handshake, before the first answer.
            client.order { $0.sendText(number, "hello \(number)") }
            client.journal.wait(for: .text(number, "hello \(number)"))
            client.order { [number] orders in
                orders.append(number % 2 == 0 ? .abort(SocketID(number)) : .close(SocketID(number), code: 1000))
            }
            client.journal.wait("the end of \(number)") { notes in
                notes.contains { if case .closed(number, _, _) = $0 { true } else { false } }
            }
        }
        #expect(client.tlsCounts().handshakes == 5)
        #expect(client.tlsCounts().resumed == (share > 0 ? 4 : 0))
        #expect(server.tlsCounts().resumed == client.tlsCounts().resumed)
        client.finish()
        server.finish()
    }

    @Test func ownersDoNotShareSessions() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let client = try ProbeLoop(TLSFiles.options())
        let url = server.url
        for owner in 1...4 as ClosedRange<UInt64> {
            let socket = SocketID(owner: WireOwner(owner), 1).number
            client.order { $0.open(socket, url) }
            client.journal.wait(for: .opened(socket))
        }
        #expect(client.tlsCounts().resumed == 0)
        client.finish()
        server.finish()
    }

    @Test func aSelfMadeCertificateIsGoodForThisMachine() throws {
        let (identity, authority) = try TLSIdentity.selfMade()
        let server = try ProbeLoop(identity: identity, ProbeLoop.echo)
        var options = TransportOptions()
        options.tls = TLSSettings()
        options.tls?.authorities = authority
        let client = try ProbeLoop(options)
        let (url, named) = (server.url, "wss://localhost:\(server.listener.port)/")
        client.order { orders in
            orders.open(1, url)
            orders.open(2, named)
        }
        client.journal.wait(for: .opened(1))
        client.journal.wait(for: .opened(2))
        client.finish()
        server.finish()
    }

    @Test func whoSpeaksPlainTextIsDroppedAndCounted() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let peer = RawPeer(connectedTo: server.listener.port)
        peer.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(peer.readToEnd() == [])
        let client = try ProbeLoop()
        let url = "ws://\(server.listener.authority)/"
        client.order { $0.open(1, url) }
        client.journal.wait("a failure") { notes in
            notes == [.failed(.socket(SocketID(1)), .lost)] || notes == [.failed(.socket(SocketID(1)), .reset)]
        }
        #expect(server.tlsCounts().plaintext == 2)
        #expect(server.tlsCounts().refused == 2)
        #expect(server.tlsCounts().handshakes == 0)
        client.finish()
        server.finish()
    }

    @Test func aClientThatDoesNotShakeHandsIsDropped() throws {
        var options = TransportOptions()
        options.limits.requestTimeout = .milliseconds(50)
        let server = try ProbeLoop(options, identity: TLSFiles.identity(), ProbeLoop.echo)
        let silent = RawPeer(connectedTo: server.listener.port)
        let slow = RawPeer(connectedTo: server.listener.port)
        slow.write([0x16, 0x03, 0x01])
        #expect(silent.readToEnd() == [])
        #expect(slow.readToEnd() == [])
        #expect(server.tlsCounts().refused == 2)
        #expect(server.tlsCounts().plaintext == 0)
        server.finish()
    }

    @Test func connectionsThatAreResetAreToldSo() throws {
        let server = try ProbeLoop(identity: TLSFiles.identity(), ProbeLoop.echo)
        let client = try ProbeLoop(TLSFiles.options())
        let url = server.url
        client.order { $0.open(1, url) }
        client.journal.wait(for: .opened(1))
        server.run { loop in loop.resetConnections() }
        client.journal.wait(for: .closed(1, 1006, .reset))
        client.finish()
        server.finish()
    }
}
