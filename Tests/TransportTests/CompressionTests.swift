import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// WebSockets that agreed on `permessage-deflate`.
@Suite struct CompressionTests {
    private static func options(_ change: (inout CompressionOptions) -> Void = { _ in }) -> TransportOptions {
        var compression = CompressionOptions()
        compression.threshold = 10
        change(&compression)
        var options = TransportOptions(compression: compression)
        options.limits.message = 200_000
        return options
    }

    private static func received(_ notes: [Note], _ socket: UInt64) -> [String] {
        notes.compactMap { if case .text(socket, let text) = $0 { text } else { nil } }
    }

    @Test(
        arguments: [
            { _ in }, { ($0.serverKeepsContext, $0.clientKeepsContext) = (false, false) },
            { ($0.serverWindowBits, $0.clientWindowBits) = (8, 9) },
        ] as [@Sendable (inout CompressionOptions) -> Void]
    )
    func bothEndsOfOursUnderstandEachOther(change: @escaping @Sendable (inout CompressionOptions) -> Void) throws {
        let texts = ["tiny", String(repeating: "again and again ", count: 10_000), String(repeating: "ab", count: 99)]
        let loop = try ProbeLoop(Self.options(change)) { note, orders in
            ProbeLoop.echo(note, &orders)
            if note == .opened(1) {
                for (number, text) in (texts + texts).enumerated() { orders.sendText(1, text, UInt64(number)) }
            }
        }
        let url = loop.url
        loop.order { $0.open(1, url) }
        let notes = loop.journal.wait("all echoes") { Self.received($0, 1).count == 6 }
        #expect(Self.received(notes, 1) == texts + texts)
        #expect(notes.filter { if case .sent = $0 { true } else { false } }.count == 6)
        loop.finish()
    }

    /// The offer is what browsers offer, and only messages from the threshold on are compressed.
    @Test func whatWasAgreedOnGoesOverTheWire() throws {
        let server = RawListener()
        let loop = try ProbeLoop(Self.options())
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        let request = peer.acceptUpgrade(choosing: "permessage-deflate; server_no_context_takeover")
        #expect(request.contains("\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"))
        loop.journal.wait(for: .opened(1))
        loop.order { orders in
            orders.sendText(1, "tiny")
            orders.sendText(1, String(repeating: "x", count: 100), 5)
        }
        loop.journal.wait(for: .sent(5))
        let bytes = peer.read()
        #expect(bytes[0] == 0x81 && bytes[10] == 0xC1 && bytes.count < 40)
        // The standard's example, in fragments with a ping between them.
        peer.write([0x41, 3, 0xF2, 0x48, 0xCD] + RawPeer.frame(.ping, "?") + [0x80, 4, 0xC9, 0xC9, 0x07, 0x00])
        loop.journal.wait(for: .text(1, "Hello"))
        #expect(peer.read()[0] == 0x8A)
        loop.finish()
    }

    @Test func withoutAnAgreementNothingIsCompressed() throws {
        let server = RawListener()
        let loop = try ProbeLoop(Self.options())
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        peer.acceptUpgrade()
        loop.journal.wait(for: .opened(1))
        loop.order { $0.sendText(1, String(repeating: "x", count: 100)) }
        #expect(peer.read().count == 106)
        peer.write([0xC1, 7, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        loop.journal.wait(for: .closed(1, 1006, .badFrame(code: 1002)))
        loop.finish()
    }

    @Test func aServerThatWasNotToldToDoesNotAgree() throws {
        let loop = try ProbeLoop(TransportOptions(), ProbeLoop.echo)
        let peer = RawPeer(connectedTo: loop.listener.port)
        let offer = "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        peer.write(Array(SocketTests.upgrade.dropLast(2)) + Array(offer.utf8))
        #expect(!peer.readText(through: "\r\n\r\n").contains("Extensions"))
        loop.finish()
    }

    @Test(
        arguments: [
            ("x-other", "", true), ("permessage-deflate; client_max_window_bits=16", "", true),
            ("permessage-deflate; server_max_window_bits", "", true), ("permessage-deflate", "", false),
            ("", "Sec-WebSocket-Protocol: chat\r\n", true), ("", "Sec-WebSocket-Protocol: chat\r\n", false),
        ] as [(String, String, Bool)]
    )
    func whatWasNotOfferedIsAFailureOfItsOwn(chosen: String, fields: String, offers: Bool) throws {
        let server = RawListener()
        let loop = try ProbeLoop(offers ? Self.options() : TransportOptions())
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        peer.acceptUpgrade(choosing: chosen, fields)
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .badNegotiation))
        loop.finish()
    }

    /// A bomb, one that is bent, and text that is none; each ends its own connection alone.
    @Test(
        arguments: [
            (1_000_000, 0x00, WireCause.tooLarge, 1009), (10, 0x06, .badFrame(code: 1007), 1007),
            (0, 0x00, .badFrame(code: 1007), 1007),
        ] as [(Int, UInt8, WireCause, UInt16)]
    )
    func whatDoesNotInflateEndsItsConnection(count: Int, bend: UInt8, cause: WireCause, code: UInt16) throws {
        let loop = try ProbeLoop(Self.options(), ProbeLoop.echo)
        let url = loop.url
        loop.order { $0.open(1, url) }
        let peer = RawPeer(connectedTo: loop.listener.port)
        let offer = "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        peer.write(Array(SocketTests.upgrade.dropLast(2)) + Array(offer.utf8))
        #expect(peer.readText(through: "\r\n\r\n").contains("\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"))
        let room = DeflateRoom()
        let deflate = MessageDeflate(DeflateAgreement(), role: .client, threshold: 0)
        let message = count == 0 ? [0xFF, 0xFE] : [UInt8](repeating: 0x61, count: count)
        message.withUnsafeBytes { deflate.deflate($0, into: room) }
        var payload = Array(room.bytes)
        payload[0] |= bend
        var frame: [UInt8] = []
        WebSocketEncoder.append(.text, payload.span.bytes, key: 0, to: &frame)
        frame[0] |= 0x40
        peer.write(frame)
        let close = peer.readToEnd()
        #expect(close.suffix(4) == [0x88, 2, UInt8(code >> 8), UInt8(code & 255)])
        loop.journal.wait("its end") { notes in
            notes.contains { if case .closed(_, 1006, cause) = $0 { true } else { false } }
        }
        loop.order { $0.sendText(1, "still here, and compressed") }
        loop.journal.wait(for: .text(1, "still here, and compressed"))
        loop.finish()
    }
}
