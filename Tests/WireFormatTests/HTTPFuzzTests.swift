import Testing
import WireFormat

/// Whatever a peer sends is judged; nothing traps.
@Suite struct HTTPFuzzTests {
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 33
        }
    }

    private static let seeds = [
        "GET /a?b=c HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nExpect: 100-continue\r\n\r\n",
        "POST http://a/b HTTP/1.0\r\nContent-Length: 12\r\n\r\nhello world!",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nUpgrade: websocket\r\n\r\n",
    ]

    @Test(arguments: 0..<4)
    func spoiltMessagesAreJudged(seed: Int) {
        var dice = Dice(state: UInt64(seed))
        for _ in 0..<5_000 {
            var bytes = Array(Self.seeds[seed].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &dice) { spoil(&bytes, &dice) }
            look(at: bytes.span.bytes)
        }
    }

    @Test func noiseIsJudged() {
        var dice = Dice(state: 99)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...64, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            look(at: bytes.span.bytes)
        }
    }

    /// A head that was found in a part is the same head in the whole.
    @Test func moreBytesNeverChangeAVerdict() {
        var dice = Dice(state: 7)
        for _ in 0..<1_000 {
            var bytes = Array(Self.seeds[0].utf8)
            spoil(&bytes, &dice)
            let whole = HTTPRequestHead.parse(bytes.span.bytes, limit: 500)
            for count in 0...bytes.count {
                let part = HTTPRequestHead.parse(bytes.span.bytes.extracting(0..<count), limit: 500)
                #expect(part == .incomplete || part == whole)
            }
        }
    }

    private func spoil(_ bytes: inout [UInt8], _ dice: inout Dice) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        let common = Array("\r\n :;,0f\t\0\u{7F}".utf8)
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(common[Int.random(in: 0..<common.count, using: &dice)], at: place)
        case 3: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        }
    }

    private func look(at bytes: RawSpan) {
        if case .head(let head) = HTTPRequestHead.parse(bytes, limit: 300) {
            #expect(head.length <= bytes.byteCount)
            _ = try? WebSocketUpgrade.key(of: head, in: bytes)
            read(head.body, bytes.extracting(head.length..<bytes.byteCount))
        }
        if case .head(let head) = HTTPResponseHead.parse(bytes, limit: 300) {
            #expect(head.length <= bytes.byteCount)
            _ = try? WebSocketUpgrade.check(head, fields: bytes.extracting(head.fields), key: WebSocketKey(5))
            read(head.body(), bytes.extracting(head.length..<bytes.byteCount))
        }
        read(.chunked, bytes)
        var place = 0
        while let field = HTTPFields.next(after: &place, in: bytes) {
            #expect(field.value.upperBound <= bytes.byteCount)
        }
    }

    private func read(_ framing: HTTPBodyFraming, _ bytes: RawSpan) {
        var decoder = HTTPBodyDecoder(framing, limit: 100)
        var count = 0
        let consumed = decoder.decode(bytes) { count += $0.byteCount }
        #expect(count <= 100 && count <= consumed && consumed <= bytes.byteCount)
        #expect(consumed == bytes.byteCount || decoder.progress != .needsMore)
    }
}
