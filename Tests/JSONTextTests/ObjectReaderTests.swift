import JSONText
import Testing

@Suite struct ObjectReaderTests {
    private func problems(_ text: String, _ body: (inout ObjectReader) -> Void) throws -> [String] {
        var reader = ValueReader(try JSONDocument(file: "f", text: text).root, path: "$", file: "f")
        _ = reader.object { object -> Bool? in
            body(&object)
            return true
        }
        return reader.problems.map { "\($0.place.line):\($0.place.column) \($0.path): \($0.message)" }
    }

    @Test func keysAreAskedForOneByOne() throws {
        var seen: [Int?] = []
        let found = try problems(#"{ "a": 1, "b": 2 }"#) { object in
            seen = [
                object.required("a") { $0.integer(in: 0...9) }, object.optional("b") { $0.integer(in: 0...9) },
                object.optional("c") { $0.integer(in: 0...9) },
            ]
            #expect(object.has("a") && !object.has("c"))
        }
        #expect(found.isEmpty && seen == [1, 2, nil])
    }

    @Test func aMissingKeyIsAProblemOfTheObject() throws {
        let found = try problems("\n{}") { object in _ = object.required("a") { $0.flag() } }
        #expect(found == ["2:1 $: the key \"a\" is missing"])
    }

    @Test func nullIsAValue() throws {
        let found = try problems(#"{ "a": null }"#) { object in _ = object.optional("a") { $0.flag() } }
        #expect(found == ["1:8 $.a: found null; allowed: true or false"])
    }

    @Test func unknownKeysAreProblemsWithAGuessOrTheList() throws {
        let found = try problems(#"{ "thinktime": 1, "zzz": 2, "typing": 3 }"#) { object in
            _ = object.optional("thinkTime") { $0.flag() }
            _ = object.raw("typing")
        }
        #expect(
            found == [
                "1:3 $.thinktime: unknown key \"thinktime\"; did you mean \"thinkTime\"?",
                "1:19 $.zzz: unknown key \"zzz\"; allowed: \"thinkTime\", \"typing\"",
            ]
        )
    }

    @Test func whatNobodyCanJudgeMayBeSkipped() throws {
        #expect(try problems(#"{ "a": 1, "b": 2 }"#) { $0.skipRest() }.isEmpty)
    }

    @Test func problemsMayBeNotedByKey() throws {
        let found = try problems(#"{ "a": 1 }"#) { object in
            _ = object.raw("a")
            object.fail("a", "too small")
            object.fail("b", "not there")
            object.fail("all wrong")
        }
        #expect(found == ["1:8 $.a: too small", "1:1 $.b: not there", "1:1 $: all wrong"])
    }

    @Test func onlyAnObjectIsAnObject() throws {
        #expect(try problems("3") { _ in } == ["1:1 $: found 3; allowed: an object"])
    }
}
