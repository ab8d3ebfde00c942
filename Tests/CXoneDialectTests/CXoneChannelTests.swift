import ChatModel
import JSONText
import Testing

@testable import CXoneDialect

@Suite struct CXoneChannelTests {
    private static let good = """
        { "mode": "singleThread", "preChat": [
          { "ident": "fullname", "label": "Name", "type": "text", "required": true },
          { "ident": "topic", "label": "Topic", "type": "list", "required": true,
            "options": { "order": "My order", "return": "A return" } } ] }
        """

    @Test func aChannelIsRead() throws {
        let survey = try #require(try Self.read(Self.good).survey)
        #expect(survey.fields.map(\.ident) == ["fullname", "topic"])
        #expect(
            survey.fields[1].options == [
                Survey.Option(name: "order", label: "My order"), Survey.Option(name: "return", label: "A return"),
            ]
        )
        #expect(try Self.read("{}") == CXoneChannel())
    }

    @Test(arguments: [
        ("singleThread", "liveChat", "$.mode: found \"liveChat\", which is not served yet; allowed: \"singleThread\""),
        ("singleThread", "single", "$.mode: found \"single\""),
        ("\"fullname\"", "\"topic\"", "the ident \"topic\" stands twice"),
        ("\"type\": \"text\"", "\"type\": \"list\"", "the key \"options\" is missing"),
        ("\"type\": \"list\"", "\"type\": \"text\"", "only a \"list\" or a \"tree\" has options"),
        ("{ \"order\": \"My order\", \"return\": \"A return\" }", "{}", "found no options"),
        ("\"required\": true", "\"requird\": true", "requird"),
    ])
    func whatIsWrongIsSaid(part: String, bad: String, message: String) {
        do {
            _ = try Self.read(Self.good.replacing(part, with: bad))
            Issue.record("\(bad) was accepted")
        } catch {
            #expect(error.description.contains(message), "\(error)")
        }
    }

    private static func read(_ text: String) throws(DocumentProblems) -> CXoneChannel {
        try JSONDocument(file: "c.json", text: text).read { CXoneChannel.read(&$0) }
    }
}
