import Clockwork
import JSONText
import Testing

@testable import LoadEngine

@Suite struct DataTableTests {
    private func rows(_ text: String, _ file: String = "people.csv", count: Int) throws -> [[String]] {
        let table = try DataTable(text, file: file, order: .sequential)
        var random = SeededRandom(seed: 1, stream: "data")
        return (0..<count).map { table.row(ofRank: $0, using: &random).values }
    }

    private func problems(_ text: String, _ file: String = "people.csv") -> [String] {
        do throws(DocumentProblems) {
            _ = try DataTable(text, file: file, order: .sequential)
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test func fieldsMayBeQuotedAndHoldAnything() throws {
        let text = "\u{FEFF}name,note\r\n\"Ada, L.\",\"says \"\"hi\"\"\"\r\n\r\nBo,\"two\nlines\"\n,last"
        let first = ["Ada, L.", "says \"hi\""]
        #expect(try rows(text, count: 4) == [first, ["Bo", "two\nlines"], ["", "last"], first])
    }

    @Test func everyLineMayBeAnObject() throws {
        let text = "{\"name\":\"Ada\",\"age\":36}\n\n{\"age\":7,\"name\":\"Bo\"}\n"
        #expect(try rows(text, "people.ndjson", count: 2) == [["Ada", "36"], ["Bo", "7"]])
    }

    @Test(arguments: [
        ("", "people.csv:1:1: $: the file holds no rows"),
        ("a,b\n", "people.csv:1:1: $: the file holds no rows"),
        ("a,b\n1,2\n3\n", "people.csv:3:1: $: found 1 fields; the first line has 2"),
        ("a,a\n1,2\n", "people.csv:1:1: $: the column \"a\" stands twice"),
        ("a,\n1,2\n", "people.csv:1:1: $: column 2 has no name"),
        ("a,b\n1,\"2\n", "people.csv:2:1: $: a quoted field has no end"),
        (
            "a,b\n\"1\"x,2\n",
            "people.csv:2:1: $: a quoted field is followed by \"x\"; a comma or the line's end is allowed"
        ),
    ])
    func aBrokenTableIsTold(text: String, problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test(arguments: [
        ("[1]", "people.ndjson:1:1: $: found a list; allowed: an object"),
        ("{\"a\":1}\n{\"b\":1}", "people.ndjson:2:1: $: \"a\" is missing, which the first line has"),
        ("{\"a\":1}\n{\"a\":1,\"b\":1}", "people.ndjson:2:1: $: \"b\" is not in the first line"),
        ("{\"a\":null}", "people.ndjson:1:1: $: \"a\" is null; allowed: text, a number, true or false"),
    ])
    func aBrokenLineIsTold(text: String, problem: String) {
        #expect(problems(text, "people.ndjson") == [problem])
    }

    @Test func aBrokenObjectIsToldWithItsLine() {
        let found = problems("{\"a\":1}\n{\"a\":", "people.ndjson")
        #expect(found.count == 1 && found[0].hasPrefix("people.ndjson:2:"))
    }

    @Test func aProfileMayUseItsColumns() {
        let group =
            #"[ { "name": "g", "behavior": "preChat", "data": { "file": "p.csv", "order": "random" }, "#
            + #""identity": { "firstName": "{{data.first}}" }, "messages": ["I am {{data.first}} of {{data.town}}"] } ]"#
        let profile = ProfileWorkbench.profile(["customers": group])
        #expect(ProfileWorkbench.problems(profile, files: ["p.csv": "first,town\nAda,Ely"]) == [])
        let found = ProfileWorkbench.problems(profile, files: ["p.csv": "first,twon\nAda,Ely"])
        #expect(found.count == 1 && found[0].contains("did you mean \"data.twon\"?"), "\(found)")
    }

    @Test func uniqueRowsMustSufficeBeforeAnythingStarts() throws {
        let group =
            #"[ { "name": "g", "behavior": "preChat", "messages": ["Hi"], "#
            + #""data": { "file": "p.csv", "order": "unique" } } ]"#
        let load = #"{ "arrivals": "uniform", "phases": [ { "name": "o", "duration": "10s", "arrivals": "1/s" } ] }"#
        let profile = ProfileWorkbench.profile(["customers": group, "load": load])
        let enough = "n\n" + (0..<12).map { "\($0)\n" }.joined()
        #expect(ProfileWorkbench.problems(profile, files: ["p.csv": enough]) == [])
        let found = ProfileWorkbench.problems(profile, files: ["p.csv": "n\n1\n2\n"])
        #expect(found.count == 1 && found[0].contains("customers of \"g\" will come, and p.csv has 2 rows"), "\(found)")
        let closed = ProfileWorkbench.profile([
            "customers": group,
            "load": #"{ "model": "closed", "phases": [ { "name": "o", "duration": "1s", "customers": 1 } ] }"#,
        ])
        let refused = ProfileWorkbench.problems(closed, files: ["p.csv": enough])
        #expect(refused.count == 1 && refused[0].contains("needs the open model"), "\(refused)")
    }
}
