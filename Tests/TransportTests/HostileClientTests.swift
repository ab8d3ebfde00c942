import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// Clients that mean no good: each costs its own connection, in bounded time and memory, and no other.
@Suite struct HostileClientTests {
    private func isServed(_ port: UInt16) -> Bool {
        let peer = RawPeer(connectedTo: port)
        peer.write("GET /well HTTP/1.1\r\nHost: x\r\n\r\n")
        return peer.readText(through: "/well").hasSuffix("GET /well")
    }

    /// More descriptors than one process may have are taken by children of the test, so as many as this one may have.
    @Test func tenThousandWhoSayNothingAreLeft() async {
        await #expect(processExitsWith: .success) {
            let wanted = 10_000
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = min(limit.rlim_max, rlim_t(2 * wanted + 100))
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let count = min(wanted, (Int(limit.rlim_cur) - 100) / 2)
            let loop = try ProbeLoop({ $0.visitorIdle = .seconds(2) }, ProbeLoop.hello)
            let before = resident()
            let peers = (0..<count).map { _ in RawPeer(connectedTo: loop.listener.port) }
            // Some have begun a head, which has a deadline of its own.
            let started = RawPeer(connectedTo: loop.listener.port)
            started.write("GET /well HTTP/1.1\r\nHost: x\r\n\r\n")
            let isWell = started.readText(through: "/well").hasSuffix("GET /well")
            let held = resident() - before
            let areLeft = peers.allSatisfy { $0.readToEnd().isEmpty }
            loop.finish()
            // 4 KiB each, in a build without optimizations.
            exit(isWell && areLeft && held < count * 4_096 + (16 << 20) ? 0 : 1)
        }
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\nX: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n"])
    func slowClientsMeetTheDeadline(start: String) throws {
        let loop = try ProbeLoop({ $0.requestTimeout = .milliseconds(200) }, ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(start)
        peer.trickle([UInt8](repeating: 0x78, count: 1_000))
        #expect(String(decoding: peer.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
        #expect(isServed(loop.listener.port) && loop.journal.all.count == 1)
        loop.finish()
    }

    @Test(arguments: ["X-A: b\r\n", "x"])
    func aHeadWithoutEndEnds(piece: String) throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write("GET / HTTP/1.1\r\nHost: x\r\n")
        #expect(peer.flood(Array(String(repeating: piece, count: 1_000).utf8), most: 1 << 30) < 64 << 20)
        #expect(isServed(loop.listener.port))
        loop.finish()
    }

    @Test(arguments: ["Content-Length: 1073741824\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n40000000\r\n"])
    func aBodyOfAGigabyteEndsEarly(rest: String) throws {
        let loop = try ProbeLoop({ $0.body = 1 << 20 }, ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write("POST / HTTP/1.1\r\nHost: x\r\n" + rest)
        #expect(peer.flood([UInt8](repeating: 0x78, count: 1 << 16), most: 1 << 30) < 64 << 20)
        #expect(isServed(loop.listener.port))
        loop.finish()
    }

    /// It asks and asks and reads no answer.
    @Test func answersThatNobodyReadsEnd() throws {
        let loop = try ProbeLoop(TransportOptions(limits: .with { $0.unsent = 1 << 20 })) { note, orders in
            guard case .visited(let visit, let target, _, _) = note else { return }
            let size = target == "GET /well" ? 0 : 10_000
            let body = orders.write { $0 += Array(repeating: 0x78, count: size) + Array(target.utf8) }
            orders.append(.answer(VisitID(visit), status: 200, fields: .empty, body: body))
        }
        let peer = RawPeer(connectedTo: loop.listener.port)
        let asks = String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 1_000)
        #expect(peer.flood(Array(asks.utf8), most: 1 << 30) < 64 << 20)
        #expect(isServed(loop.listener.port))
        loop.finish()
    }

    @Test func handshakesOfTLSAreRefused() throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.hello)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(
            [0x16, 0x03, 0x01, 0x00, 0xC8, 0x01, 0x00, 0x00, 0xC4, 0x03, 0x03] + [UInt8](repeating: 7, count: 194)
        )
        #expect(String(decoding: peer.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
        #expect(isServed(loop.listener.port))
        loop.finish()
    }
}

/// The resident bytes of this process.
private func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4_096 : 0
}
