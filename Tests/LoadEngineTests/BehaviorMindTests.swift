import ChatClient
import ChatModel
import Clockwork
import Foundation
import JSONText
import Testing

@testable import LoadEngine

@Suite struct BehaviorMindTests {
    /// The words for the steps that a customer takes, in order; at most `limit`.
    private func walk(
        _ script: BehaviorScript,
        turns: Int = 2,
        seed: UInt64 = 1,
        limit: Int = 50,
        _ holds: (BehaviorStep.Condition) -> Bool = { _ in false }
    ) -> [String] {
        var mind = BehaviorMind(turns: turns)
        var random = SeededRandom(seed: seed, stream: "test")
        var words: [String] = []
        while words.count < limit, let step = mind.next(of: script, using: &random, holds) {
            switch step {
            case .think: words.append("think")
            case .say(let texts, _): words.append(texts.isEmpty ? "say" : "say " + texts[0].source)
            case .type: words.append("type")
            case .waitFor(let awaited, _, _): words.append("await " + awaited.rawValue)
            case .markSeen: words.append("markRead")
            case .drop(let method): words.append("drop " + method.rawValue)
            case .reconnect: words.append("reconnect")
            case .leave: words.append("end")
            case .set(let name, _): words.append("set " + name)
            case .capture(let name, _, _): words.append("capture " + name)
            case .stopwatchBegins(let number): words.append("[" + script.measures[number])
            case .stopwatchEnds(let number): words.append(script.measures[number] + "]")
            default: words.append("?")
            }
        }
        return words
    }

    private func script(_ steps: String) throws -> BehaviorScript {
        let group = #"{ "name": "g", "messages": ["Hi"], "behavior": { "steps": \#(steps) } }"#
        let profile = ProfileWorkbench.profile(["customers": "[ \(group) ]"])
        return try #require(try ProfileWorkbench.decode(profile).customers.first).behavior
    }

    private func shipped(_ name: String) throws -> BehaviorScript {
        let profile = ProfileWorkbench.profile([
            "customers": #"[ { "name": "g", "behavior": "\#(name)", "messages": ["Hi"] } ]"#
        ])
        return try #require(try ProfileWorkbench.decode(profile).customers.first).behavior
    }

    private let turn = ["think", "say", "await reply"]

    @Test func preChatTakesItsTurnsAndLeaves() throws {
        let script = try shipped("preChat")
        #expect(walk(script, turns: 3) == ["reconnect"] + turn + turn + turn + ["end"])
        #expect(walk(script, turns: 0) == ["reconnect", "end"])
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
    func reconnectDropsOnceHalfWay(turns: Int, before: Int) throws {
        let all = walk(try shipped("reconnect"), turns: turns)
        #expect(all.count { $0 == "drop reset" } == 1)
        #expect(all.count { $0 == "say" } == turns)
        #expect(all.prefix { $0 != "drop reset" }.count { $0 == "say" } == before)
        #expect(all.last == "end")
    }

    @Test func aTimeIsMeasuredAroundSteps() throws {
        let nested = try script(
            #"[ { "measure": "all", "steps": [ "say", { "measure": "part", "steps": [ "await" ] } ] }, "#
                + #"{ "measure": "part", "steps": [ "think" ] } ]"#
        )
        #expect(nested.measures == ["all", "part"])
        #expect(walk(nested) == ["[all", "say", "[part", "await reply", "part]", "all]", "[part", "think", "part]"])
    }

    @Test func repetitionsGoRoundInOneAnother() throws {
        let nested = try script(
            #"[ { "repeat": 2, "steps": [ { "say": "a" }, { "repeat": 3, "steps": [ { "say": "b" } ] } ] }, "end" ]"#
        )
        let round = ["say a", "say b", "say b", "say b"]
        #expect(walk(nested) == round + round + ["end"])
    }

    @Test func oneChoiceIsDrawnByItsWeight() throws {
        let choice = try script(
            #"""
            [ { "choose": [ { "weight": 3, "steps": [ { "say": "often" }, { "say": "more" } ] },
                            { "weight": 1, "steps": [ { "say": "seldom" } ] },
                            { "weight": 0, "steps": [ { "say": "never" } ] } ] }, { "say": "after" } ]
            """#
        )
        var often = 0
        for seed in 0..<2_000 {
            let words = walk(choice, seed: UInt64(seed))
            if words.first == "say often" {
                often += 1
                #expect(words == ["say often", "say more", "say after"])
            } else {
                #expect(words == ["say seldom", "say after"])
            }
        }
        #expect(1_400...1_600 ~= often)
    }

    @Test func aConditionTakesOneOfTwoWays() throws {
        let branch = try script(
            #"""
            [ { "when": { "author": "ai" }, "then": [ { "say": "machine" } ], "else": [ { "say": "person" } ] },
              { "when": { "contains": ["Parcel", "box"] }, "then": [ { "say": "found" } ] }, "end" ]
            """#
        )
        #expect(walk(branch) == ["say person", "end"])
        #expect(walk(branch) { $0 == .author(.ai) } == ["say machine", "end"])
        #expect(walk(branch) { $0 == .contains(["parcel", "box"]) } == ["say person", "say found", "end"])
    }

    @Test func whatFollowsAWaitInVainStandsBehindIt() throws {
        let late = try script(
            #"[ { "await": "reply", "timeout": "1s", "onTimeout": [ { "say": "Hello?" } ] }, { "say": "Thanks" } ]"#
        )
        #expect(walk(late) == ["await reply", "say Thanks"])
        guard case .waitFor(.reply, let timeout, let place) = late.steps[0] else {
            Issue.record("the first step is \(late.steps[0])")
            return
        }
        #expect(timeout == .seconds(1))
        var mind = BehaviorMind(turns: 1)
        mind.go(to: place)
        var random = SeededRandom(seed: 1, stream: "test")
        #expect(mind.next(of: late, using: &random) { _ in false } == .say([Template("Hello?")], isTyped: true))
        #expect(mind.next(of: late, using: &random) { _ in false } == .say([Template("Thanks")], isTyped: true))
    }

    @Test func whoGoesRoundWithoutWaitingRestsNowAndThen() throws {
        let busy = try script(
            #"[ { "repeat": 100000, "steps": [ { "when": { "typing": true }, "then": ["end"] } ] } ]"#
        )
        #expect(walk(busy, limit: 3) == ["think", "think", "think"])
    }

    @Test func stepsAreToldApartFromMistakes() {
        func problems(_ steps: String) -> [String] {
            ProfileWorkbench.problems(
                ProfileWorkbench.profile([
                    "customers": #"[ { "name": "g", "behavior": { "steps": \#(steps) }, "messages": ["Hi"] } ]"#
                ])
            )
        }
        let start = "p.json:4:"
        for (steps, expected) in [
            (#"[]"#, "found a list of 0"),
            (#"["thnk"]"#, "did you mean \"think\"?"),
            (#"[7]"#, "allowed: a step, such as"),
            (#"[{ "sai": "x" }]"#, "did you mean \"say\"?"),
            (#"[{ "say": "x", "await": "reply" }]"#, "found \"say\" and \"await\""),
            (#"[{ "say": "x", "typed": false }]"#, "unknown key \"typed\""),
            (#"[{ "say": "{{var.order}}" }]"#, "nothing is known to fill {{var.order}}"),
            (#"[{ "await": "answer" }]"#, "allowed: \"reply\", \"typing\", \"ack\""),
            (#"[{ "await": "reply", "timeout": 5 }]"#, "bare number 5"),
            (#"[{ "repeat": 0, "steps": ["say"] }]"#, "a whole number from 1"),
            (#"[{ "repeat": 2 }]"#, "the key \"steps\" is missing"),
            (#"[{ "choose": [ { "steps": ["say"] } ] }]"#, "a list of at least 2"),
            (
                #"[{ "choose": [ { "weight": 0, "steps": ["say"] }, { "weight": 0, "steps": ["end"] } ] }]"#,
                "all weights are 0"
            ),
            (#"[{ "when": { }, "then": ["say"] }]"#, "a condition has one of"),
            (#"[{ "capture": { "order": { } } }]"#, "at least one of \"after\" and \"until\""),
            (#"[{ "measure": "two words", "steps": ["say"] }]"#, "allowed: a name of up to 64"),
            (#"[{ "end": true }]"#, "write the step as \"end\""),
            (
                #"[{ "repeat": 1, "steps": [{ "repeat": 1, "steps": [{ "repeat": 1, "steps": "#
                    + #"[{ "repeat": 1, "steps": [{ "repeat": 1, "steps": ["say"] }] }] }] }] }]"#,
                "4 deep"
            ),
        ] {
            let found = problems(steps)
            #expect(found.contains { $0.hasPrefix(start) && $0.contains(expected) }, "\(steps): \(found)")
        }
    }

    @Test func aBehaviorMayBeAFileOrANameAndIsLookedForBeforeAnythingStarts() {
        let profile = ProfileWorkbench.profile([
            "customers": #"[ { "name": "g", "behavior": "mine.json", "messages": ["Hi"] } ]"#
        ])
        let good = #"{ "steps": [ "say", { "set": { "a": "1" } }, { "say": "{{var.a}}" } ] }"#
        #expect(ProfileWorkbench.problems(profile, files: ["mine.json": good]) == [])
        let bad = ProfileWorkbench.problems(profile, files: ["mine.json": #"{ "steps": [ "sya" ] }"#])
        #expect(bad.count == 1 && bad[0].hasPrefix("mine.json:1:14: $.steps[0]: "), "\(bad)")
        #expect(ProfileWorkbench.problems(profile).first?.contains("cannot read the file \"mine.json\"") == true)
        let named = ProfileWorkbench.profile([
            "customers": #"[ { "name": "g", "behavior": "preCaht", "messages": ["Hi"] } ]"#
        ])
        #expect(ProfileWorkbench.problems(named).first?.contains("did you mean \"preChat\"?") == true)
    }

    @Test func aGroupNeedsMessagesOnlyIfOneOfThemIsSaid() {
        let own = #"[ { "name": "g", "behavior": { "steps": [ { "say": "x" } ] } } ]"#
        #expect(ProfileWorkbench.problems(ProfileWorkbench.profile(["customers": own])) == [])
        let shared = #"[ { "name": "g", "behavior": { "steps": [ "say" ] } } ]"#
        let found = ProfileWorkbench.problems(ProfileWorkbench.profile(["customers": shared]))
        #expect(found.first?.contains("the key \"messages\" is missing") == true)
    }
}
