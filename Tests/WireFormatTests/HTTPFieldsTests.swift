import Testing
import TextForms
import WireFormat

@Suite struct HTTPFieldsTests {
    private let fields =
        "Host: a\r\nset-cookie: x=1\r\nX-Empty:\r\nSet-Cookie: \t y=2 \t\r\nConnection: Keep-Alive,\tUpgrade ,\r\n"

    @Test func namesAreFoundInAnyCase() {
        let bytes = fields.utf8Span.span.bytes
        #expect(
            HTTPFields.text(of: "host", in: bytes) == "a" && HTTPFields.text(of: "x-empty", in: bytes)?.isEmpty == true
        )
        #expect(HTTPFields.value(of: "hos", in: bytes) == nil && HTTPFields.value(of: "a", in: bytes) == nil)
    }

    @Test func everyFieldOfANameIsVisitedInOrder() {
        let bytes = fields.utf8Span.span.bytes
        var found: [String] = []
        var place = 0
        while let value = HTTPFields.nextValue(of: "set-cookie", after: &place, in: bytes) {
            found.append(bytes.text(in: value))
        }
        #expect(found == ["x=1", "y=2"] && HTTPFields.count(of: "set-cookie", in: bytes) == 2)
    }

    @Test func everyFieldIsVisited() {
        let bytes = fields.utf8Span.span.bytes
        var names: [String] = []
        var place = 0
        while let field = HTTPFields.next(after: &place, in: bytes) { names.append(bytes.text(in: field.name)) }
        #expect(names == ["Host", "set-cookie", "X-Empty", "Set-Cookie", "Connection"])
    }

    @Test(arguments: [
        ("Connection: upgrade\r\n", true), ("connection: a, UPGRADE\r\n", true),
        ("Connection: a\r\nConnection: upgrade\r\n", true),
        ("Connection: upgraded\r\n", false), ("Connection: a upgrade\r\n", false), ("Connection: ,,\r\n", false),
        ("Connection:\r\n", false), ("X-Connection: upgrade\r\n", false), ("", false),
    ])
    func tokensAreWholeMembersOfTheList(text: String, has: Bool) {
        #expect(HTTPFields.has("upgrade", in: "connection", of: text.utf8Span.span.bytes) == has)
    }

    @Test func aLineEndIsFoundWhereverItLies() {
        // Bytes that differ from a line end by one bit, or by one, lie around it.
        for length in 0...40 {
            let filler = String(repeating: "\u{0B}\u{08}\u{09}\u{7F}", count: length).prefix(length)
            let text = "a:\(filler)b\nc:d\n"
            var place = 0
            let first = HTTPFields.next(after: &place, in: text.utf8Span.span.bytes)
            #expect(first?.name == 0..<1 && first?.value.upperBound == 3 + length)
            #expect(place == 4 + length)
            #expect(HTTPFields.next(after: &place, in: text.utf8Span.span.bytes)?.value == place - 2..<place - 1)
        }
    }

    @Test func linesThatAreNoFieldsDoNoHarm() {
        let text = "nonsense\r\n\r\n\nA: b\nC"
        #expect(HTTPFields.text(of: "a", in: text.utf8Span.span.bytes) == "b")
        #expect(HTTPFields.value(of: "c", in: text.utf8Span.span.bytes) == nil)
    }
}
