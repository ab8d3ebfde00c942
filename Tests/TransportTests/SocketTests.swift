import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// WebSockets once they are open, from both sides.
@Suite struct SocketTests {
    private static func received(_ notes: [Note], _ socket: UInt64) -> [String] {
        notes.compactMap { if case .text(socket, let text) = $0 { text } else { nil } }
    }

    /// A client of ours that stands open before a plain socket.
    private func opened(
        _ loop: borrowing ProbeLoop,
        _ server: RawListener
    ) -> RawPeer {
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        peer.acceptUpgrade()
        loop.journal.wait(for: .opened(1))
        return peer
    }

    @Test func aConversationGoesFromOpenToClosed() throws {
        let loop = try ProbeLoop { note, orders in
            ProbeLoop.echo(note, &orders)
            if note == .opened(1) { orders.sendText(1, "h\u{E9}llo", 7) }
            if note == .text(1, "h\u{E9}llo") { orders.append(.close(SocketID(1), code: 1001)) }
        }
        let url = loop.url
        loop.order { $0.open(1, url) }
        let notes = loop.journal.wait("both ends") { notes in
            notes.contains(.closed(1, 1001, .us)) && notes.contains(.closed(1_000, 1001, .peer))
        }
        #expect(notes.filter { $0 == .sent(7) }.count == 1)
        #expect(notes.filter { if case .opened = $0 { true } else { false } }.count == 2)
        loop.finish()
    }

    @Test func largeMessagesPassInPieces() throws {
        let text = String(repeating: "0123456789abcdef", count: 60_000)
        let loop = try ProbeLoop { note, orders in
            ProbeLoop.echo(note, &orders)
            if note == .opened(1) { for number in 1...3 { orders.sendText(1, text, UInt64(number)) } }
        }
        let url = loop.url
        loop.order { $0.open(1, url) }
        let notes = loop.journal.wait("three echoes") { Self.received($0, 1).count == 3 }
        #expect(Self.received(notes, 1).allSatisfy { $0 == text })
        #expect(notes.filter { if case .sent = $0 { true } else { false } } == [.sent(1), .sent(2), .sent(3)])
        loop.finish()
    }

    @Test func framesOfOneTurnShareASegment() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let peer = opened(loop, server)
        let other = RawListener()
        let otherURL = other.url
        loop.order { $0.open(2, otherURL) }
        let otherPeer = other.accept()
        otherPeer.acceptUpgrade()
        loop.journal.wait(for: .opened(2))
        loop.order { orders in
            orders.sendText(1, "a", 11)
            orders.sendText(2, "b", 12)
            orders.sendText(1, "c", 13)
        }
        loop.journal.wait(for: .sent(13))
        #expect(peer.read().count == 2 * 7)
        #expect(otherPeer.read().count == 7)
        loop.finish()
    }

    @Test func pingsAreAnsweredWithoutTheProgram() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let peer = opened(loop, server)
        peer.write(RawPeer.frame(.pong, "ignored") + RawPeer.frame(.ping, "are you there"))
        let answer = peer.read()
        #expect(answer.prefix(2) == [0x8A, 0x80 | 13])
        #expect(loop.journal.all == [.opened(1)])
        loop.finish()
    }

    @Test func whatIsUnderWayIsStillReadAfterOurClose() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let peer = opened(loop, server)
        loop.order { orders in
            orders.append(.close(SocketID(1), code: 1001))
            orders.sendText(1, "too late", 9)
        }
        let close = peer.read()
        #expect(close.prefix(2) == [0x88, 0x82] && close.count == 8)
        peer.write(RawPeer.frame(.text, "last words") + RawPeer.frame(.ping, "") + RawPeer.close(1001))
        let notes = loop.journal.wait(for: .closed(1, 1001, .us))
        #expect(notes == [.opened(1), .text(1, "last words"), .closed(1, 1001, .us)])
        peer.endWriting()
        #expect(peer.readToEnd().isEmpty)
        loop.finish()
    }

    @Test func thePeersCloseIsEchoed() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let peer = opened(loop, server)
        peer.write(RawPeer.close(4_001))
        loop.journal.wait(for: .closed(1, 4_001, .peer))
        #expect(peer.read().prefix(2) == [0x88, 0x82])
        loop.finish()
    }

    @Test func aServerEndsTheConnectionFirst() throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.echo)
        let peer = RawPeer(connectedTo: loop.listener.port)
        peer.write(Self.upgrade + RawPeer.frame(.text, "hi", key: 5) + RawPeer.close(1000, key: 6))
        let all = peer.readToEnd()
        #expect(all.suffix(8) == RawPeer.frame(.text, "hi") + RawPeer.close(1000))
        #expect(loop.journal.wait(for: .closed(1_000, 1000, .peer)).contains(.text(1_000, "hi")))
        loop.finish()
    }

    @Test(
        arguments: [
            ([0xC1, 0x00], WireCause.badFrame(code: 1002), 1002), ([0x81, 0x01, 0xFF], .badFrame(code: 1007), 1007),
            ([0x82, 126, 0x10, 0x00], .tooLarge, 1009),
        ] as [([UInt8], WireCause, UInt16)]
    )
    func badFramesEndTheConnectionWithACode(bytes: [UInt8], cause: WireCause, code: UInt16) throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.message = 1_000 }
        let peer = opened(loop, server)
        peer.write(bytes)
        loop.journal.wait(for: .closed(1, 1006, cause))
        let close = peer.read()
        let payload = [close[6] ^ close[2], close[7] ^ close[3]]
        #expect(payload == [UInt8(code >> 8), UInt8(code & 255)])
        loop.finish()
    }

    @Test func aPeersResetAndItsSilentEndAreToldApart() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.url
        opened(loop, server).reset()
        loop.journal.wait(for: .closed(1, 1006, .reset))
        loop.order { $0.open(2, url) }
        let peer = server.accept()
        peer.acceptUpgrade(followedBy: RawPeer.frame(.text, "and then"))
        peer.endWriting()
        let notes = loop.journal.wait(for: .closed(2, 1006, .lost))
        #expect(notes.suffix(3) == [.opened(2), .text(2, "and then"), .closed(2, 1006, .lost)])
        loop.finish()
    }

    @Test func abortIsAReset() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let peer = opened(loop, server)
        loop.order { orders in
            orders.sendText(1, "bye")
            orders.append(.abort(SocketID(1)))
            orders.append(.abort(SocketID(1)))
        }
        let notes = loop.journal.wait(for: .closed(1, 1006, .us))
        #expect(notes.count == 2)
        #expect(peer.readError() == ECONNRESET)
        loop.finish()
    }

    @Test func aMutedSocketNeitherReadsNorWrites() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let peer = opened(loop, server)
        loop.order { orders in
            orders.append(.mute(SocketID(1)))
            orders.sendText(1, "into the void", 5)
        }
        loop.journal.wait(for: .sent(5))
        peer.write(RawPeer.frame(.text, "unheard") + RawPeer.frame(.ping, "unanswered"))
        loop.order { $0.append(.close(SocketID(1), code: 1000)) }
        let notes = loop.journal.wait(for: .closed(1, 1006, .us))
        #expect(notes == [.opened(1), .sent(5), .closed(1, 1006, .us)])
        #expect(peer.readError() == ECONNRESET)
        loop.finish()
    }

    @Test func aCloseThatIsNotAnsweredIsCut() throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.closeTimeout = .milliseconds(50) }
        let peer = opened(loop, server)
        loop.order { $0.append(.close(SocketID(1), code: 1000)) }
        loop.journal.wait(for: .closed(1, 1006, .us))
        #expect(peer.readError() == ECONNRESET)
        loop.finish()
    }

    @Test func aPeerThatDoesNotReadIsCutAtTheLimit() throws {
        let server = RawListener()
        let loop = try ProbeLoop { $0.unsent = 1 << 20 }
        let peer = opened(loop, server)
        let text = String(repeating: "x", count: 1 << 19)
        loop.order { orders in for _ in 0..<64 { orders.sendText(1, text) } }
        loop.journal.wait(for: .closed(1, 1006, .tooLarge))
        loop.finish()
        #expect(peer.descriptor >= 0)
    }

    /// Two sockets have news in one turn; the first to tell ends the other, whose place a third one takes.
    @Test func newsForAnEarlierOwnerOfAPlaceIsDropped() throws {
        let server = RawListener()
        let url = server.url
        let loop = try ProbeLoop { note, orders in
            guard case .text(let socket, _) = note, socket < 3 else { return }
            orders.append(.abort(SocketID(3 - socket)))
            orders.open(3, url)
        }
        let first = opened(loop, server)
        loop.order { $0.open(2, url) }
        let second = server.accept()
        second.acceptUpgrade()
        loop.journal.wait(for: .opened(2))
        let isBusy = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        loop.run { _ in
            isBusy.signal()
            goOn.wait()
        }
        isBusy.wait()
        first.write(RawPeer.frame(.text, "one"))
        second.write(RawPeer.frame(.text, "two"))
        goOn.signal()
        let third = server.accept()
        third.acceptUpgrade(followedBy: RawPeer.frame(.text, "three"))
        let notes = loop.journal.wait(for: .text(3, "three"))
        #expect(notes.filter { if case .text = $0 { true } else { false } }.count == 2)
        loop.finish()
    }

    static let upgrade = Array(
        ("GET /chat?a=b HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").utf8
    )
}
