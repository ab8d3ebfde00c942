import Testing

/// Tests mirror sources, and keep to the manners of tests.
@Suite struct CoverageTests {
    private let graph = Repository.shared.graph
    private let sources = Repository.shared.sources
    private let tests = Repository.shared.tests

    /// Files without a test that names what they declare, and why that is well.
    ///
    /// An entry that is no longer needed fails too, so the list only says what is so.
    private let exceptions: [String: String] = [:]

    @Test func everySourceFileIsTested() {
        let files = sources.filter { graph.isPure($0.room) || ["Transport", "LaunchKit"].contains($0.room) }
        let tested = SourceFile.tested(among: files, by: tests.filter { $0.room != "TidyTests" })
        var needed: Set<String> = []
        for file in files where file.isWorthATest && !tested.contains(file.name) {
            needed.insert(file.name)
            #expect(exceptions[file.name] != nil, "no test names a type of \(file.name)")
        }
        for name in exceptions.keys where !needed.contains(name) {
            Issue.record("\(name) needs no exception any more")
        }
    }

    @Test func everyTestFileIsNamedAfterItsSuite() {
        for file in tests where file.text.mentions("@Test") {
            #expect(file.types.contains { $0.name == file.subject }, "\(file.name) declares no \(file.subject)")
        }
    }

    @Test func everyFixtureIsRead() {
        for (path, _) in Repository.shared.texts where path.hasPrefix("Tests/") && path.mentions("/Fixtures/") {
            let parts = path.split(separator: "/")
            let name = String(parts[parts.count - 1].prefix { $0 != "." })
            guard !name.isEmpty else { continue }
            let readers = tests.filter { $0.room == parts[1] }
            #expect(readers.contains { $0.text.stands(name) }, "no test reads \(path)")
        }
    }

    /// Of the dialect or of the desk, which have the fixtures.
    ///
    /// What only other wire types use is met through them.
    @Test func everyWireTypeMeetsAFixture() {
        let wire = sources.filter { $0.room.hasSuffix("Dialect") && $0.name.mentions("/Wire/") }
        for (room, files) in Dictionary(grouping: wire, by: \.room) {
            let readers = tests.filter { [room + "Tests", "SimulatorCoreTests"].contains($0.room) }
            let tested = SourceFile.tested(among: files, by: readers)
            for file in files where !file.fileName.contains("+") {
                #expect(tested.contains(file.name), "no test of \(room) meets \(file.name)")
            }
        }
    }

    @Test func testsDoNotSleep() {
        for file in tests where file.room != "EndToEndTests" {
            let words = ["sleep(", "usleep(", "nanosleep(", "Task.sleep"].filter { file.text.stands($0) }
            #expect(file.room == "TidyTests" || words.isEmpty, "\(file.name) waits for the clock")
        }
    }

    @Test func testsAreClaims() {
        for file in tests where file.text.mentions("func test") || file.text.mentions("import XCTest") {
            guard file.room != "TidyTests" else { continue }
            for (line, text) in file.code where text.contains(#/@Test.*func test[A-Z_]|^import XCTest/#) {
                Issue.record("\(file.name):\(line) is in the old style")
            }
        }
    }
}
