import Testing
import TextForms
import WireFormat

@Suite struct HTTPResponseHeadTests {
    @Test func partsAreFoundWhereTheyLie() throws {
        let text = "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\nX: ä\r\n\r\nabc"
        let head = try #require(response(text))
        let bytes = text.utf8Span.span.bytes
        #expect(head.status == 404 && head.body() == .length(3) && head.keepsConnection())
        #expect(bytes.text(in: head.fields) == "Content-Length: 3\r\nX: ä\r\n")
        #expect(bytes.text(in: head.length..<bytes.byteCount) == "abc")
    }

    @Test func everyPrefixOfAHeadIsIncomplete() {
        let whole = "HTTP/1.1 200 OK\r\nServer: a b\r\nTransfer-Encoding: chunked\r\n\r\n"
        for count in 0..<whole.utf8.count {
            #expect(parse(cut(whole, to: count)) == .incomplete, "the first \(count) bytes")
        }
        #expect(response(whole)?.body() == .chunked)
    }

    @Test(arguments: ["HTTP/1.1 200 \r\n\r\n", "HTTP/1.1 200\r\n\r\n", "HTTP/1.1 200 Tr\u{E8}s bien\r\n\r\n"])
    func reasonsMayBeAnythingOrMissing(text: String) {
        #expect(response(text)?.status == 200)
    }

    @Test(arguments: [
        ("HTTP/1.1 20\r\n", HTTPFault.badStatus), ("HTTP/1.1 2000 OK\r\n", .badStatus),
        ("HTTP/1.1  200\r\n", .badStatus),
        ("HTTP/1.1 099 X\r\n", .badStatus), ("HTTP/1.1\t200 OK\r\n", .badStatus), ("HTTP/2 200\r\n", .badVersion),
        ("SSH-2.0-OpenSSH", .badVersion), ("\r\nHTTP/1.1 200 OK\r\n", .badVersion), ("HTTP/1.1 200 OK\n", .halfLineEnd),
        ("HTTP/1.1 200 O\u{0}K\r\n", .halfLineEnd), ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n", .foldedField),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n", .lengthGivenTwice),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", .lengthGivenTwice),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n", .badTransferEncoding),
    ])
    func whatIsNoResponseIsRefused(text: String, fault: HTTPFault) {
        #expect(parse(text) == .malformed(fault))
    }

    @Test(arguments: [100, 101, 103, 204, 304] as [UInt16])
    func someStatusesHaveNoBodyWhateverTheFieldsSay(status: UInt16) {
        let head = response("HTTP/1.1 \(status) X\r\nContent-Length: 9\r\n\r\n")
        #expect(head?.body() == HTTPBodyFraming.none && head?.keepsConnection() == true)
        #expect(head?.isInterim == (status == 100 || status == 103))
    }

    @Test func answersToHEADHaveNoBody() {
        let head = response("HTTP/1.1 200 OK\r\n\r\n")
        #expect(head?.body() == .untilClose && head?.keepsConnection() == false)
        #expect(
            head?.body(answeringHEAD: true) == HTTPBodyFraming.none
                && head?.keepsConnection(answeringHEAD: true) == true
        )
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.0", "", false),
        ("1.0", "Connection: keep-alive\r\n", true),
    ])
    func connectionsPersistByTheRule(version: String, fields: String, keeps: Bool) {
        #expect(response("HTTP/\(version) 200 OK\r\nContent-Length: 0\r\n\(fields)\r\n")?.keepsConnection() == keeps)
    }

    @Test func headsOverTheLimitAreTooLarge() {
        #expect(parse("HTTP/1.1 200 " + String(repeating: "x", count: 500), limit: 400) == .tooLarge)
        #expect(parse("HTTP/1.1 200 OK\r\n\r\n", limit: 18) == .tooLarge)
    }

    /// By bytes: CR LF is one character of a string.
    private func cut(_ text: String, to count: Int) -> String {
        String(decoding: text.utf8.prefix(count), as: UTF8.self)
    }

    private func response(_ text: String) -> HTTPResponseHead? {
        if case .head(let head) = parse(text) { head } else { nil }
    }

    private func parse(_ text: String, limit: Int = 8_192) -> HTTPParse<HTTPResponseHead> {
        HTTPResponseHead.parse(text.utf8Span.span.bytes, limit: limit)
    }
}
