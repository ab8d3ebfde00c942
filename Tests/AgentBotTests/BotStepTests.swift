import AgentBot
import Clockwork
import Testing

@Suite struct BotStepTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func anAnswerWaitsForTheOneBeforeIt() {
        var agenda = BotAgenda()
        agenda.append(answer("one", typing: .seconds(2)), at: start)
        agenda.append(answer("two", typing: .seconds(3)), at: start + .seconds(1))
        #expect(played(&agenda) == ["0 start", "2 end", "2 one", "2 start", "5 end", "5 two"])
        #expect(agenda.isEmpty && agenda.nextDue == nil)
    }

    @Test func anIdleBotBeginsAtOnce() {
        var agenda = BotAgenda()
        agenda.append(answer("one", typing: .seconds(2)), at: start)
        #expect(played(&agenda).count == 3)
        agenda.append(answer("two", typing: .seconds(2)), at: start + .seconds(10))
        #expect(agenda.nextDue == start + .seconds(10))
    }

    @Test func nothingHappensBeforeItsTime() {
        var agenda = BotAgenda()
        agenda.append(answer("one", typing: .seconds(2)), at: start)
        #expect(agenda.popDue(at: start) == .typingStarted)
        #expect(agenda.popDue(at: start + .seconds(1)) == nil)
        #expect(agenda.popDue(at: start + .seconds(5)) == .typingEnded)
        #expect(agenda.nextDue == start + .seconds(2))
    }

    private func answer(_ text: String, typing: Duration) -> [BotStep] {
        [
            BotStep(wait: .zero, action: .typingStarted), BotStep(wait: typing, action: .typingEnded),
            BotStep(wait: .zero, action: .say(text, isAI: false)),
        ]
    }

    private func played(_ agenda: inout BotAgenda) -> [String] {
        var lines: [String] = []
        while let due = agenda.nextDue, let action = agenda.popDue(at: due) {
            let word =
                switch action {
                case .typingStarted: "start"
                case .typingEnded: "end"
                case .say(let text, _): text
                }
            lines.append("\(Int((due - start).seconds)) \(word)")
        }
        return lines
    }
}
