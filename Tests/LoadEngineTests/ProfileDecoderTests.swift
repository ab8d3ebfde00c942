import ChatClient
import ChatModel
import Clockwork
import JSONText
import LoadEngine
import LoadMetrics
import Testing

/// What the decoder answers; `ProfileReading` is tested through it, part by part.
@Suite struct ProfileDecoderTests {
    private typealias Bench = ProfileWorkbench

    // MARK: What is right

    @Test func aShortProfileIsFilledInWithDefaults() throws {
        let profile = try Bench.decode(Bench.profile())
        #expect(profile.seed == 99)
        #expect(profile.load.model == .open(.poisson))
        #expect(profile.load.maxCustomers == 10_000 && profile.load.gracefulStop == .seconds(30))
        #expect(profile.load.phases == [LoadPlan.Phase(name: "only", duration: .seconds(10), from: 1, to: 1)])
        #expect(profile.replyTimeout == .seconds(30) && profile.httpIdle == .seconds(10))
        #expect(profile.storms.isEmpty && profile.thresholds.isEmpty && profile.tags.isEmpty)
        #expect(profile.simulator?.platform == "acme" && profile.simulator?.bot == nil)
        guard case .simulator = profile.target else { return #expect(Bool(false), "\(profile.target)") }
        let group = try #require(profile.customers.first)
        #expect(group.weight == 1 && group.turns == 1...1 && group.answers.isEmpty && group.target == nil)
        #expect(group.reconnect == .vendor)
        #expect(group.think == .lognormal(median: .seconds(5), sigma: 0.6))
        #expect(group.typing == TypingPace(charactersPerSecond: 5, jitter: 0.3))
    }

    @Test func aClosedModelTakesCustomers() throws {
        let load = """
            { "model": "closed", "maxCustomers": 50, "phases": [
                { "name": "up", "duration": "1m", "customers": { "from": 0, "to": 40 } },
                { "name": "hold", "duration": "1m30s", "customers": 40, "record": false } ] }
            """
        let plan = try Bench.decode(Bench.profile(["load": load])).load
        #expect(plan.model == .closed && plan.duration == .seconds(150))
        #expect(plan.phases.map(\.from) == [0, 40] && plan.phases.map(\.to) == [40, 40])
        #expect(plan.phases.map(\.isRecorded) == [true, false])
    }

    @Test func ratesMayCountPerMinuteOrHour() throws {
        let load = """
            { "arrivals": "uniform", "phases": [
                { "name": "a", "duration": "1s", "arrivals": "90/m" },
                { "name": "b", "duration": "1s", "arrivals": { "from": "3600/h", "to": "0/s" } } ] }
            """
        let plan = try Bench.decode(Bench.profile(["load": load])).load
        #expect(plan.model == .open(.uniform))
        #expect(plan.phases.map(\.from) == [1.5, 1] && plan.phases.map(\.to) == [1.5, 0])
    }

    @Test func aGroupMayThinkTypeAndComeBackInItsOwnWay() throws {
        let customers = """
            [ { "name": "a", "behavior": "reconnect", "messages": ["Hi"], "role": "customer", "weight": 0.5,
                "think": { "uniform": { "from": "1s", "to": "2s" } }, "typing": { "charactersPerSecond": 3, "atMost": "9s" },
                "reconnect": { "base": "1s", "factor": 3, "cap": "20s", "jitter": 0.25, "attempts": 4 } },
              { "name": "b", "behavior": "preChat", "messages": ["Hi"], "typing": { "exponential": { "mean": "2s" } },
                "reconnect": "none" },
              { "name": "c", "behavior": "preChat", "messages": ["Hi"], "reconnect": { "base": "2s" } } ]
            """
        let groups = try Bench.decode(
            Bench.profile(["customers": customers, "think": #""7s""#, "typing": #""400ms""#])
        ).customers
        #expect(groups[0].think == .uniform(from: .seconds(1), to: .seconds(2)))
        #expect(groups[0].typing == TypingPace(charactersPerSecond: 3, jitter: 0, atMost: .seconds(9)))
        #expect(
            groups[0].reconnect
                == .policy(
                    ReconnectPolicy(base: .seconds(1), factor: 3, cap: .seconds(20), jitterShare: 0.25, attempts: 4)
                )
        )
        #expect(groups[1].think == .constant(.seconds(7)) && groups[1].reconnect == .policy(.none))
        #expect(groups[1].typing == TypingPace(time: .exponential(mean: .seconds(2))))
        #expect(groups[2].typing == TypingPace(time: .constant(.milliseconds(400))))
        #expect(
            groups[2].reconnect
                == .policy(
                    ReconnectPolicy(base: .seconds(2), factor: 2, cap: .seconds(30), jitterShare: 0.3, attempts: 10)
                )
        )
    }

    @Test func stormsAreCountedFromTheStartOfTheRun() throws {
        let load = """
            { "phases": [ { "name": "a", "duration": "20s", "arrivals": "1/s" },
                          { "name": "b", "duration": "20s", "arrivals": "1/s" } ] }
            """
        let storms = """
            [ { "phase": "b", "at": "3s", "drop": "40%", "over": "1s", "how": "silence" },
              { "phase": "a", "drop": "2.5%" } ]
            """
        let profile = try Bench.decode(Bench.profile(["load": load, "storms": storms]))
        #expect(
            profile.storms == [
                Storm(at: .seconds(23), over: .seconds(1), share: 0.4, how: .silence),
                Storm(at: .zero, over: .zero, share: 0.025, how: .reset),
            ]
        )
    }

    @Test func tagsAndThresholdsKeepTheirOrder() throws {
        let profile = try Bench.decode(
            Bench.profile([
                "tags": #"{ "z": "1", "a": "2" }"#,
                "thresholds": """
                { "messages_lost": ["count==0"], "chat_reply_duration{phase:only}": ["p(95)<800", "p(99)<2000"] }
                """,
            ])
        )
        #expect(profile.tags.map(\.key) == ["z", "a"] && profile.tags.map(\.value) == ["1", "2"])
        #expect(profile.thresholds.map(\.expression) == ["count==0", "p(95)<800", "p(99)<2000"])
        #expect(profile.thresholds[2].metric == "chat_reply_duration{phase:only}")
    }

    // MARK: What is wrong

    @Test func everyProblemIsToldAtOnceInTheOrderOfTheFile() {
        let text = """
            {
              "name": "p", "sed": 1,
              "load": { "phases": [
                { "name": "a", "duration": 5, "arrivals": "1/s" },
                { "name": "a", "duration": "5s", "arrivals": 60 } ] },
              "customers": [
                { "name": "g", "behaviour": "preChat", "weight": -1, "messages": [] } ],
              "replyTimeout": "soon"
            }
            """
        #expect(
            Bench.problems(text) == [
                "p.json:2:16: $.sed: unknown key \"sed\"; did you mean \"seed\"?",
                "p.json:4:32: $.load.phases[0].duration: found the bare number 5; a duration is text with its unit: "
                    + "\"5s\" or \"5ms\"",
                "p.json:5:15: $.load.phases[1].name: the name \"a\" stands here a second time",
                "p.json:5:50: $.load.phases[1].arrivals: found the bare number 60; a rate is text with its unit: "
                    + "\"60/s\" or \"60/m\"",
                "p.json:7:5: $.customers[0]: the key \"behavior\" is missing",
                "p.json:7:20: $.customers[0].behaviour: unknown key \"behaviour\"; did you mean \"behavior\"?",
                "p.json:7:54: $.customers[0].weight: found -1; allowed: a number from 0 to 1000000",
                "p.json:7:70: $.customers[0].messages: found a list of 0; allowed: a list of at least 1",
                "p.json:8:19: $.replyTimeout: found \"soon\"; allowed: a duration with its unit, such as \"500ms\", "
                    + "\"1.5s\" or \"1m30s\"",
            ]
        )
    }

    @Test func whatIsNoProfileAtAllIsSaid() {
        #expect(
            Bench.problems("{ // mine\n}") == [
                "p.json:1:3: a key in double quotes should stand here (comments are not part of JSON)"
            ]
        )
        #expect(Bench.problems("[]") == ["p.json:1:1: $: found a list; allowed: an object"])
        #expect(
            Bench.problems("{}") == [
                "p.json:1:1: $: the key \"name\" is missing",
                "p.json:1:1: $: the key \"load\" is missing",
                "p.json:1:1: $: the key \"customers\" is missing",
            ]
        )
    }

    /// Replaces one member and compares the one problem, without its place.
    @Test(arguments: [
        (
            "name", "\"a b\"",
            "$.name: found \"a b\"; allowed: a name of up to 64 letters, digits, \"-\", \"_\" and \".\" "
                + "that begins with a letter or digit"
        ),
        (
            "name", "3",
            "$.name: found 3; allowed: a name of up to 64 letters, digits, \"-\", \"_\" and \".\" that begins "
                + "with a letter or digit"
        ),
        ("seed", "1.5", "$.seed: found 1.5; allowed: a whole number from 0 to 9007199254740991"),
        (
            "httpIdle", "[]",
            "$.httpIdle: found a list; allowed: a duration with its unit, such as \"500ms\", \"1.5s\" or "
                + "\"1m30s\""
        ),
        ("replyTimeout", "\"0s\"", "$.replyTimeout: found \"0s\"; allowed: a duration of at least 1ms"),
        ("tags", "{ \"a\": 1 }", "$.tags.a: found 1; allowed: text"),
        (
            "thresholds", "{ \"messages_lost\": \"count==0\" }",
            "$.thresholds.messages_lost: found \"count==0\"; allowed: a list"
        ),
        (
            "think", "{ \"lognormal\": { \"median\": \"3s\" } }",
            "$.think.lognormal: the key \"sigma\" is missing"
        ),
        (
            "think", "{ \"uniform\": { \"from\": \"3s\", \"to\": \"1s\" } }",
            "$.think.uniform.to: \"to\" is less than \"from\""
        ),
        (
            "think", "{ \"logNormal\": { \"median\": \"3s\", \"sigma\": 1 } }",
            "$.think.logNormal: unknown key \"logNormal\"; did you mean \"lognormal\"?"
        ),
        ("think", "{}", "$.think: found 0 shapes; allowed: one of \"uniform\", \"exponential\", \"lognormal\""),
        ("think", "3", "$.think: found the bare number 3; a duration is text with its unit: \"3s\" or \"3ms\""),
        ("typing", "{ \"jitter\": 0.5 }", "$.typing: the key \"charactersPerSecond\" is missing"),
        (
            "typing", "{ \"charactersPerSecond\": 0 }",
            "$.typing.charactersPerSecond: found 0; allowed: a number from 0.1 to 1000"
        ),
        (
            "typing", "{ \"charactersPerSecond\": 5, \"jitter\": 2 }",
            "$.typing.jitter: found 2; allowed: a number from 0 to 1"
        ),
        ("load", "[]", "$.load: found a list; allowed: an object"),
        ("customers", "[]", "$.customers: found a list of 0; allowed: a list of at least 1"),
    ])
    func topLevelValuesAreJudged(key: String, json: String, problem: String) {
        let found = Bench.problems(Bench.profile([key: json])).map(withoutPlace)
        #expect(found == (problem.isEmpty ? [] : [problem]))
    }

    @Test(arguments: [
        ("\"model\": \"open\", \"phases\": []", "$.load.phases: found a list of 0; allowed: a list of at least 1"),
        (
            "\"model\": \"opne\", \"phases\": [\(phase)]",
            "$.load.model: found \"opne\"; allowed: \"open\", \"closed\"; did you mean \"open\"?"
        ),
        (
            "\"arrivals\": \"poison\", \"phases\": [\(phase)]",
            "$.load.arrivals: found \"poison\"; allowed: \"poisson\", \"uniform\"; did you mean \"poisson\"?"
        ),
        (
            "\"maxCustomers\": 0, \"phases\": [\(phase)]",
            "$.load.maxCustomers: found 0; allowed: a whole number from 1 to 1000000"
        ),
        (
            "\"gracefulStop\": 10, \"phases\": [\(phase)]",
            "$.load.gracefulStop: found the bare number 10; a duration is text with its unit: \"10s\" or \"10ms\""
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"arrivals\": \"200000/s\" }]",
            "$.load.phases[0].arrivals: found \"200000/s\"; allowed: a rate of at most 100000/s"
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"0s\", \"arrivals\": \"1/s\" }]",
            "$.load.phases[0].duration: found \"0s\"; allowed: a duration of at least 1ms"
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"721h\", \"arrivals\": \"1/s\" }]",
            "$.load.phases[0].duration: found \"721h\"; allowed: a duration of at most 720h"
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"400h\", \"arrivals\": \"1/s\" }, "
                + "{ \"name\": \"b\", \"duration\": \"400h\", \"arrivals\": \"1/s\" }]",
            "$.load.phases: the phases take 800h together; allowed: at most 720h"
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"arrivals\": \"0/s\" }]",
            "$.load.phases: no customer would ever come; one phase at least needs arrivals"
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"arrivals\": \"-1/s\" }]",
            "$.load.phases[0].arrivals: found \"-1/s\"; allowed: a rate with its unit, such as \"60/s\" or \"90/m\""
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"arrivals\": { \"from\": \"1/s\" } }]",
            "$.load.phases[0].arrivals: the key \"to\" is missing"
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"arrivals\": \"1/s\", \"customers\": 3 }]",
            "$.load.phases[0].customers: \"customers\" belongs to the closed model; the open one takes \"arrivals\""
        ),
        (
            "\"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"arrivals\": \"1/s\", \"recrd\": false }]",
            "$.load.phases[0].recrd: unknown key \"recrd\"; did you mean \"record\"?"
        ),
        (
            "\"model\": \"closed\", \"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"customers\": \"5\" }]",
            "$.load.phases[0].customers: found \"5\"; allowed: a whole number from 0 to 1000000"
        ),
        (
            "\"model\": \"closed\", \"arrivals\": \"poisson\", \"phases\": "
                + "[{ \"name\": \"a\", \"duration\": \"5s\", \"customers\": 5 }]",
            "$.load.arrivals: \"arrivals\" belongs to the open model; a closed one takes \"customers\""
        ),
        (
            "\"model\": \"closed\", \"phases\": [{ \"name\": \"a\", \"duration\": \"5s\", \"customers\": 0 }]",
            "$.load.phases: no customer would ever come; one phase at least needs customers"
        ),
    ])
    func loadsAreJudged(members: String, problem: String) {
        #expect(Bench.problems(Bench.profile(["load": "{ \(members) }"])).map(withoutPlace) == [problem])
    }

    @Test(arguments: [
        (
            "\"phase\": \"onyl\", \"drop\": \"4%\"",
            "$.storms[0].phase: there is no phase \"onyl\"; did you mean \"only\"?"
        ),
        ("\"phase\": \"x\", \"drop\": \"4%\"", "$.storms[0].phase: there is no phase \"x\"; there are: \"only\""),
        (
            "\"phase\": \"only\", \"at\": \"10s\", \"drop\": \"4%\"",
            "$.storms[0].at: the phase \"only\" ends after 10s, before this storm begins"
        ),
        ("\"phase\": \"only\"", "$.storms[0]: the key \"drop\" is missing"),
        ("\"phase\": \"only\", \"drop\": 0.4", "$.storms[0].drop: found 0.4; allowed: a share from \"0%\" to \"100%\""),
        (
            "\"phase\": \"only\", \"drop\": \"101%\"",
            "$.storms[0].drop: found \"101%\"; allowed: a share from \"0%\" to \"100%\""
        ),
        (
            "\"phase\": \"only\", \"drop\": \"4%\", \"how\": \"rest\"",
            "$.storms[0].how: found \"rest\"; allowed: \"reset\", \"close\", \"silence\", \"restart\"; did you mean \"reset\"?"
        ),
    ])
    func stormsAreJudged(members: String, problem: String) {
        #expect(Bench.problems(Bench.profile(["storms": "[{ \(members) }]"])).map(withoutPlace) == [problem])
    }

    @Test(arguments: [
        (
            "\"behavior\": \"prechat\"",
            "behavior: found \"prechat\"; allowed: \"preChat\", \"reconnect\", the path of a file of steps, or {\"steps\": […]}; did you mean \"preChat\"?"
        ),
        ("\"behavior\": \"preChat\", \"weight\": \"60\"", "weight: found \"60\"; allowed: a number from 0 to 1000000"),
        ("\"behavior\": \"preChat\", \"turns\": 0", "turns: found 0; allowed: a whole number from 1 to 100000"),
        (
            "\"behavior\": \"preChat\", \"turns\": { \"from\": 3, \"to\": 2 }",
            "turns.to: \"to\" is less than \"from\""
        ),
        ("\"behavior\": \"preChat\", \"role\": \"agent\"", "role: found \"agent\"; allowed: \"customer\""),
        (
            "\"behavior\": \"preChat\", \"reconnect\": \"vendors\"",
            "reconnect: found \"vendors\"; allowed: \"vendor\", \"none\"; did you mean \"vendor\"?"
        ),
        (
            "\"behavior\": \"preChat\", \"reconnect\": 3",
            "reconnect: found 3; allowed: \"vendor\", \"none\", or {base, factor, cap, jitter, attempts}"
        ),
        (
            "\"behavior\": \"preChat\", \"reconnect\": { \"base\": \"3s\", \"cap\": \"1s\" }",
            "reconnect.cap: \"cap\" is less than \"base\""
        ),
        (
            "\"behavior\": \"preChat\", \"reconnect\": { \"base\": \"3s\", \"jitter\": \"1s\" }",
            "reconnect.jitter: found \"1s\"; allowed: a number from 0 to 1"
        ),
        (
            "\"behavior\": \"preChat\", \"target\": \"eu\"",
            "target: there are no named targets, so none is called \"eu\""
        ),
        ("\"behavior\": \"preChat\", \"thinks\": \"1s\"", "thinks: unknown key \"thinks\"; did you mean \"think\"?"),
    ])
    func groupsAreJudged(members: String, problem: String) {
        let group = "[{ \"name\": \"g\", \"messages\": [\"Hi\"], \(members) }]"
        let found = Bench.problems(Bench.profile(["customers": group])).map(withoutPlace)
        #expect(found == ["$.customers[0].\(problem)"])
    }

    /// What a threshold may say is tested where it is judged.
    @Test func thresholdsAreJudgedAtTheirMetricOrTheirExpression() {
        let thresholds = """
            { "mesages_lost": ["count==0", "count<1"], "chat_reply_duration{phase:onyl}": ["p(95)<1"],
              "messages_lost": ["count==0", "p(95)<1"], "chat_connect_failed": ["rate<0.01"] }
            """
        let problems = Bench.problems(Bench.profile(["thresholds": thresholds])).map { $0.prefix { $0 != "\"" } }
        #expect(
            problems == [
                "p.json:5:17: $.thresholds.mesages_lost: there is no metric ",
                "p.json:5:58: $.thresholds[",
                "p.json:6:33: $.thresholds.messages_lost[1]: messages_lost has count and rate, not ",
            ]
        )
    }

    @Test func oneGroupAtLeastHasWeight() {
        let groups = """
            [ { "name": "a", "behavior": "preChat", "weight": 0, "messages": ["Hi"] },
              { "name": "a", "behavior": "preChat", "weight": 0, "messages": ["Hi"] } ]
            """
        #expect(
            Bench.problems(Bench.profile(["customers": groups])) == [
                "p.json:4:14: $.customers: all weights are 0; one group at least needs more",
                "p.json:5:13: $.customers[1].name: the name \"a\" stands here a second time",
            ]
        )
    }

    private static let phase = "{ \"name\": \"only\", \"duration\": \"1s\", \"arrivals\": \"1/s\" }"

    private func withoutPlace(_ problem: String) -> String {
        problem.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? problem
    }
}
