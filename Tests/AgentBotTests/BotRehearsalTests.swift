import AgentBot
import Foundation
import JSONText
import Testing

/// Dialogues: those of the shipped bots hold, and one that does not is told.
@Suite struct BotRehearsalTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func bots() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "bots").path)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    @Test func everyShippedBotKeepsToItsDialoguesAndEveryRuleAnswers() throws {
        let names = try Self.bots()
        #expect(names.count >= 6)
        for name in names {
            let path = "bots/tests/\(name).json"
            let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            var rehearsal = BotRehearsal(try shippedBot(name))
            for dialogue in try BotDialogue.all(in: JSONDocument(file: path, text: text)) {
                #expect(rehearsal.play(dialogue) == [])
            }
            #expect(rehearsal.unusedRules == [], "\(name)")
        }
    }

    private func faults(_ turns: String) throws -> [String] {
        var rehearsal = BotRehearsal(
            try script(
                rules: """
                    { "id": "yes", "when": { "contains": ["yes"] },
                      "reply": [ { "say": ["Fine.", "Good."], "ai": true } ] },
                    { "id": "other", "when": "otherwise",
                      "reply": [ { "say": ["One"] }, { "say": ["Two"] } ] }
                    """
            )
        )
        let text = #"{ "dialogues": [ { "name": "d", "turns": [ \#(turns) ] } ] }"#
        let dialogues = try BotDialogue.all(in: JSONDocument(file: "d.json", text: text))
        return dialogues.flatMap { rehearsal.play($0) }.map(\.description)
    }

    @Test(arguments: [
        (#"{ "say": "yes", "expect": [ ["Fine.", "Good."] ], "rule": "yes" }"#, ""),
        (#"{ "say": "yes", "expect": [ "Fine." ] }"#, "found \"Good.\"; expected \"Fine.\""),
        (#"{ "say": "yes", "expect": [ { "ai": false } ] }"#, "is marked as made by a machine"),
        (#"{ "say": "no", "expect": [ { "contains": "ONE", "ai": true }, {} ] }"#, "is not marked as made by"),
        (#"{ "say": "no", "expect": [ {}, { "contains": "three" } ] }"#, "found \"Two\"; expected \"three\" in it"),
        (#"{ "say": "no", "expect": [ {} ] }"#, "found 2 messages, such as \"Two\"; expected 1"),
        (#"{ "say": "no", "expect": [ {}, {}, {} ] }"#, "found 2 messages; expected 3"),
        (#"{ "say": "no", "expect": [ {}, {} ], "rule": "yes" }"#, "the rule \"other\" answered; expected \"yes\""),
        (#"{ "say": "no", "expect": [ {}, {} ], "within": "1ms" }"#, "expected within 1ms"),
    ])
    func aTurnThatIsOtherwiseIsTold(turn: String, fault: String) throws {
        let found = try faults(turn)
        if fault.isEmpty {
            #expect(found == [])
        } else {
            #expect(found.count == 1 && found[0].hasPrefix("d.json:1:") && found[0].contains(fault), "\(found)")
        }
    }

    @Test func aBrokenFileOfDialoguesIsTold() {
        #expect(throws: DocumentProblems.self) { _ = try self.faults(#"{ "says": "no", "expect": [] }"#) }
    }
}
