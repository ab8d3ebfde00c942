import Clockwork
import Exchange
import Foundation
import Testing

@testable import Transport

/// Calls that are led elsewhere.
@Suite struct RedirectTests {
    private static func redirect(_ status: Int, _ location: String, _ body: String = "") -> String {
        "HTTP/1.1 \(status) X\r\nLocation: \(location)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func ok(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func theProgramHearsOfTheLastResponseAlone() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { orders in
            orders.call(1, url + "a")
            orders.call(2, url + "b")
        }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.redirect(302, "/elsewhere", "look there"))
        #expect(peer.readText(through: "\r\n\r\n").hasPrefix("GET /elsewhere HTTP/1.1\r\n"))
        peer.write(Self.ok("found"))
        #expect(peer.readText(through: "\r\n\r\n").hasPrefix("GET /b HTTP/1.1\r\n"))
        peer.write(Self.ok("other"))
        let notes = loop.journal.wait(for: .finished(2))
        #expect(
            notes == [
                .head(1, 200), .chunk(1, "found"), .finished(1), .head(2, 200), .chunk(2, "other"), .finished(2),
            ]
        )
        loop.finish()
    }

    @Test func anotherOriginHasAnotherConnection() throws {
        let first = RawListener()
        let second = RawListener()
        let loop = try ProbeLoop()
        let url = first.httpURL
        loop.order { $0.call(1, url, .put, "body", "Authorization: x\r\nContent-Type: y\r\n") }
        let peer = first.accept()
        _ = peer.readText(through: "body")
        peer.write(Self.redirect(307, "//127.0.0.1:\(second.port)/x?y"))
        let other = second.accept()
        let request = other.readText(through: "body")
        #expect(request.hasPrefix("PUT /x?y HTTP/1.1\r\nHost: 127.0.0.1:\(second.port)\r\nContent-Length: 4\r\n"))
        #expect(request.contains("Content-Type: y\r\n") && !request.contains("Authorization"))
        other.write(Self.ok("there"))
        loop.journal.wait(for: .finished(1))
        loop.finish()
    }

    @Test(
        arguments: [
            (301, .post, "GET"), (302, .post, "GET"), (303, .put, "GET"), (307, .post, "POST"), (308, .put, "PUT"),
            (301, .put, "PUT"),
        ] as [(Int, WireMethod, String)]
    )
    func theMethodAndTheBodyGoAsInBrowsers(status: Int, method: WireMethod, then: String) throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url, method, "body", "Content-Type: y\r\nX: z\r\n") }
        let peer = server.accept()
        _ = peer.readText(through: "body")
        peer.write(Self.redirect(status, "again"))
        let request = peer.readText(through: then == "GET" ? "\r\n\r\n" : "body")
        #expect(request.hasPrefix("\(then) /again HTTP/1.1\r\n") && request.contains("X: z\r\n"))
        #expect(request.contains("Content-Type: y\r\n") == (then != "GET"))
        loop.finish()
    }

    @Test(
        arguments: [
            ("/", .redirectRing), ("http://192.0.2.1/", .redirectNotAllowed), ("ftp://127.0.0.1/", .badRedirect),
            ("ws://127.0.0.1/", .badRedirect), ("http://", .badRedirect), ("mailto:nobody", .badRedirect),
        ] as [(String, WireCause)]
    )
    func whereItMayNotGoIsToldApart(location: String, cause: WireCause) throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.redirect(302, location))
        loop.journal.wait(for: .failed(.call(CallID(1)), cause))
        loop.finish()
    }

    /// Each answer leads on; the twelfth is never asked for.
    @Test func thereIsAnEndToBeingLed() throws {
        let hops = Guarded(0)
        let loop = try ProbeLoop { note, orders in
            guard case .visited(let visit, _, _, _) = note else { return }
            let number = hops.withLock { count in
                count += 1
                return count
            }
            let fields = orders.write { $0 += "Location: /\(number)\r\n".utf8 }
            orders.append(.answer(VisitID(visit), status: 302, fields: fields, body: .empty))
        }
        let url = loop.httpURL
        loop.order { $0.call(1, url) }
        loop.journal.wait(for: .failed(.call(CallID(1)), .tooManyRedirects))
        #expect(hops.withLock { $0 } == 11)
        loop.finish()
    }

    @Test func aRingIsSeenWhenItCloses() throws {
        let loop = try ProbeLoop { note, orders in
            guard case .visited(let visit, let target, _, _) = note else { return }
            let next = target == "GET /a" ? "/b" : "/a"
            let fields = orders.write { $0 += "Location: \(next)\r\n".utf8 }
            orders.append(.answer(VisitID(visit), status: 307, fields: fields, body: .empty))
        }
        let url = loop.httpURL
        loop.order { $0.call(1, url + "a") }
        let notes = loop.journal.wait(for: .failed(.call(CallID(1)), .redirectRing))
        #expect(notes.count == 3)
        loop.finish()
    }

    @Test func theTimeOfACallCountsFromTheFirstRequest() throws {
        let timings = Guarded<WireTimings?>(nil)
        let server = RawListener()
        let thread = try WireThread<Timed>.start { _, orders in
            orders.call(1, server.httpURL)
            return Timed(found: timings)
        }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.redirect(302, "/x"))
        _ = peer.readText(through: "\r\n\r\n")
        peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        #expect(peer.readToEnd().isEmpty)
        thread.handle.submit { $0.stop() }
        thread.join()
        let found = timings.withLock { $0 }
        #expect(found?.redirects == 1)
        #expect(found.map { $0.began < $0.sent && $0.connected <= $0.sent && $0.sent <= $0.answered } == true)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func noWebSocketIsLedElsewhere(status: Int) throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.redirect(status, url))
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .redirectedUpgrade(status: UInt16(status))))
        loop.finish()
    }

    @Test func withoutALocationItIsAResponseLikeAnother() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")
        #expect(loop.journal.wait(for: .finished(1)) == [.head(1, 302), .finished(1)])
        loop.finish()
    }
}

/// Keeps the timings of its last call.
private struct Timed: WireProgram {
    let found: Guarded<WireTimings?>

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        if case .finished(_, let timings) = event { found.withLock { $0 = timings } }
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}
}
