import Testing
import TextForms
import WireFormat

@Suite struct HTTPUpgradeTests {
    /// The example of RFC 6455, section 1.3.
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let good = """
        Host: a\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: \(key)\r\n
        """

    @Test func theKeyOfTheStandardGetsTheAnswerOfTheStandard() throws {
        let found = WebSocketKey(Self.key.utf8Span.span.bytes)
        let key = try #require(found)
        var bytes: [UInt8] = []
        key.appendAccept(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.accept)
        let same = WebSocketKey(0x74_68_65_20_73_61_6D_70_6C_65_20_6E_6F_6E_63_65)
        bytes = []
        same.append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.key)
    }

    @Test(arguments: [
        "", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25j", "dGhlIHNhbXBsZSBub25jZWFh", "dGhlIHNhbXBsZSBub2 jZQ==",
    ])
    func keysAreSixteenBytes(text: String) {
        #expect(WebSocketKey(text.utf8Span.span.bytes) == nil)
    }

    @Test func bothSidesUnderstandEachOther() throws {
        let url = "ws://127.0.0.1:8080/chat?brandId=1"
        let key = WebSocketKey(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF)
        var request: [UInt8] = []
        WebSocketUpgrade.appendRequest(
            to: try URLText(url),
            in: url.utf8Span.span.bytes,
            key: key,
            fields: "Origin: http://a\r\n".utf8Span.span.bytes,
            into: &request
        )
        guard case .head(let head) = HTTPRequestHead.parse(request.span.bytes, limit: 1_000) else {
            Issue.record("not a head")
            return
        }
        #expect(head.wantsUpgrade && request.span.bytes.text(in: head.target) == "/chat?brandId=1")
        #expect(HTTPFields.text(of: "origin", in: request.span.bytes.extracting(head.fields)) == "http://a")
        let seen = try WebSocketUpgrade.key(of: head, in: request.span.bytes)
        var answer: [UInt8] = []
        WebSocketUpgrade.appendAnswer(to: seen, into: &answer)
        #expect(judge(String(decoding: answer, as: UTF8.self), key: key) == nil)
        #expect(judge(String(decoding: answer, as: UTF8.self), key: WebSocketKey(1)) == .wrongAccept)
    }

    @Test(arguments: [
        ("POST", "", "", WebSocketUpgradeFault.notGet), ("GET", "Sec-WebSocket-Version: 13", "X: y", .wrongVersion),
        ("GET", "Version: 13", "Version: 8", .wrongVersion), ("GET", "Upgrade: WebSocket", "Upgrade: h2c", .noUpgrade),
        ("GET", "keep-alive, Upgrade", "keep-alive", .noConnectionUpgrade), ("GET", "Sec-WebSocket-Key", "X", .badKey),
        ("GET", "ZQ==", "", .badKey), ("GET", "Host: a", "Host: a\r\nSec-WebSocket-Key: \(key)", .badKey),
        ("GET", "Host: a", "Host: a\r\nContent-Length: 3", .notGet),
        ("GET", "Host: a", "Host: a\r\nSec-WebSocket-Version: 13", .wrongVersion),
    ])
    func requestsThatAreNoUpgradeAreRefused(method: String, old: String, new: String, fault: WebSocketUpgradeFault) {
        let fields = old.isEmpty ? Self.good : Self.good.replacing(old, with: new)
        #expect(ask("\(method) / HTTP/1.1\r\n\(fields)\r\n") == fault)
    }

    @Test func aGoodRequestIsAccepted() {
        #expect(ask("GET / HTTP/1.1\r\n\(Self.good)\r\n") == nil)
        #expect(ask("GET / HTTP/1.1\r\nContent-Length: 0\r\n\(Self.good)\r\n") == nil)
        #expect(ask("GET / HTTP/1.0\r\n\(Self.good)\r\n") == .oldHTTP)
    }

    @Test(arguments: [
        ("", "", WebSocketUpgradeFault?.none), ("Upgrade: websocket", "UPGRADE: WEBSOCKET", nil),
        ("Connection: Upgrade", "Connection: keep-alive, upgrade", nil), ("xOo=", "xOo", .wrongAccept),
        ("s3p", "S3p", .wrongAccept), ("Upgrade: websocket", "X: y", .noUpgrade),
        ("Connection: Upgrade", "X: y", .noConnectionUpgrade), ("Sec-WebSocket-Accept", "X", .wrongAccept),
        ("101", "200", .notSwitched(status: 200)), ("101", "403", .notSwitched(status: 403)),
        ("Connection: Upgrade", "Connection: Upgrade\r\nSec-WebSocket-Accept: \(accept)", .wrongAccept),
        (
            "Upgrade: websocket", "Upgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate",
            .unrequestedExtension
        ),
        ("Upgrade: websocket", "Upgrade: websocket\r\nSec-WebSocket-Extensions:", nil),
        (
            "Upgrade: websocket",
            "Upgrade: websocket\r\nSec-WebSocket-Extensions:\r\nSec-WebSocket-Extensions: permessage-deflate",
            .unrequestedExtension
        ),
        ("Upgrade: websocket", "Upgrade: h2c\r\nUpgrade: h3, websocket", nil),
        ("Connection: Upgrade", "Connection: keep-alive\r\nConnection: upgrade", nil),
        ("Upgrade: websocket", "Sec-WebSocket-Protocol: chat", .noUpgrade),
        ("Upgrade: websocket", "Upgrade: websocket\r\nSec-WebSocket-Protocol: chat", .unrequestedProtocol),
    ])
    func answersAreJudged(old: String, new: String, fault: WebSocketUpgradeFault?) throws {
        let good = """
            HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Accept: \(Self.accept)\r\n\r\n
            """
        let found = WebSocketKey(Self.key.utf8Span.span.bytes)
        let key = try #require(found)
        #expect(judge(old.isEmpty ? good : good.replacing(old, with: new), key: key) == fault)
    }

    @Test func aRefusalSaysWhichVersionIsServed() {
        var bytes: [UInt8] = []
        WebSocketUpgrade.appendRefusal(WebSocketUpgradeFault.wrongVersion.status, into: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n") && text.contains("Sec-WebSocket-Version: 13\r\n"))
        #expect(text.contains("Connection: close\r\n") && text.contains("Content-Length: 0\r\n"))
    }

    private func ask(_ text: String) -> WebSocketUpgradeFault? {
        guard case .head(let head) = HTTPRequestHead.parse(text.utf8Span.span.bytes, limit: 1_000) else {
            Issue.record("not a head: \(text)")
            return nil
        }
        do throws(WebSocketUpgradeFault) {
            _ = try WebSocketUpgrade.key(of: head, in: text.utf8Span.span.bytes)
            return nil
        } catch {
            return error
        }
    }

    private func judge(_ text: String, key: WebSocketKey) -> WebSocketUpgradeFault? {
        let bytes = text.utf8Span.span.bytes
        guard case .head(let head) = HTTPResponseHead.parse(bytes, limit: 1_000) else {
            Issue.record("not a head: \(text)")
            return nil
        }
        do throws(WebSocketUpgradeFault) {
            try WebSocketUpgrade.check(head, fields: bytes.extracting(head.fields), key: key)
            return nil
        } catch {
            return error
        }
    }
}
