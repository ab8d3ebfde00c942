import AgentBot
import JSONText
import Testing

@Suite struct BotScriptTests {
    @Test func aBotNeedsNoMoreThanANameAndAnAgent() throws {
        let bot = try script(#"{"name": "b", "agent": {"id": 1, "firstName": "A", "surname": "", "nickname": null}}"#)
        #expect(bot.rules.isEmpty && bot.greeting == nil)
        #expect(bot.typing == BotScript.defaultTyping)
        #expect(bot.agent == BotAgent(id: 1, firstName: "A", surname: ""))
    }

    @Test(arguments: [
        (
            #"{"id": "a", "when": {"matches": "(x"}, "reply": []}"#, "$.rules[0].when.matches",
            "missing closing parenthesis"
        ),
        (#"{"id": "a", "when": {"matches": "é(x"}, "reply": []}"#, "$.rules[0].when.matches", "after 3 characters"),
        (#"{"id": "a", "when": {"matches": "a\\Cb"}, "reply": []}"#, "$.rules[0].when.matches", "\\C"),
        (#"{"id": "a", "when": "otherwise", "reply": [{"say": []}]}"#, "$.rules[0].reply[0].say", "at least 1"),
        (#"{"id": "a", "when": "otherwise", "reply": [{"say": [""]}]}"#, "$.rules[0].reply[0].say[0]", "empty"),
        (
            #"{"id": "a", "when": "otherwise", "reply": [{"say": ["x"], "al": true}]}"#, "$.rules[0].reply[0].al",
            "did you mean \"ai\""
        ),
        (#"{"id": "a", "when": "othrwise", "reply": []}"#, "$.rules[0].when", "did you mean \"otherwise\""),
        (#"{"id": "a", "when": {}, "reply": []}"#, "$.rules[0].when", "one of them"),
        (#"{"id": "a", "when": {"contains": ["a"], "matches": "a"}, "reply": []}"#, "$.rules[0].when", "both"),
        (#"{"id": "a", "when": {"contains": []}, "reply": []}"#, "$.rules[0].when.contains", "at least 1"),
        (
            #"{"id": "a", "when": {"matches": "(?<order>x)"}, "reply": [{"say": ["{{ordre}}"]}]}"#,
            "$.rules[0].reply[0].say[0]", "did you mean \"order\""
        ),
        (
            #"{"id": "a", "when": "otherwise", "reply": [{"say": ["{{customer.phone}}"]}]}"#,
            "$.rules[0].reply[0].say[0]", "{{customer.fullName}}"
        ),
        (
            #"{"id": "a", "when": {"contains": ["x"]}, "reply": []}, {"id": "a", "when": "otherwise", "reply": []}"#,
            "$.rules[1]", "second rule"
        ),
        (
            #"{"id": "a", "when": "otherwise", "reply": []}, {"id": "b", "when": "otherwise", "reply": []}"#,
            "$.rules[1]", "never reached"
        ),
    ])
    func aMistakeIsReportedWhereItStands(rules: String, path: String, message: String) {
        let problems = problems(rules: rules)
        #expect(problems.count == 1)
        #expect(problems.first?.path == path)
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
    }

    @Test func allMistakesAreReportedAtOnce() {
        let text = """
            {"nam": "b", "agent": {"id": "1", "surname": "B"}, "typing": {"charactersPerSecond": 0},
             "greeting": {"say": ["{{order}}"]}, "rules": [{"when": {"matches": "["}}]}
            """
        #expect(throws: DocumentProblems.self) { try script(text) }
        do { _ = try script(text) } catch let problems as DocumentProblems {
            #expect(
                Set(problems.all.map(\.path)) == [
                    "$", "$.nam", "$.agent", "$.agent.id", "$.typing.charactersPerSecond", "$.greeting.say[0]",
                    "$.rules[0]", "$.rules[0].when.matches",
                ]
            )
        } catch { Issue.record(error) }
    }

    @Test func theRepliesOfABrokenPatternAreNotAccusedOfItsGroups() {
        let found = problems(
            rules: #"{"id": "a", "when": {"matches": "(?<order>"}, "reply": [{"say": ["{{order}}"]}]}"#
        )
        #expect(found.map(\.path) == ["$.rules[0].when.matches"])
    }

    @Test func aPatternWithTooManyGroupsIsRefused() {
        let found = problems(
            rules: #"{"id": "a", "when": {"matches": "\#(String(repeating: "(x)", count: 64))"}, "reply": []}"#
        )
        #expect(found.first?.message.contains("64 groups, allowed: 63") == true)
    }

    private func problems(rules: String) -> [DocumentProblem] {
        do {
            _ = try script(rules: rules)
            return []
        } catch let problems as DocumentProblems {
            return problems.all
        } catch {
            Issue.record(error)
            return []
        }
    }
}
