import Testing
import TextForms
import WireFormat

@Suite struct HTTPWriterTests {
    @Test func requestsSayWhereTheyGoAndHowLongTheyAre() throws {
        #expect(
            try request("POST", "http://A.example:8080/p?q#f", fields: "X: y\r\n", length: 12)
                == "POST /p?q HTTP/1.1\r\nHost: A.example:8080\r\nContent-Length: 12\r\nConnection: keep-alive\r\nX: y\r\n\r\n"
        )
    }

    @Test(arguments: [("GET", false), ("DELETE", false), ("POST", true), ("PUT", true), ("PATCH", true)])
    func emptyBodiesAreSaidWhereABodyIsMeant(method: String, says: Bool) throws {
        #expect(try request(method, "http://a/").contains("Content-Length: 0\r\n") == says)
    }

    @Test(arguments: [
        ("http://a", "GET / HTTP/1.1\r\nHost: a\r\n"), ("http://a?b=c", "GET /?b=c HTTP/1.1\r\nHost: a\r\n"),
        ("http://[::1]:81/x", "GET /x HTTP/1.1\r\nHost: [::1]:81\r\n"),
        ("https://a:443/", "GET / HTTP/1.1\r\nHost: a\r\n"),
        ("http://a:443/", "GET / HTTP/1.1\r\nHost: a:443\r\n"),
    ])
    func hostAndTargetComeFromTheURL(url: String, start: String) throws {
        #expect(try request("GET", url).hasPrefix(start))
    }

    @Test func responsesSayTheirLengthAndWhetherTheConnectionStands() {
        #expect(
            response(200, fields: "A: b\r\n", length: 3, keeps: true)
                == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: keep-alive\r\nA: b\r\n\r\n"
        )
        #expect(
            response(503, length: 0, keeps: false)
                == "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        #expect(response(204, length: 0, keeps: true) == "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n")
        #expect(response(799, length: 0, keeps: true).hasPrefix("HTTP/1.1 799 Unknown\r\n"))
    }

    @Test func whatIsWrittenCanBeRead() throws {
        let text = try request("PATCH", "ws://a.b/c", fields: "Content-Type: x\r\n", length: 70_000)
        guard case .head(let head) = HTTPRequestHead.parse(text.utf8Span.span.bytes, limit: 1_000) else {
            Issue.record("not a head: \(text)")
            return
        }
        #expect(head.body == .length(70_000) && head.keepsConnection && head.length == text.utf8.count)
        for status in 100...599 as ClosedRange<UInt16> {
            let text = response(status, length: 5, keeps: status % 2 == 0)
            guard case .head(let head) = HTTPResponseHead.parse(text.utf8Span.span.bytes, limit: 1_000) else {
                Issue.record("not a head: \(text)")
                return
            }
            #expect(head.status == status && head.body() == (HTTPStatus.hasNoBody(status) ? .none : .length(5)))
            #expect(status < 200 || head.keepsConnection() == (status % 2 == 0))
        }
    }

    private func request(_ method: String, _ url: String, fields: String = "", length: Int = 0) throws -> String {
        var bytes: [UInt8] = []
        HTTPWriter.appendRequestHead(
            method,
            to: try URLText(url),
            in: url.utf8Span.span.bytes,
            fields: fields.utf8Span.span.bytes,
            bodyLength: length,
            into: &bytes
        )
        return String(decoding: bytes, as: UTF8.self)
    }

    private func response(_ status: UInt16, fields: String = "", length: Int, keeps: Bool) -> String {
        var bytes: [UInt8] = []
        HTTPWriter.appendResponseHead(
            status,
            fields: fields.utf8Span.span.bytes,
            bodyLength: length,
            keepsConnection: keeps,
            into: &bytes
        )
        return String(decoding: bytes, as: UTF8.self)
    }
}
