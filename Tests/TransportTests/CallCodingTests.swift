import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// Calls whose responses are compressed.
@Suite struct CallCodingTests {
    private static let text = String(repeating: "what was said before is said again; ", count: 5_000)
    private static let asks = "Accept-Encoding: gzip, deflate, br\r\n"

    private static func gzip(_ text: String) -> [UInt8] {
        let room = DeflateRoom()
        HTTPContentEncoder.gzip(text.utf8Span.span.bytes, into: room)
        return Array(room.bytes)
    }

    private static func answer(_ body: [UInt8], _ fields: String = "Content-Encoding: gzip\r\n") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(fields)\r\n".utf8) + body
    }

    private static func body(_ notes: [Note], _ call: UInt64) -> String {
        notes.map { if case .chunk(call, let text) = $0 { text } else { "" } }.joined()
    }

    /// Two in a row, so that the connection is known to stand behind the first.
    @Test func whatWasAskedForIsInflated() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { orders in for call in 1...2 { orders.call(UInt64(call), url, .get, "", Self.asks) } }
        let peer = server.accept()
        for call in 1...2 as ClosedRange<UInt64> {
            _ = peer.readText(through: "\r\n\r\n")
            let answer = Self.answer(Self.gzip(Self.text))
            peer.write(Array(answer[..<100]))
            peer.write(Array(answer[100...]))
            let notes = loop.journal.wait(for: .finished(call))
            #expect(Self.body(notes, call) == Self.text)
        }
        loop.finish()
    }

    @Test func whatWasNotAskedForIsToldAsItCame() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.answer(Array("not compressed".utf8)))
        #expect(Self.body(loop.journal.wait(for: .finished(1)), 1) == "not compressed")
        loop.finish()
    }

    @Test(
        arguments: [
            (answer(gzip("short").dropLast() + []), .badEncoding), (answer(Array("plain".utf8)), .badEncoding),
            (answer(gzip("short") + [1]), .badEncoding), (answer([1], "Content-Encoding: br\r\n"), .badEncoding),
            (answer(gzip(String(repeating: "x", count: 2_000_000))), .tooLarge),
            (Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + gzip("short").dropLast(), .badEncoding),
        ] as [([UInt8], WireCause)]
    )
    func badBodiesAreToldApart(answer: [UInt8], cause: WireCause) throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.body = 100_000 }
        let url = server.httpURL
        loop.order { $0.call(1, url, .get, "", Self.asks) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(answer)
        peer.endWriting()
        let notes = loop.journal.wait(for: .failed(.call(CallID(1)), cause))
        #expect(Self.body(notes, 1).utf8.count <= 100_000 + 32_768)
        loop.finish()
    }

    /// The rest of the body is corrupt, and nobody's business any more.
    @Test func aCallThatIsCancelledInItsBodyLeavesNothingBehind() throws {
        let server = RawListener()
        let loop = try ProbeLoop { note, orders in
            if case .chunk(1, _) = note { orders.append(.cancelCall(CallID(1))) }
        }
        let url = server.httpURL
        loop.order { orders in for call in 1...2 { orders.call(UInt64(call), url, .get, "", Self.asks) } }
        let first = server.accept()
        _ = first.readText(through: "\r\n\r\n")
        first.write(Self.answer(Self.gzip(Self.text).dropLast(8) + [UInt8](repeating: 0, count: 8)))
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(Self.answer(Self.gzip(Self.text)))
        #expect(Self.body(loop.journal.wait(for: .finished(2)), 2) == Self.text)
        loop.finish()
    }

    @Test(arguments: [WireMethod.head, .get])
    func whatHasNoBodyNeedsNoCoding(method: WireMethod) throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.httpURL
        loop.order { $0.call(1, url, method, "", Self.asks) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        let length = method == .head ? 500 : 0
        peer.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(length)\r\n\r\n")
        #expect(loop.journal.wait(for: .finished(1)) == [.head(1, 200), .finished(1)])
        loop.finish()
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func answersAreCompressedWhereBothWish(client: Bool, server: Bool) throws {
        var options = TransportOptions()
        if server { options.compressedAnswers = 1_000 }
        let loop = try ProbeLoop(options) { note, orders in
            guard case .visited(let visit, _, _, _) = note else { return }
            let body = orders.write { $0 += Self.text.utf8 }
            orders.append(.answer(VisitID(visit), status: 200, fields: .empty, body: body))
        }
        let url = loop.httpURL
        loop.order { $0.call(1, url, .get, "", client ? Self.asks : "") }
        #expect(Self.body(loop.journal.wait(for: .finished(1)), 1) == Self.text)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(client ? Self.asks : "")\r\n")
        #expect((peer.readToEnd().count < 5_000) == (client && server))
        loop.finish()
    }
}
