import JSONText
import Testing

/// The text itself: what is JSON, and where what is not stands.
@Suite struct JSONDocumentTests {
    private func parse(_ text: String) throws(DocumentProblems) -> JSONValue {
        try JSONDocument(file: "f.json", text: text).root.value
    }

    private func fault(_ text: String) -> String {
        do throws(DocumentProblems) {
            return "no fault: \(try parse(text))"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .flag(true)), ("false", .flag(false)), ("0", .number(0)),
        ("-0.5e+2", .number(-50)), ("12E-1", .number(1.2)), ("1e308", .number(1e308)), ("\"\"", .text("")),
        ("[]", .list([])), ("{}", .object([])), ("\u{FEFF}1", .number(1)), ("\r\n\t 1 \r\n", .number(1)),
    ])
    func everyKindOfValueIsRead(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000\u20AC""#, "\u{e9}\0\u{20AC}"),
        (#""\ud83d\ude42 \uD800\uDC00""#, "\u{1F642} \u{10000}"), ("\"\u{1F642}\u{7f}\"", "\u{1F642}\u{7f}"),
    ])
    func escapesAreRead(text: String, value: String) throws {
        #expect(try parse(text) == .text(value))
    }

    @Test func membersKeepTheirOrderAndTheirPlaces() throws {
        let document = try JSONDocument(
            file: "f.json",
            text: "{\n  \"z\": [1,\n    \"\u{1F642}\", true],\n\"a\": {}\n}"
        )
        guard case .object(let members) = document.root.value else { return #expect(Bool(false), "no object") }
        #expect(members.map(\.key) == ["z", "a"])
        #expect(members.map(\.keyPlace) == [TextPlace(line: 2, column: 3), TextPlace(line: 4, column: 1)])
        #expect(members[0].value.place == TextPlace(line: 2, column: 8))
        guard case .list(let elements) = members[0].value.value else { return #expect(Bool(false), "no list") }
        // A column is a scalar, so the one after the picture is the next.
        #expect(elements.map(\.place.line) == [2, 3, 3] && elements.map(\.place.column) == [9, 5, 10])
        #expect(document.root["a"]?.value == .object([]) && document.root["b"] == nil)
    }

    @Test func aMarkAtTheBeginningIsNoColumn() {
        #expect(fault("\u{FEFF}x") == "f.json:1:1: found 'x' where a value should stand")
    }

    @Test(arguments: [
        ("", "1:1: the text ends where a value should stand"),
        ("{\"a\":", "1:6: the text ends where a value should stand"),
        ("[1,]", "1:4: a comma stands before ']'"),
        ("{\"a\":1,}", "1:8: a comma stands before '}'"),
        ("[1 2]", "1:4: ',' or ']' should stand here"),
        ("{\"a\" 1}", "1:6: ':' should follow the key \"a\""),
        ("{a:1}", "1:2: a key in double quotes should stand here"),
        ("{'a':1}", "1:2: a key in double quotes should stand here (texts stand in double quotes)"),
        ("['a']", "1:2: found ''' where a value should stand (texts stand in double quotes)"),
        ("[1, // one\n2]", "1:5: found '/' where a value should stand (comments are not part of JSON)"),
        ("[1 // one\n]", "1:4: ',' or ']' should stand here (comments are not part of JSON)"),
        ("# a\n1", "1:1: found '#' where a value should stand (comments are not part of JSON)"),
        ("{\"a\":1,\n \"a\":2}", "2:2: the key \"a\" stands here a second time"),
        ("1 1", "1:3: text after the end of the JSON value"),
        ("nul", "1:1: 'true', 'false' or 'null' should stand here"),
        ("01", "1:2: text after the end of the JSON value"),
        ("1.", "1:3: a digit should stand here"),
        ("-", "1:2: a digit should stand here"),
        ("1e", "1:3: a digit should stand here"),
        ("1e999", "1:6: the number 1e999 is too large"),
        ("\"a", "1:1: the string that begins here is not closed"),
        ("\"a\nb\"", "1:3: a control character stands in a string; write it as an escape"),
        (#""\x""#, "1:3: '\\x' is not an escape of JSON"),
        (#""\u12G4""#, "1:6: four hex digits should stand here"),
        (#""\ud83d""#, "1:8: half of a surrogate pair"),
        (#""\ud83d\n""#, "1:9: half of a surrogate pair"),
        (#""\ude42""#, "1:8: half of a surrogate pair"),
        ("\"\\", "1:3: the text ends in an escape"),
    ])
    func whatIsNotJSONIsToldWithItsPlace(text: String, problem: String) {
        #expect(fault(text) == "f.json:" + problem)
    }

    @Test func depthHasALimit() throws {
        let deep = String(repeating: "[", count: JSONDocument.depthLimit)
        let ends = String(repeating: "]", count: JSONDocument.depthLimit)
        #expect(throws: Never.self) { try parse(deep + ends) }
        #expect(fault(deep + "[]" + ends) == "f.json:1:65: nested deeper than 64")
        #expect(fault(String(repeating: "{\"a\":", count: 100_000)).hasSuffix("nested deeper than 64"))
    }

    // MARK: Problems

    @Test func problemsAreSortedByPlaceFileByFile() {
        func problem(_ file: String, _ line: Int, _ column: Int) -> DocumentProblem {
            DocumentProblem(file: file, place: TextPlace(line: line, column: column), path: "$", message: "no")
        }
        let problems = DocumentProblems([
            problem("b", 5, 1), problem("a", 2, 9), problem("b", 1, 1), problem("a", 2, 3), problem("b", 3, 3),
        ])
        #expect(
            problems.description
                == "b:1:1: $: no\nb:3:3: $: no\nb:5:1: $: no\na:2:3: $: no\na:2:9: $: no"
        )
    }

    /// A reader that gives up must not leave a user without a reason.
    @Test func aReadingThatSaysNothingIsStillAProblem() throws {
        let document = try JSONDocument(file: "f.json", text: "[]")
        let thrown = #expect(throws: DocumentProblems.self) { try document.read { _ in Int?.none } }
        #expect(thrown?.description == "f.json:1:1: $: found a list, which does not fit here")
    }

    @Test func aReadingWithProblemsIsNoAnswer() throws {
        let document = try JSONDocument(file: "f.json", text: "7")
        #expect(try document.read { $0.integer(in: 0...9) } == 7)
        #expect(throws: DocumentProblems.self) {
            try document.read { value in
                value.fail("no")
                return 7
            }
        }
    }

    // MARK: Nodes

    @Test(arguments: [
        ("null", "null"), ("true", "true"), ("3.0", "3"), ("-0.5", "-0.5"), ("1e300", "1e+300"), ("\"a\"", "\"a\""),
        ("[1]", "a list"), ("{}", "an object"),
        ("\"12345678901234567890123456789012345678901\"", "\"1234567890123456789012345678901234567890…\""),
    ])
    func aSummaryIsShort(text: String, summary: String) throws {
        #expect(try JSONDocument(file: "f", text: text).root.summary == summary)
    }

    @Test func whatMustNotBeSeenIsNotShown() {
        let node = JSONNode(.text("secret"), at: TextPlace(line: 1, column: 1), shown: "***")
        #expect(node.summary == "\"***\"")
    }
}
