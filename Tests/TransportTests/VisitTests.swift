import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// HTTP visits of clients.
@Suite struct VisitTests {
    private static func request(_ line: String, _ fields: String = "", _ body: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(body)"
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        // Answers are given late and by the time the next request has arrived.
        let loop = try ProbeLoop { note, orders in
            if case .visited(let visit, _, _, _) = note { orders.append(.startTimer(TimerID(visit), at: .never)) }
            guard case .fired(let visit) = note else { return }
            let body = orders.write { $0 += "\(visit >> 24)".utf8 }
            orders.append(.answer(VisitID(visit), status: 200, fields: .empty, body: body))
        }
        let peer = RawPeer(connectedTo: loop.listener.port)
        let post = Self.request("POST /2", "Content-Length: 3\r\n", "abc")
        peer.write(Self.request("GET /1") + post + Self.request("GET /3", "Connection: close\r\n"))
        let answers = String(decoding: peer.readToEnd(), as: UTF8.self).components(separatedBy: "\r\n\r\n")
        #expect(answers.map { $0.prefix(1) } == ["H", "1", "2", "3"])
        let visits = loop.journal.all.filter { if case .visited = $0 { true } else { false } }
        #expect(visits.count == 3)
        loop.finish()
    }

    @Test func aRequestInPiecesIsOneVisit() throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        for byte in Self.request("PUT /p", "Transfer-Encoding: chunked\r\n", "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n").utf8 {
            peer.write([byte])
        }
        #expect(peer.readText(through: "/pabc").hasPrefix("HTTP/1.1 200 OK\r\n"))
        loop.finish()
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", 400),
        (request("BREW /"), 501),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        (request("GET /", "X: {LONG}"), 431),
        (request("POST /", "Content-Length: 2000\r\n"), 413),
        (request("GET /", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n"), 426),
    ])
    func whatCannotBeServedIsRefusedWithoutTheProgram(request: String, status: Int) throws {
        let loop = try ProbeLoop({ $0.body = 1_000 }, ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(request.replacing("{LONG}", with: String(repeating: "x", count: 20_000)))
        let answer = String(decoding: peer.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(loop.journal.all.isEmpty)
        loop.finish()
    }

    @Test func aClientThatAsksFirstIsToldToGoOn() throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(Self.request("POST /e", "Content-Length: 2\r\nExpect: 100-continue\r\n"))
        #expect(peer.readText(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        peer.write("ok")
        #expect(peer.readText(through: "/eok").hasPrefix("HTTP/1.1 200 OK\r\n"))
        loop.finish()
    }

    @Test func aClientThatEndedItsSideIsStillAnswered() throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(Self.request("HEAD /h"))
        peer.endWriting()
        let answer = String(decoding: peer.readToEnd(), as: UTF8.self)
        #expect(answer.hasSuffix("\r\n\r\n") && answer.contains("Content-Length: 7\r\n"))
        loop.finish()
    }

    @Test func slowAndIdleClientsAreLeft() throws {
        let loop = try ProbeLoop {
            $0.requestTimeout = .milliseconds(50)
            $0.visitorIdle = .milliseconds(50)
        }
        let slow = RawPeer(connectedTo: loop.listener.port)
        slow.write("GET / HT")
        #expect(String(decoding: slow.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
        #expect(RawPeer(connectedTo: loop.listener.port).readToEnd().isEmpty)
        loop.finish()
    }

    @Test func aVisitWhoseClientIsGoneFails() throws {
        let loop = try ProbeLoop()
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(Self.request("GET /"))
        let notes = loop.journal.wait("a visit") { !$0.isEmpty }
        guard case .visited(let visit, _, _, _) = notes.first else { return }
        peer.reset()
        loop.journal.wait(for: .failed(.visit(VisitID(visit)), .reset))
        loop.finish()
    }

    @Test func anUpgradeMayBeRefused() throws {
        let loop = try ProbeLoop { note, orders in
            guard case .visited(let visit, _, _, upgrade: true) = note else { return }
            orders.append(.refuseUpgrade(VisitID(visit), status: 403))
        }
        let url = loop.url
        loop.order { $0.open(1, url) }
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .badHandshake(status: 403)))
        loop.finish()
    }

    /// The upgrade is accepted in a later turn than the frames behind it have arrived in.
    @Test func framesBehindAnUpgradeWaitForIt() throws {
        let loop = try ProbeLoop { note, orders in
            if case .visited(let visit, _, _, _) = note { orders.append(.startTimer(TimerID(visit), at: .never)) }
            guard case .fired(let visit) = note else { return }
            orders.append(.acceptUpgrade(VisitID(visit), as: SocketID(1)))
        }
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(SocketTests.upgrade + RawPeer.frame(.text, "a", key: 1))
        peer.write(RawPeer.frame(.text, "b", key: 2))
        let notes = loop.journal.wait(for: .text(1, "b"))
        #expect(notes.suffix(3) == [.opened(1), .text(1, "a"), .text(1, "b")])
        loop.finish()
    }
}
