import AgentBot
import Clockwork
import JSONText
import Testing

/// What a conversation remembers: its state, and what its rules kept.
@Suite struct BotStateTests {
    /// The rules that answer, in order; what is said of each message.
    private func talk(_ bot: BotScript, _ texts: [String]) -> (rules: [String?], said: [[String]]) {
        var session = BotSession(random: SeededRandom(seed: 1, stream: "test"))
        var matcher = BotMatcher()
        var (rules, said): ([String?], [[String]]) = ([], [])
        for text in texts {
            var steps: [BotStep] = []
            rules.append(session.answer(to: text, from: ada, following: bot, matcher: &matcher, into: &steps))
            said.append(steps.compactMap(\.said))
        }
        return (rules, said)
    }

    private let ordering = """
        { "id": "first", "when": { "isFirstTurn": true, "contains": ["hi"] }, "reply": [ { "say": ["Welcome"] } ] },
        { "id": "ask", "when": { "contains": ["order"] }, "reply": [ { "say": ["Which?"] } ], "next": "which" },
        { "id": "number", "when": { "state": "which", "matches": "(?<n>\\\\d+)" }, "set": { "order": "{{n}}" },
          "reply": [ { "say": ["Number {{n}}, kept as {{slot.order}}"] } ], "next": "start" },
        { "id": "lost", "when": { "state": ["which", "start"] }, "reply": [ { "say": ["About {{slot.order}}?"] } ] }
        """

    @Test func aRuleLeadsToAStateAndKeepsWhatWasCaught() throws {
        let bot = try script(rules: ordering)
        let talk = talk(bot, ["hi", "hi", "an order", "what?", "it is 77", "12"])
        #expect(talk.rules == ["first", "lost", "ask", "lost", "number", "lost"])
        #expect(talk.said[4] == ["Number 77, kept as 77"])
        #expect(talk.said[5] == ["About 77?"] && talk.said[1] == ["About ?"])
    }

    private func problems(_ rules: String) -> [String] {
        do throws(DocumentProblems) {
            let text = #"{"name": "b", "agent": {"id": 1, "firstName": "A", "surname": "B"}, "rules": [\#(rules)]}"#
            _ = try BotScript(JSONDocument(file: "bot.json", text: text))
            return []
        } catch {
            return error.all.map(\.message)
        }
    }

    @Test func whatCanNeverAnswerIsAnError() {
        let always = #"{ "id": "a", "when": { "state": "start" }, "reply": [], "next": "x" }"#
        #expect(
            problems(always + #", { "id": "b", "when": { "state": "start", "contains": ["x"] }, "reply": [] }"#)
                == [#"this rule is never reached: the rule "a" before it fits everything in its states"#]
        )
        #expect(problems(always + #", { "id": "b", "when": { "state": ["start", "x"] }, "reply": [] }"#) == [])
        #expect(
            problems(always + #", { "id": "b", "when": { "state": "card" }, "reply": [] }"#)
                == [#"this rule is never reached: no rule leads to the state "card" by "next""#]
        )
        #expect(problems(#"{ "id": "f", "when": { "isFirstTurn": true }, "reply": [] }, "# + always) == [])
    }

    @Test func aSlotThatNoRuleKeepsIsUnknown() {
        let found = problems(#"{ "id": "a", "when": "otherwise", "reply": [ { "say": ["{{slot.order}}"] } ] }"#)
        #expect(found.count == 1 && found[0].hasPrefix("unknown place {{slot.order}}"), "\(found)")
    }

    @Test func aConditionNeedsSomething() {
        #expect(
            problems(#"{ "id": "a", "when": { }, "reply": [] }"#)
                == [#"found none or both of "contains" and "matches"; allowed: one of them"#]
        )
    }
}
