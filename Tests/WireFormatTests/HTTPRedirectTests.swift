import Testing
import TextForms

@testable import WireFormat

/// Where a response leads a call, and what goes with it.
@Suite struct HTTPRedirectTests {
    /// The examples of RFC 3986, section 5.4, and what servers write besides.
    @Test(arguments: [
        ("g", "http://a:80/b/c/g"), ("./g", "http://a:80/b/c/g"), ("g/", "http://a:80/b/c/g/"), ("/g", "http://a:80/g"),
        ("//g", "http://g"), ("//g/h?i", "http://g/h?i"), ("?y", "http://a:80/b/c/d;p?y"),
        ("g?y", "http://a:80/b/c/g?y"), ("#s", "http://a:80/b/c/d;p?q#s"), ("g?y#s", "http://a:80/b/c/g?y#s"),
        ("", "http://a:80/b/c/d;p?q"), (".", "http://a:80/b/c/"), ("..", "http://a:80/b/"), ("../g", "http://a:80/b/g"),
        ("../..", "http://a:80/"), ("../../../g", "http://a:80/g"), ("/./g", "http://a:80/g"),
        ("/../g", "http://a:80/g"),
        ("g.", "http://a:80/b/c/g."), ("..g", "http://a:80/b/c/..g"), ("./g/.", "http://a:80/b/c/g/"),
        ("g;x=1/../y", "http://a:80/b/c/y"), ("g?y/../x", "http://a:80/b/c/g?y/../x"),
        ("https://other.example/x", "https://other.example/x"), ("/a b\u{E9}", "http://a:80/a%20b%C3%A9"),
        ("mailto:x", "mailto:x"),
    ])
    func locationsAreMeantFromWhereTheyAreSaid(location: String, url: String) {
        let bytes = HTTPRedirect.resolve(
            location.utf8Span.span.bytes,
            origin: "http://a:80",
            target: "/b/c/d;p?q".utf8Span.span.bytes
        )
        #expect(String(decoding: bytes, as: UTF8.self) == url)
    }

    @Test(
        arguments: [
            (301, "GET", false), (301, "POST", true), (302, "POST", true), (302, "PUT", false), (303, "PUT", true),
            (303, "POST", true), (303, "HEAD", false), (303, "GET", false), (307, "POST", false), (308, "POST", false),
        ] as [(UInt16, String, Bool)]
    )
    func methodsChangeAsInBrowsers(status: UInt16, method: String, becomesGet: Bool) {
        #expect(HTTPRedirect.becomesGet(status, method: method) == becomesGet)
        #expect(HTTPStatus.isRedirect(status) && !HTTPStatus.isRedirect(304) && !HTTPStatus.isRedirect(300))
    }

    @Test func fieldsGoWhereTheyBelong() {
        let fields = "Accept: a\r\nContent-Type: b\r\nAuthorization: c\r\nCookie: d\r\nContent-Language: e\r\n"
        func kept(_ keepsBody: Bool, _ stays: Bool) -> String {
            var bytes: [UInt8] = []
            let span = fields.utf8Span.span.bytes
            HTTPRedirect.appendFields(span, keepsBody: keepsBody, staysAtOrigin: stays, into: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(kept(true, true) == fields)
        #expect(kept(false, true) == "Accept: a\r\nAuthorization: c\r\nCookie: d\r\n")
        #expect(kept(true, false) == "Accept: a\r\nContent-Type: b\r\nContent-Language: e\r\n")
    }
}
