import AgentBot
import Clockwork
import Testing

@Suite struct BotSessionTests {
    @Test(arguments: [
        ("Where is my ORDER no. 10234?", "order 10234"), ("A Real Person please", "person"), ("größe ÜBER", "umlaut"),
        ("nothing of it", "other"), ("", "other"),
    ])
    func theFirstRuleThatFitsAnswers(text: String, reply: String) throws {
        let bot = try script(
            rules: #"""
                {"id": "a", "when": {"matches": "(?i)order\\D{0,12}(?<n>\\d{4,})"}, "reply": [{"say": ["order {{n}}"]}]},
                {"id": "b", "when": {"contains": ["human", "real person"]}, "reply": [{"say": ["person"]}]},
                {"id": "c", "when": {"contains": ["Über"]}, "reply": [{"say": ["umlaut"]}]},
                {"id": "d", "when": "otherwise", "reply": [{"say": ["other"]}]}
                """#
        )
        #expect(play([text], bot).compactMap(\.said) == [reply])
    }

    @Test func aBotWithoutARuleThatFitsIsSilent() throws {
        let bot = try script(rules: #"{"id": "a", "when": {"contains": ["x"]}, "reply": [{"say": ["y"]}]}"#)
        #expect(play(["hello"], bot).isEmpty)
    }

    @Test func aGroupThatTookNoPartSaysNothing() throws {
        let bot = try script(
            rules: #"{"id": "a", "when": {"matches": "(?<a>x)|(?<b>y)"}, "reply": [{"say": ["[{{a}}{{b}}]"]}]}"#
        )
        #expect(play(["x", "y"], bot).compactMap(\.said) == ["[x]", "[y]"])
    }

    @Test func theGreetingIsSaidOnceAndFirst() throws {
        let said = play(["order 10234", "order 10235"], try shippedBot("retail")).compactMap(\.said)
        #expect(
            said == [
                "Hi Ada, I'm the shop's assistant. What can I do?", "Let me look at order 10234.",
                "It left the warehouse this morning.", "Let me look at order 10235.",
                "It left the warehouse this morning.",
            ]
        )
    }

    @Test func typingSurroundsEachMessageAndTakesAsLongAsItsTextDoes() throws {
        var bot = try script(
            rules: #"{"id": "a", "when": "otherwise", "reply": [{"say": ["1234567890"], "ai": true}]}"#
        )
        bot.typing = TypingPace(charactersPerSecond: 5, jitter: 0)
        #expect(
            play(["x"], bot) == [
                BotStep(wait: .zero, action: .typingStarted),
                BotStep(wait: .seconds(2), action: .typingEnded),
                BotStep(wait: .zero, action: .say("1234567890", isAI: true)),
            ]
        )
    }

    @Test func aHumanFollowsTheMachine() throws {
        let marks = play(["I want a human"], try shippedBot("retail")).compactMap { step -> Bool? in
            if case .say(_, let isAI) = step.action { isAI } else { nil }
        }
        #expect(marks == [true, true, false])
    }

    @Test func oneSeedGivesOneDialogueAndAnotherGivesAnother() throws {
        let bot = try shippedBot("flood")
        let words = (0..<20).map { "message \($0)" }
        #expect(play(words, bot, seed: 7) == play(words, bot, seed: 7))
        #expect(play(words, bot, seed: 7) != play(words, bot, seed: 8))
    }

    @Test(arguments: ["retail", "slow-typist", "silent", "flood"])
    func everyBotThatComesWithTheToolPlays(name: String) throws {
        let bot = try shippedBot(name)
        #expect(bot.name == name)
        let words = [
            "Hello", "order 10234", "human!", "size 42?", "can I return it", "new address", "tracking", "thanks",
        ]
        let steps = play(words, bot)
        #expect(steps.isEmpty == (name == "silent"))
        #expect(steps.count % 3 == 0)
        for text in steps.compactMap(\.said) { #expect(!text.isEmpty && !text.contains("{{")) }
    }

    private func play(_ texts: [String], _ bot: BotScript, seed: UInt64 = 1) -> [BotStep] {
        var matcher = BotMatcher()
        var session = BotSession(random: SeededRandom(seed: seed, stream: "bot", 3))
        var steps: [BotStep] = []
        for text in texts {
            session.answer(to: text, from: ada, following: bot, matcher: &matcher, into: &steps)
        }
        return steps
    }
}
