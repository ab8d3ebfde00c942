import Testing

@testable import WireFormat

@Suite struct FieldNotesTests {
    private func notes(_ fields: [(name: String, value: String)]) throws -> FieldNotes {
        var notes = FieldNotes()
        for field in fields {
            let bytes = Array((field.name + field.value).utf8)
            let end = field.name.utf8.count
            try notes.read(bytes.span.bytes, name: 0..<end, value: end..<bytes.count)
        }
        return notes
    }

    @Test func anUpgradeNeedsBothItsFields() throws {
        let both = try notes([("Connection", "keep-alive, Upgrade"), ("UPGRADE", "WebSocket")])
        #expect(both.connectionUpgrades && both.upgradesToWebSocket)
        let one = try notes([("upgrade", "h2c")])
        #expect(!one.connectionUpgrades && !one.upgradesToWebSocket)
    }

    @Test func hostsAreCountedAndExpectationsSeen() throws {
        let notes = try notes([("Host", "a"), ("host", "b"), ("Expect", "100-Continue"), ("Hosts", "c")])
        #expect(notes.hosts == 2 && notes.expectsContinue)
    }

    @Test(arguments: [
        [("Content-Length", "1"), ("content-length", "1")], [("Content-Length", "one")], [("Content-Length", "-1")],
        [("Transfer-Encoding", "gzip")], [("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
    ])
    func lengthsThatCouldBeReadTwoWaysAreRefused(fields: [(String, String)]) {
        #expect(throws: HeadStop.self) { _ = try notes(fields.map { (name: $0.0, value: $0.1) }) }
    }
}
