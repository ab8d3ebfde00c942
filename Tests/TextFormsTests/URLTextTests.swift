import Testing
import TextForms

@Suite struct URLTextTests {
    @Test(arguments: [
        ("http://a", "http a 80 /"), ("https://A.Example/", "https a.example 443 /"),
        ("ws://127.0.0.1:8080/chat?x=1", "ws 127.0.0.1 8080 /chat?x=1"), ("WSS://a?b", "wss a 443 /?b"),
        ("http://[::1]:81/p", "http ::1 81 /p"), ("http://[2001:DB8::1]", "http 2001:db8::1 80 /"),
        ("http://a:/x", "http a 80 /x"), ("http://a/p#f?g", "http a 80 /p"), ("http://a#f", "http a 80 /"),
        ("http://a_b-c.d:65535", "http a_b-c.d 65535 /"), ("http://a/x:y@z", "http a 80 /x:y@z"),
    ])
    func partsAreFound(text: String, parts: String) throws {
        let url = try URLText(text)
        let bytes = text.utf8Span.span.bytes
        var target: [UInt8] = []
        url.appendTarget(in: bytes, to: &target)
        let found = "\(url.scheme) \(url.hostText(in: bytes)) \(url.port) \(String(decoding: target, as: UTF8.self))"
        #expect(found == parts)
    }

    @Test(arguments: [
        ("", URLFault.notAbsolute), ("a", .notAbsolute), ("/a", .notAbsolute), ("//a/b", .notAbsolute),
        ("http:", .notAbsolute),
        ("http:/a", .notAbsolute), ("mailto:a@b", .notAbsolute), ("://a", .schemeNotServed("")),
        ("ftp://a", .schemeNotServed("ftp")), ("file:///a", .schemeNotServed("file")), ("http://", .noHost),
        ("http:///a", .noHost), ("http://:80", .noHost), ("http://?a", .noHost), ("http://[]", .noHost),
        ("http://[::1", .badHost), ("http://[::1]x", .badHost), ("http://::1/", .noHost), ("http://a::1/", .badPort),
        ("http://[g::1]/", .badHost),
        ("http://a%20b/", .badHost), ("http://a,b/", .badHost), ("http://a:0", .badPort), ("http://a:65536", .badPort),
        ("http://a:x", .badPort), ("http://a:-1", .badPort), ("http://a:99999999999999999999", .badPort),
        ("http://u@a/", .userNotServed), ("http://u:p@a:80/", .userNotServed),
        ("http://a/ b", .forbiddenByte(32, at: 9)),
        ("http://a/\n", .forbiddenByte(10, at: 9)), ("http://ä/", .forbiddenByte(0xC3, at: 7)),
    ])
    func textsThatCannotBeCalledAreRefusedWithAReason(text: String, fault: URLFault) {
        #expect(throws: fault) { try URLText(text) }
        #expect(!fault.description.isEmpty)
    }

    @Test(arguments: [
        ("http://a:80/", "a"), ("http://a:81/", "a:81"), ("wss://a:80", "a:80"), ("ws://[::1]", "[::1]"),
        ("ws://[::1]:9", "[::1]:9"),
    ])
    func theAuthorityLeavesOutTheUsualPort(text: String, authority: String) throws {
        var bytes: [UInt8] = []
        try URLText(text).appendAuthority(in: text.utf8Span.span.bytes, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == authority)
    }

    @Test func everySchemeHasASecuredOne() {
        #expect(URLText.Scheme.allCases.map(\.secured) == [.wss, .wss, .https, .https])
    }

    @Test func everyCutAndEveryByteIsJudged() {
        let whole = Array("wss://[2001:db8::1]:8443/a/b?c=d#e".utf8)
        for place in whole.indices {
            _ = try? URLText(whole.span.bytes.extracting(0..<place))
            for byte in 0...255 as ClosedRange<UInt8> {
                var spoilt = whole
                spoilt[place] = byte
                if let url = try? URLText(spoilt.span.bytes) {
                    var text: [UInt8] = []
                    url.appendAuthority(in: spoilt.span.bytes, to: &text)
                    url.appendTarget(in: spoilt.span.bytes, to: &text)
                    #expect(!url.hostText(in: spoilt.span.bytes).isEmpty && !text.isEmpty)
                }
            }
        }
    }
}
