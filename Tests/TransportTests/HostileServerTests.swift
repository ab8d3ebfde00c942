import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// Servers that mean no good: each costs its own dealing, in bounded time and memory, and no other.
@Suite struct HostileServerTests {
    /// A loop on which, besides, a socket of ours talks to an echo of ours; it must still talk at the end.
    private func withWitness(
        _ limits: TransportLimits = TransportLimits(),
        _ body: (borrowing ProbeLoop) throws -> Void
    ) throws {
        let loop = try ProbeLoop(TransportOptions(limits: limits), ProbeLoop.echo)
        let url = loop.url
        loop.order { $0.open(900, url) }
        loop.journal.wait(for: .opened(900))
        try body(loop)
        loop.order { $0.sendText(900, "untouched") }
        loop.journal.wait(for: .text(900, "untouched"))
        loop.finish()
    }

    /// Alert "protocol version", as a server of TLS answers what is none.
    private static let alert: [UInt8] = [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]

    @Test func closingAtOnceIsToldApart() throws {
        try withWitness { loop in
            let server = RawListener()
            let (url, httpURL) = (server.url, server.httpURL)
            loop.order { orders in
                orders.open(1, url)
                orders.call(2, httpURL)
            }
            for peer in [server.accept(), server.accept()] { peer.endWriting() }
            let ends: [WireCause] = [.lost, .reset]
            loop.journal.wait("both ends") { notes in
                ends.contains { notes.contains(.failed(.socket(SocketID(1)), $0)) }
                    && ends.contains { notes.contains(.failed(.call(CallID(2)), $0)) }
            }
        }
    }

    @Test func anotherProtocolIsNoHTTP() throws {
        try withWitness { loop in
            let server = RawListener()
            let (url, httpURL) = (server.url, server.httpURL)
            loop.order { orders in
                orders.open(1, url)
                orders.call(2, httpURL)
            }
            for peer in [server.accept(), server.accept()] {
                _ = peer.readText(through: "\r\n\r\n")
                peer.write(Self.alert)
                #expect(peer.readToEnd().isEmpty)
            }
            loop.journal.wait(for: .failed(.socket(SocketID(1)), .badResponse))
            loop.journal.wait(for: .failed(.call(CallID(2)), .badResponse))
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40000000\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 1073741824\r\n\r\n",
    ])
    func aBodyOfAGigabyteEndsEarly(head: String) throws {
        try withWitness(.with { $0.body = 1 << 20 }) { loop in
            let server = RawListener()
            let url = server.httpURL
            loop.order { $0.call(1, url) }
            let peer = server.accept()
            _ = peer.readText(through: "\r\n\r\n")
            peer.write(head)
            #expect(peer.flood([UInt8](repeating: 0x78, count: 1 << 16), most: 1 << 30) < 64 << 20)
            loop.journal.wait(for: .failed(.call(CallID(1)), .tooLarge))
        }
    }

    /// Many short lines, one that never ends, and interim responses without end.
    @Test(
        arguments: [
            ("X-A: b\r\n", .tooLarge), ("x", .tooLarge), ("\r\n\r\nHTTP/1.1 103 Early Hints", .timedOut),
        ] as [(String, WireCause)]
    )
    func aHeadWithoutEndEnds(piece: String, cause: WireCause) throws {
        try withWitness(
            .with {
                $0.handshakeTimeout = .milliseconds(300)
                $0.callTimeout = .milliseconds(300)
            }
        ) { loop in
            let server = RawListener()
            let (url, httpURL) = (server.url, server.httpURL)
            let start = cause == .timedOut ? "HTTP/1.1 103 Early Hints" : "HTTP/1.1 200 OK\r\nX: y"
            for isCall in [false, true] {
                loop.order { if isCall { $0.call(2, httpURL) } else { $0.open(1, url) } }
                let peer = server.accept()
                _ = peer.readText(through: "\r\n\r\n")
                peer.write(start + (piece.hasPrefix("X") ? "\r\n" : ""))
                let many = String(repeating: piece, count: cause == .timedOut ? 10 : 1_000)
                #expect(peer.flood(Array(many.utf8), most: 1 << 30) < 1 << 30)
            }
            loop.journal.wait(for: .failed(.socket(SocketID(1)), cause))
            loop.journal.wait(for: .failed(.call(CallID(2)), cause))
        }
    }

    /// A byte now and then never moves the deadline.
    @Test(arguments: ["HTTP/1.1 101 Switching", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc"])
    func slowServersMeetTheDeadline(answer: String) throws {
        try withWitness(
            .with {
                $0.handshakeTimeout = .milliseconds(200)
                $0.callTimeout = .milliseconds(200)
            }
        ) { loop in
            let server = RawListener()
            let (url, httpURL) = (server.url, server.httpURL)
            for isCall in [false, true] {
                guard isCall || answer.contains("101") else { continue }
                loop.order { if isCall { $0.call(2, httpURL) } else { $0.open(1, url) } }
                let peer = server.accept()
                _ = peer.readText(through: "\r\n\r\n")
                peer.trickle(Array(answer.utf8) + [UInt8](repeating: 0x78, count: 1_000))
                let subject: WireSubject = isCall ? .call(CallID(2)) : .socket(SocketID(1))
                loop.journal.wait(for: .failed(subject, .timedOut))
            }
        }
    }

    @Test func pingsWhoseAnswersNobodyReadsEnd() throws {
        try withWitness(.with { $0.unsent = 1 << 20 }) { loop in
            let server = RawListener()
            let url = server.url
            loop.order { $0.open(1, url) }
            let peer = server.accept()
            peer.acceptUpgrade()
            let ping = RawPeer.frame(.ping, String(repeating: "?", count: 125))
            #expect(peer.flood(Array(repeatElement(ping, count: 500).joined()), most: 1 << 30) < 256 << 20)
            loop.journal.wait(for: .closed(1, 1006, .tooLarge))
        }
    }

    /// Noise in place of frames, whatever it is.
    @Test(arguments: 1...8)
    func noiseEndsItsSocket(seed: UInt64) throws {
        try withWitness { loop in
            let server = RawListener()
            let url = server.url
            loop.order { $0.open(1, url) }
            let peer = server.accept()
            var random = SeededRandom(seed: seed)
            let noise = (0..<200_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            peer.acceptUpgrade(followedBy: noise)
            peer.endWriting()
            loop.journal.wait("its end") { notes in
                notes.contains { if case .closed(1, _, _) = $0 { true } else { false } }
            }
        }
    }
}

extension TransportLimits {
    static func with(_ change: (inout TransportLimits) -> Void) -> TransportLimits {
        var limits = TransportLimits()
        change(&limits)
        return limits
    }
}
