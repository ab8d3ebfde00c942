import AgentBot
import Clockwork
import Testing

@Suite struct BotMatcherTests {
    @Test(arguments: ["(a+)+$", "(a|a)*[bc]", "(?:a?){50}a{50}[bc]", "((a*)*)*[bc]", "(?<x>a|aa)+$"])
    func aPatternThatNeverEndsIsGivenUpAndDidNotFit(pattern: String) throws {
        let bot = try script(rules: #"{"id": "p", "when": {"matches": "\#(pattern)"}, "reply": [{"say": ["yes"]}]}"#)
        var matcher = BotMatcher()
        var session = BotSession(random: SeededRandom(seed: 1))
        var steps: [BotStep] = []
        let text = String(repeating: "a", count: 2_000) + "!"
        session.answer(to: text, from: ada, following: bot, matcher: &matcher, into: &steps)
        #expect(steps.isEmpty && matcher.givenUp == 1)
    }

    @Test func aMatchSeesTheBeginningOfAMessageAndCutsNoCharacter() throws {
        let bot = try script(
            rules: #"{"id": "p", "when": {"matches": "(?<all>(?s).+)"}, "reply": [{"say": ["{{all}}"]}]}"#
        )
        var matcher = BotMatcher()
        var session = BotSession(random: SeededRandom(seed: 1))
        var steps: [BotStep] = []
        let text = "a" + String(repeating: "é", count: 2_000)
        session.answer(to: text, from: ada, following: bot, matcher: &matcher, into: &steps)
        #expect(steps.last?.said == "a" + String(repeating: "é", count: (BotMatcher.textLimit - 1) / 2))
    }
}
