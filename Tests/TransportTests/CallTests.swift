import Clockwork
import Exchange
import Foundation
import Testing

@testable import Transport

/// HTTP calls of ours.
@Suite struct CallTests {
    private static func answer(_ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    /// Chunks of one call come joined.
    private static func body(_ notes: [Note], _ call: UInt64) -> String {
        notes.map { if case .chunk(call, let text) = $0 { text } else { "" } }.joined()
    }

    @Test func callsOfOneOwnerShareAConnectionInOrder() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { orders in
            orders.call(1, url + "a")
            orders.call(2, url + "b", .post, "two")
        }
        let peer = server.accept()
        let first = peer.readText(through: "\r\n\r\n")
        #expect(first.hasPrefix("GET /a HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        peer.write(Self.answer("one"))
        let second = peer.readText(through: "two")
        #expect(second.hasPrefix("POST /b HTTP/1.1\r\n") && second.contains("Content-Length: 3\r\n"))
        peer.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        peer.write("2\r\nde\r\n0\r\n\r\n")
        let notes = loop.journal.wait(for: .finished(2))
        #expect(notes.prefix(3) == [.head(1, 200), .chunk(1, "one"), .finished(1)])
        #expect(Self.body(notes, 2) == "abcde")
        loop.finish()
    }

    @Test func ownersHaveConnectionsOfTheirOwn() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { orders in
            orders.call(1, url)
            orders.call(1 << 24, url)
        }
        for peer in [server.accept(), server.accept()] {
            _ = peer.readText(through: "\r\n\r\n")
            peer.write(Self.answer(""))
        }
        loop.journal.wait("both") { $0.contains(.finished(1)) && $0.contains(.finished(1 << 24)) }
        loop.finish()
    }

    @Test func anIdleConnectionClosesAndIsReopened() throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.httpIdle = .milliseconds(50) }
        let url = server.httpURL
        for call in 1...2 {
            loop.order { $0.call(UInt64(call), url) }
            let peer = server.accept()
            _ = peer.readText(through: "\r\n\r\n")
            peer.write(Self.answer("x"))
            loop.journal.wait(for: .finished(UInt64(call)))
            #expect(peer.readToEnd().isEmpty)
        }
        loop.finish()
    }

    @Test func hangingUpClosesIdleConnections() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.answer("x"))
        loop.journal.wait(for: .finished(1))
        loop.order { $0.append(.hangUp(CallID(2))) }
        #expect(peer.readToEnd().isEmpty)
        loop.finish()
    }

    /// The server closes just as the second call is written.
    @Test(arguments: [WireMethod.get, .post])
    func aConnectionGoneBeforeTheCallWasSeenIsTriedAgainIfThatIsSafe(method: WireMethod) throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.answer("x"))
        loop.journal.wait(for: .finished(1))
        loop.order { $0.call(2, url, method) }
        _ = peer.readText(through: "\r\n\r\n")
        peer.endWriting()
        if method == .get {
            let again = server.accept()
            #expect(again.readText(through: "\r\n\r\n").hasPrefix("GET / "))
            again.write(Self.answer("y"))
            loop.journal.wait(for: .finished(2))
        } else {
            loop.journal.wait(for: .failed(.call(CallID(2)), .lost))
        }
        loop.finish()
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", WireCause.lost),
        ("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n", .tooLarge),
        ("HELLO\r\n\r\n", .badResponse),
        ("", .lost),
    ])
    func badResponsesAreToldApart(answer: String, cause: WireCause) throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.body = 10_000 }
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(answer)
        peer.endWriting()
        loop.journal.wait(for: .failed(.call(CallID(1)), cause))
        loop.finish()
    }

    @Test func aBodyMayEndWithItsConnection() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { orders in
            orders.call(1, url)
            orders.call(2, url)
        }
        for call in 1...2 {
            let peer = server.accept()
            _ = peer.readText(through: "\r\n\r\n")
            peer.write("HTTP/1.1 200 OK\r\n\r\nuntil the end")
            peer.endWriting()
            let notes = loop.journal.wait(for: .finished(UInt64(call)))
            #expect(Self.body(notes, UInt64(call)) == "until the end")
        }
        loop.finish()
    }

    @Test func aCallTimesOutAndTheNextGoesOn() throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.callTimeout = .milliseconds(300) }
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let silent = server.accept()
        _ = silent.readText(through: "\r\n\r\n")
        loop.journal.wait(for: .failed(.call(CallID(1)), .timedOut))
        loop.order { $0.call(2, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.answer("x"))
        loop.journal.wait(for: .finished(2))
        loop.finish()
    }

    @Test func nothingIsHeardOfACancelledCall() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { orders in
            orders.call(1, url + "1")
            orders.call(2, url + "2")
            orders.call(3, url + "3")
        }
        let first = server.accept()
        _ = first.readText(through: "\r\n\r\n")
        loop.order { orders in
            orders.append(.cancelCall(CallID(2)))
            orders.append(.cancelCall(CallID(1)))
        }
        #expect(first.readToEnd().isEmpty)
        let peer = server.accept()
        #expect(peer.readText(through: "\r\n\r\n").hasPrefix("GET /3 "))
        peer.write(Self.answer("x"))
        let notes = loop.journal.wait(for: .finished(3))
        #expect(notes == [.head(3, 200), .chunk(3, "x"), .finished(3)])
        loop.finish()
    }
}
