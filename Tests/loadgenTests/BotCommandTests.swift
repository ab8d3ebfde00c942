import LaunchKit
import Testing

@testable import loadgen

@Suite struct BotCommandTests {
    private let drawer: Drawer
    private let bot: String

    init() throws {
        drawer = try Drawer()
        bot = try drawer.write(
            """
            { "name": "b", "agent": { "id": 1, "firstName": "Bo", "surname": "T" }, "rules": [
              { "id": "hi", "when": { "contains": ["hi"] },
                "reply": [ { "say": ["Hello {{customer.firstName}}"], "ai": true } ] },
              { "id": "other", "when": { "contains": ["x"] }, "reply": [ { "say": ["What?"] } ] } ] }
            """,
            as: "b.json"
        )
    }

    @Test func dialoguesLieBesideTheBots() {
        #expect(BotCommand.dialogues(of: "bots/retail.json") == "bots/tests/retail.json")
        #expect(BotCommand.dialogues(of: "mine.json") == "tests/mine.json")
    }

    @Test func aBotIsHeldToItsDialogues() throws {
        let good = try drawer.write(
            #"{ "dialogues": [ { "name": "d", "turns": [ { "say": "Hi", "expect": [ "Hello Ada" ] } ] } ] }"#,
            as: "good.json"
        )
        let kept = CapturedRun(["bot", "test", bot, good])
        #expect(kept.code == .success, "\(kept.notes)")
        #expect(kept.output.contains("1 dialogues, 0 turns not as expected, 1 of 2 rules answered; never: other"))
        let bad = try drawer.write(
            #"{ "dialogues": [ { "name": "d", "turns": [ { "say": "Hi", "expect": [ "Bye" ] } ] } ] }"#,
            as: "bad.json"
        )
        let broken = CapturedRun(["bot", "test", bot, good, bad])
        #expect(broken.code == .thresholdsFailed)
        #expect(broken.output.contains("bad.json:1:"))
        let fault = "$.dialogues[0].turns[0]: found \"Hello Ada\"; expected \"Bye\" (\"d\", seed 1)"
        #expect(broken.output.contains(fault), "\(broken.output)")
    }

    @Test func missingDialoguesAreNamed() {
        let run = CapturedRun(["bot", "test", bot])
        #expect(run.code == .badConfiguration && run.notes.contains("tests/b.json"), "\(run.notes)")
    }

    @Test(arguments: [["bot", "tset", "x.json"], ["bot", "test"], ["bot", "chat", "a.json", "b.json"]])
    func aMistypedCommandIsTold(words: [String]) {
        #expect(CapturedRun(words).code == .badConfiguration)
    }

    @Test func somebodyMayTalkToIt() {
        let run = CapturedRun(["bot", "chat", bot, "--fast"], typed: ["hi there", "none", "x", ""])
        #expect(run.code == .success)
        #expect(run.output == "Bo (AI): Hello Ada\nBo: What?\n")
        #expect(run.notes.contains("no rule answers that"))
    }
}
