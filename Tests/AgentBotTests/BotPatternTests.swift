import Testing

@testable import AgentBot

@Suite struct BotPatternTests {
    @Test func namedGroupsAreKnownByNumber() throws {
        let pattern = try BotPattern(#"(?<verb>send|get) (\d+) (?<what>\w+)"#)
        #expect(pattern.groups == [.init(name: "verb", number: 1), .init(name: "what", number: 3)])
    }

    @Test(arguments: [("order(", 6), ("[a", 2), ("a**", nil)])
    func whatIsNoPatternSaysWhere(source: String, character: Int?) {
        let error = #expect(throws: BotPatternError.self) { _ = try BotPattern(source) }
        #expect(error?.message.isEmpty == false)
        if let character { #expect(error?.character == character) }
    }

    @Test func groupsHaveALimit() throws {
        _ = try BotPattern(String(repeating: "(a)", count: BotPattern.groupLimit))
        #expect(throws: BotPatternError.self) {
            _ = try BotPattern(String(repeating: "(a)", count: BotPattern.groupLimit + 1))
        }
    }

    @Test func aPatternThatCouldCutACharacterIsRefused() {
        #expect(throws: BotPatternError.self) { _ = try BotPattern(#"a\Cb"#) }
    }
}
