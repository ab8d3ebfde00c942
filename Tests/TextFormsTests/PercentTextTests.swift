import Testing
import TextForms

@Suite struct PercentTextTests {
    @Test(arguments: [
        ("azAZ09-._~", "azAZ09-._~"), ("a b", "a%20b"), ("ä", "%C3%A4"), ("&=+?/#%", "%26%3D%2B%3F%2F%23%25"), ("", ""),
        ("\u{0}\n", "%00%0A"),
    ])
    func everythingButTheUnreservedIsEncoded(plain: String, encoded: String) {
        var bytes: [UInt8] = []
        PercentText.append(plain, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == encoded)
        bytes = []
        PercentText.decode(encoded.utf8Span.span.bytes, into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == plain)
    }

    @Test(arguments: [
        ("%c3%a4", "ä"), ("a+b", "a+b"), ("%", "%"), ("%4", "%4"), ("%4g", "%4g"), ("%%41", "%A"), ("%2541", "%41"),
    ])
    func whatIsNotEncodedStandsForItself(text: String, plain: String) {
        var bytes: [UInt8] = []
        PercentText.decode(text.utf8Span.span.bytes, into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == plain)
    }
}
