import Testing
import TextForms

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func theStandardsExamplesGoBothWays(plain: String, encoded: String) {
        var text = Array("<".utf8)
        Base64.append(plain.utf8Span.span.bytes, to: &text)
        #expect(String(decoding: text, as: UTF8.self) == "<" + encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test func writingLeavesWhatLiesAroundIt() {
        var text = Array("<-------->".utf8)
        var room = text.mutableSpan
        Base64.write("fooba".utf8Span.span.bytes, into: &room, at: 1)
        #expect(String(decoding: text, as: UTF8.self) == "<Zm9vYmE=>")
        #expect([0, 1, 3, 4, 16, 20].map(Base64.length(of:)) == [0, 4, 4, 8, 24, 28])
    }

    @Test func everyByteComesBack() {
        let bytes = (0...255).map { UInt8($0) }
        for count in 0...256 {
            var text: [UInt8] = []
            Base64.append(bytes.span.bytes.extracting(0..<count), to: &text)
            #expect(Base64.decode(String(decoding: text, as: UTF8.self)) == Array(bytes.prefix(count)))
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zm8", "====", "Z===", "=Zm8", "Zm=8", "Zm9v\n", "Zm9-", "Zm9_", "Zm9v====", "Zm =",
    ])
    func textThatIsNotBase64IsRefusedAndLeavesNothing(text: String) {
        var bytes: [UInt8] = [7]
        #expect(!Base64.decode(text.utf8Span.span.bytes, into: &bytes))
        #expect(bytes == [7])
    }
}
