import Testing
import TextForms
import WireFormat

@Suite struct HTTPRequestHeadTests {
    private static let whole =
        "POST /chat/1.0/token?x=1 HTTP/1.1\r\nHost: a.example:8080\r\nContent-Length:  5 \r\nX-Empty:\r\n\r\n"

    @Test func partsAreFoundWhereTheyLie() throws {
        let text = Self.whole + "hello"
        let head = try #require(request(text))
        let bytes = text.utf8Span.span.bytes
        #expect(head.methodText(in: bytes) == "POST" && head.isMethod("POST", in: bytes))
        #expect(!head.isMethod("POS", in: bytes) && !head.isMethod("post", in: bytes))
        #expect(bytes.text(in: head.target) == "/chat/1.0/token?x=1")
        #expect(bytes.text(in: head.fields) == "Host: a.example:8080\r\nContent-Length:  5 \r\nX-Empty:\r\n")
        #expect(bytes.text(in: head.length..<bytes.byteCount) == "hello")
        #expect(head.body == .length(5) && head.keepsConnection && !head.isHTTP10 && !head.wantsUpgrade)
    }

    @Test func everyPrefixOfAHeadIsIncomplete() {
        for count in 0..<Self.whole.utf8.count {
            #expect(parse(cut(count)) == .incomplete, "the first \(count) bytes")
        }
    }

    @Test func emptyLinesBeforeARequestArePassedOver() throws {
        let head = try #require(request("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        #expect(head.method == 4..<7 && head.length == 31)
    }

    @Test(arguments: [
        ("GET http://a.example/p?q HTTP/1.1", "/p?q"), ("GET HTTPS://a/ HTTP/1.1", "/"), ("OPTIONS * HTTP/1.1", "*"),
        ("GET //x HTTP/1.1", "//x"),
    ])
    func targetsOfServersAreUnderstood(line: String, target: String) throws {
        let text = line + "\r\nHost: a\r\n\r\n"
        #expect(text.utf8Span.span.bytes.text(in: try #require(request(text)).target) == target)
    }

    @Test(arguments: [
        (" / HTTP/1.1\r\n", HTTPFault.badMethod), ("G{T / HTTP/1.1\r\n", .badMethod), ("\u{16}\u{3}\u{1}", .badMethod),
        ("GET  / HTTP/1.1\r\n", .badTarget), ("GET a HTTP/1.1\r\n", .badTarget), ("GET /\t HTTP/1.1\r\n", .badTarget),
        ("GET /\u{7F} HTTP/1.1\r\n", .badTarget), ("GET http: HTTP/1.1\r\n", .badTarget),
        ("GET http://a HTTP/1.1\r\n", .badTarget), ("GET ftp://a/ HTTP/1.1\r\n", .badTarget),
        ("GET /ä HTTP/1.1\r\n", .badTarget), ("GET /\r\n", .badTarget), ("GET / HTTP/2.0\r\n", .badVersion),
        ("GET / http/1.1\r\n", .badVersion), ("GET / HTTP/1.x\r\n", .badVersion), ("GET /  HTTP/1.1\r\n", .badVersion),
        ("GET / HTTP/1.1 \r\n", .halfLineEnd), ("GET / HTTP/1.1\n", .halfLineEnd), ("GET / HTTP/1.1\rX", .halfLineEnd),
        ("\nGET / HTTP/1.1\r\n", .badMethod),
    ])
    func requestLinesThatAreNoneAreRefused(text: String, fault: HTTPFault) {
        #expect(parse(text) == .malformed(fault))
    }

    @Test(arguments: [
        ("Host : a\r\n", HTTPFault.spaceBeforeColon), ("Host\t: a\r\n", .spaceBeforeColon),
        (" Host: a\r\n", .foldedField), ("Host: a\r\n b\r\n", .foldedField), ("Host: a\r\n\tb\r\n", .foldedField),
        (": a\r\n", .badFieldName), ("Ho{st: a\r\n", .badFieldName), ("Host\r\n", .badFieldName),
        ("Höst: a\r\n", .badFieldName), ("X: a\u{0}b\r\n", .badFieldValue), ("X: a\u{7F}\r\n", .badFieldValue),
        ("X: a\u{1B}\r\n", .badFieldValue), ("X: a\nY: b\r\n", .halfLineEnd), ("X: a\rY: b\r\n", .halfLineEnd),
        ("\n", .halfLineEnd), ("Host: a\r\n\rX", .halfLineEnd),
    ])
    func fieldsThatAreNoneAreRefused(fields: String, fault: HTTPFault) {
        #expect(parse("GET / HTTP/1.1\r\n" + fields) == .malformed(fault))
    }

    /// What one reader takes for the end of a request, another must not take for its middle.
    @Test(arguments: [
        ("Content-Length: 5\r\nContent-Length: 6\r\n", HTTPFault.lengthGivenTwice),
        ("Content-Length: 5\r\ncontent-length: 5\r\n", .lengthGivenTwice),
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", .lengthGivenTwice),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", .lengthGivenTwice),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", .lengthGivenTwice),
        ("Content-Length: 5, 5\r\n", .badContentLength), ("Content-Length: +5\r\n", .badContentLength),
        ("Content-Length: -1\r\n", .badContentLength), ("Content-Length: 0x5\r\n", .badContentLength),
        ("Content-Length:\r\n", .badContentLength), ("Content-Length: 5 5\r\n", .badContentLength),
        ("Content-Length: 99999999999999999999\r\n", .badContentLength),
        ("Transfer-Encoding: gzip, chunked\r\n", .badTransferEncoding),
        ("Transfer-Encoding: xchunked\r\n", .badTransferEncoding),
        ("Transfer-Encoding: identity\r\n", .badTransferEncoding), ("Transfer-Encoding:\r\n", .badTransferEncoding),
        ("Transfer-Encoding: chunked, identity\r\n", .badTransferEncoding),
        ("Transfer-Encoding: \u{B}chunked\r\n", .badFieldValue), ("Transfer-Encoding : chunked\r\n", .spaceBeforeColon),
        ("Host: b\r\n", .hostNotGivenOnce),
    ])
    func requestsThatCouldBeReadTwoWaysAreRefused(fields: String, fault: HTTPFault) {
        #expect(parse("POST / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n") == .malformed(fault))
    }

    @Test func aHostIsNeededByTheNewerVersionOnly() throws {
        #expect(parse("GET / HTTP/1.1\r\n\r\n") == .malformed(.hostNotGivenOnce))
        let head = try #require(request("GET / HTTP/1.0\r\n\r\n"))
        #expect(head.isHTTP10 && !head.keepsConnection)
        #expect(parse("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .malformed(.badTransferEncoding))
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.1", "CONNECTION: Upgrade , CLOSE\r\n", false),
        ("1.1", "Connection: closed\r\n", true), ("1.0", "Connection: Keep-Alive\r\n", true),
        ("1.0", "Connection: keep-alive\r\nConnection: close\r\n", false), ("1.9", "", true),
    ])
    func connectionsPersistByTheRule(version: String, fields: String, keeps: Bool) throws {
        #expect(try #require(request("GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n")).keepsConnection == keeps)
    }

    @Test(arguments: [
        ("Upgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n", true),
        ("Upgrade: h2c, websocket\r\nConnection: upgrade\r\n", true), ("Upgrade: websocket\r\n", false),
        ("Connection: upgrade\r\n", false), ("Upgrade: h2c\r\nConnection: upgrade\r\n", false),
    ])
    func wishesToUpgradeAreNoted(fields: String, wants: Bool) throws {
        #expect(try #require(request("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")).wantsUpgrade == wants)
    }

    @Test func aClientThatWaitsForItsBodyIsNoted() throws {
        let text = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nTransfer-Encoding: Chunked\r\n\r\n"
        let head = try #require(request(text))
        #expect(head.expectsContinue && head.body == .chunked)
    }

    @Test func headsOverTheLimitAreTooLargeCompleteOrNot() {
        let count = Self.whole.utf8.count
        #expect(parse(Self.whole, limit: count - 1) == .tooLarge)
        #expect(parse(cut(count - 1), limit: count - 1) == .tooLarge)
        #expect(parse(cut(count - 1), limit: count) == .incomplete)
        #expect(request(Self.whole, limit: count) != nil)
        #expect(parse(String(repeating: "\r\n", count: 100), limit: 200) == .tooLarge)
    }

    /// By bytes: CR LF is one character of a string.
    private func cut(_ count: Int) -> String {
        String(decoding: Self.whole.utf8.prefix(count), as: UTF8.self)
    }

    private func request(_ text: String, limit: Int = 8_192) -> HTTPRequestHead? {
        if case .head(let head) = parse(text, limit: limit) { head } else { nil }
    }

    private func parse(_ text: String, limit: Int = 8_192) -> HTTPParse<HTTPRequestHead> {
        HTTPRequestHead.parse(text.utf8Span.span.bytes, limit: limit)
    }
}
