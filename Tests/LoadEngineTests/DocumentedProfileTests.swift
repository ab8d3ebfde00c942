import Foundation
import LoadEngine
import Testing

/// The page for newcomers says what the decoder does.
@Suite struct DocumentedProfileTests {
    private let page: String

    init() throws {
        page = try String(contentsOf: ProfileWorkbench.root.appending(path: "docs/profiles.md"), encoding: .utf8)
    }

    private func blocks(_ language: String) -> [String] {
        page.components(separatedBy: "\n```" + language + "\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```\n").first
        }
    }

    @Test func theFirstProfileIsValid() throws {
        let text = try #require(blocks("json").first)
        let questions = ["profiles/data/retail-questions.txt": "Where is it?", "bots/retail.json": ""]
        let profile = try ProfileWorkbench.decode(text, file: "evening.json", files: questions)
        #expect(profile.load.phases.count == 2 && profile.customers.count == 2)
    }

    /// The page's messages are those of the page's profile with the faults that they name.
    @Test func theMessagesAreTheDecoders() throws {
        var text = try #require(blocks("json").first)
        for (right, wrong) in [
            ("\"seed\": 2024", "\"sed\": 2024"), ("\"10s\", \"arrivals\"", "10, \"arrivals\""),
            ("\"behavior\": \"preChat\"", "\"behavior\": \"prechat\""),
        ] { text = text.replacing(right, with: wrong, maxReplacements: 1) }
        text = text.replacing(#"{ "fullname": "{{customer.fullName}}" }"#, with: "{}", maxReplacements: 1)
        var overrides = ProfileOverrides()
        overrides.settings = ["load.phases.stedy.duration=1s"]
        let questions = ["profiles/data/retail-questions.txt": "Where is it?", "bots/retail.json": ""]
        let found = ProfileWorkbench.problems(text, overrides, files: questions)
        let shown = try #require(blocks("").first { $0.hasPrefix("evening.json:") }).split(separator: "\n")
        #expect(
            found.map { $0.replacing("p.json:", with: "evening.json:") }.sorted() == shown.map(String.init).sorted()
        )
    }

    /// Every key of the shipped profiles is explained.
    @Test(arguments: ShippedProfileTests.names)
    func everyKeyHasItsRow(name: String) throws {
        let url = ProfileWorkbench.root.appending(path: "profiles/\(name)")
        let keys = try String(contentsOf: url, encoding: .utf8).matches(of: /"([a-zA-Z]+)":/).map { String($0.1) }
        // Names of the user's own, and shapes that are explained as values.
        let own = ["fullname", "email", "topic", "note", "order", "return", "other", "team", "ident"]
        for key in keys where !own.contains(key) {
            #expect(page.contains("`\(key)`") || page.contains(".\(key)`") || page.contains("\"\(key)\""), "\(key)")
        }
    }
}
