import Testing

/// What is written for people: pages keep their form, and promise nothing that is not there.
@Suite struct DocumentTests {
    private let documents = Repository.shared.documents

    @Test func pagesKeepTheirForm() {
        for document in documents {
            for finding in document.findings { Issue.record("\(finding)") }
        }
    }

    @Test func everyLinkLeadsSomewhere() {
        for document in documents {
            for promise in document.promises where !Repository.shared.has(promise.path) {
                Issue.record("\(document.path):\(promise.line) names \(promise.path), which does not exist")
            }
        }
    }

    @Test func everyProfileAndBotIsDescribed() {
        for (path, _) in Repository.shared.texts where path.hasPrefix("profiles/") || path.hasPrefix("bots/") {
            guard path.hasSuffix(".json") else { continue }
            #expect(documents.contains { $0.mentions(path) }, "no page mentions \(path)")
        }
    }

    @Test func theReadmeHasEveryFlagAndExitCode() {
        let readme = documents.first { $0.path == "README.md" }
        let isForOurselves: Set = ["embedded"]
        for file in Repository.shared.sources where file.room == "loadgen" || file.fileName == "ExitCode.swift" {
            let flags = file.text.matches(of: #/Flag\(\s*"([\w-]+)"/#).map { String($0.1) }
            for flag in flags where !isForOurselves.contains(flag) {
                #expect(readme?.mentions("--\(flag)") == true, "README.md does not mention --\(flag)")
            }
            for code in file.text.matches(of: #/case \w+ = (\d+)/#).map(\.1) {
                #expect(readme?.mentions("| \(code) |") == true, "README.md does not explain exit code \(code)")
            }
        }
    }

    @Test func decisionsAreNumbered() {
        let names = documents.filter { $0.path.hasPrefix("docs/decisions/") }.map { String($0.path.dropFirst(15)) }
        #expect(!names.isEmpty)
        for gap in Document.gaps(in: names) { Issue.record("docs/decisions: \(gap)") }
    }

    /// The project speaks of itself alone: nothing kept names the place where it was written.
    @Test func nothingNamesAPlaceOfItsMaking() {
        for (path, text) in Repository.shared.texts {
            for finding in Provenance.findings(in: text) { Issue.record("\(path):\(finding)") }
        }
    }
}
