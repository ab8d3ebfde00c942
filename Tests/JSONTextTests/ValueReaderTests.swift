import JSONText
import Testing

@Suite struct ValueReaderTests {
    /// The answer, and what was wrong, without the file.
    private func read<Answer>(
        _ text: String,
        _ body: (inout ValueReader) -> Answer?
    ) throws -> (answer: Answer?, problems: [String]) {
        var reader = ValueReader(try JSONDocument(file: "f", text: text).root, path: "$.x", file: "f")
        let answer = body(&reader)
        return (answer, reader.problems.map { "\($0.place.line):\($0.place.column) \($0.path): \($0.message)" })
    }

    @Test func valuesThatFitAreAnswered() throws {
        #expect(try read("\"a\"") { $0.text() }.answer == "a")
        #expect(try read("\"a\"") { $0.nonEmptyText() }.answer == "a")
        #expect(try read("false") { $0.flag() }.answer == false)
        #expect(try read("1.5") { $0.number(in: 0...2) }.answer == 1.5)
        #expect(try read("9007199254740992") { $0.integer(in: 0 ... .max) }.answer == 9_007_199_254_740_992)
        #expect(try read("\"b\"") { $0.choice([("a", 1), ("b", 2)]) }.answer == 2)
    }

    @Test func valuesThatDoNotAreProblemsAtTheirPlace() throws {
        #expect(try read("\n 3") { $0.text() }.problems == ["2:2 $.x: found 3; allowed: text"])
        #expect(try read("3") { $0.nonEmptyText() }.problems == ["1:1 $.x: found 3; allowed: text"])
        #expect(
            try read("\"\"") { $0.nonEmptyText() }.problems
                == ["1:1 $.x: found an empty text; allowed: text that is not empty"]
        )
        #expect(try read("0") { $0.flag() }.problems == ["1:1 $.x: found 0; allowed: true or false"])
        #expect(
            try read("3") { $0.number(in: 0...2.5) }.problems == ["1:1 $.x: found 3; allowed: a number from 0 to 2.5"]
        )
        #expect(
            try read("-1") { $0.number(in: 0 ... .infinity) }.problems
                == ["1:1 $.x: found -1; allowed: a number from 0 up"]
        )
        #expect(
            try read("1.5") { $0.integer(in: 1 ... .max) }.problems
                == ["1:1 $.x: found 1.5; allowed: a whole number from 1 up"]
        )
        #expect(
            try read("1e300") { $0.integer(in: 1...9) }.problems
                == ["1:1 $.x: found 1e+300; allowed: a whole number from 1 to 9"]
        )
        #expect(
            try read("\"vender\"") { $0.choice([("vendor", 1), ("none", 2)]) }.problems
                == ["1:1 $.x: found \"vender\"; allowed: \"vendor\", \"none\"; did you mean \"vendor\"?"]
        )
        #expect(
            try read("null") { $0.choice([("a", 1)]) }.problems == ["1:1 $.x: found null; allowed: \"a\""]
        )
    }

    @Test func aListGoesOnAfterABadElement() throws {
        let (answer, problems) = try read("[1, \"two\", 3, null]") { $0.list { $0.integer(in: 0...9) } }
        #expect(answer == [1, 3])
        #expect(
            problems == [
                "1:5 $.x[1]: found \"two\"; allowed: a whole number from 0 to 9",
                "1:15 $.x[3]: found null; allowed: a whole number from 0 to 9",
            ]
        )
    }

    @Test func aListMayBeTooShort() throws {
        let (answer, problems) = try read("[1]") { $0.list(atLeast: 2) { $0.integer(in: 0...9) } }
        #expect(answer == nil && problems == ["1:1 $.x: found a list of 1; allowed: a list of at least 2"])
        #expect(try read("{}") { $0.list { $0.flag() } }.problems == ["1:1 $.x: found an object; allowed: a list"])
    }

    @Test func entriesKeepTheirOrderAndTheUsersNames() throws {
        let (answer, problems) = try read(#"{ "b": 1, "a b": "x", "a": 2 }"#) { value in
            value.entries { key, value in value.integer(in: 0...9).map { "\(key)\($0)" } }
        }
        #expect(answer?.map(\.value) == ["b1", "a2"])
        #expect(problems == ["1:18 $.x[\"a b\"]: found \"x\"; allowed: a whole number from 0 to 9"])
        #expect(
            try read("[]") { $0.entries { _, value in value.flag() } }.problems
                == ["1:1 $.x: found a list; allowed: an object"]
        )
    }

    @Test func aKeysProblemStandsAtTheKey() throws {
        let (_, problems) = try read(#"{ "a": 1 }"#) { value -> Int? in
            value.fail(key: "a", "no")
            value.fail(key: "b", "none")
            return 1
        }
        #expect(problems == ["1:3 $.x.a: no", "1:1 $.x: none"])
    }

    @Test(arguments: [
        ("a", "$.a"), ("a-b_1", "$.a-b_1"), ("", "$[\"\"]"), ("a b", "$[\"a b\"]"), ("a{b:c}", "$[\"a{b:c}\"]"),
    ])
    func keysThatAreNoWordsAreQuoted(key: String, path: String) {
        #expect(ValueReader.path("$", key) == path)
    }
}
