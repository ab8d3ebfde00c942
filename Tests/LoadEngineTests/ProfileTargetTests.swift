import JSONText
import LoadEngine
import Testing

/// Whom the customers talk to, and what platforms say about their own parts.
@Suite struct ProfileTargetTests {
    private typealias Bench = ProfileWorkbench

    private func platforms(_ profile: LoadProfile) -> [LoadProfile.PlatformTarget] {
        if case .platforms(let targets) = profile.target { targets } else { [] }
    }

    private func customers(_ targets: String?...) -> String {
        let groups = targets.enumerated().map { index, target in
            let member = target.map { ", \"target\": \"\($0)\"" } ?? ""
            return "{ \"name\": \"g\(index)\", \"behavior\": \"preChat\", \"messages\": [\"Hi\"]\(member) }"
        }
        return "[\(groups.joined(separator: ", "))]"
    }

    private let named = """
        { "eu": { "platform": "acme", "url": "http://eu.example" },
          "us": { "platform": "acme", "url": "http://us.example", "allowHosts": ["us.example"] } }
        """

    @Test func aSingleTargetIsCalledDefault() throws {
        let text = Bench.profile(["target": #"{ "platform": "acme", "url": "http://a.example", "allowHosts": ["a"] }"#])
        let target = try #require(platforms(try Bench.decode(text)).first)
        #expect(target.name == "default" && target.platform == "acme" && target.allowHosts == ["a"])
        #expect(target.path == "$.target" && target.file == "p.json")
        #expect(target.node["url"]?.value == .text("http://a.example"))
        #expect(
            target.problem("url", "no").description == "p.json:5:40: $.target.url: no"
                && target.problem("port", "no").description == "p.json:5:11: $.target.port: no"
        )
    }

    @Test func groupsChooseAmongNamedTargets() throws {
        let text = Bench.profile(["target": named, "customers": customers("us", "eu", "us")])
        let profile = try Bench.decode(text)
        #expect(platforms(profile).map(\.name) == ["eu", "us"])
        #expect(platforms(profile).map(\.allowHosts) == [[], ["us.example"]])
        #expect(platforms(profile)[1].path == "$.target.us")
        #expect(profile.customers.map(\.target) == ["us", "eu", "us"])
    }

    @Test func aChoiceThatIsMissingOrUnknownIsAProblem() {
        let text = Bench.profile(["target": named, "customers": customers(nil, "uss")])
        #expect(
            Bench.problems(text) == [
                "p.json:4:15: $.customers[0]: the key \"target\" is missing; there are: \"eu\", \"us\"",
                "p.json:4:145: $.customers[1].target: there is no target \"uss\"; did you mean \"us\"?",
            ]
        )
    }

    @Test func theOnlyNamedTargetNeedsNoChoice() throws {
        let text = Bench.profile(["target": #"{ "eu": { "platform": "acme", "url": "x" } }"#])
        #expect(try Bench.decode(text).customers[0].target == "eu")
    }

    @Test(arguments: [
        ("\"simulato\"", "$.target: found \"simulato\"; allowed: \"simulator\"; did you mean \"simulator\"?"),
        ("7", "$.target: found 7; allowed: \"simulator\", a target, or named targets"),
        ("{}", "$.target: the key \"platform\" is missing"),
        (
            "{ \"platform\": \"acne\", \"urll\": 1 }",
            "$.target.platform: found \"acne\"; allowed: \"acme\"; did you mean \"acme\"?"
        ),
        (
            "{ \"platform\": \"acme\", \"url\": \"x\", \"allowHost\": [] }",
            "$.target.allowHost: unknown key \"allowHost\"; did you mean \"allowHosts\"?"
        ),
        (
            "{ \"platform\": \"acme\", \"url\": \"\" }",
            "$.target.url: found an empty text; allowed: text that is not empty"
        ),
        ("{ \"eu\": { \"platform\": \"acme\" } }", "$.target.eu: the key \"url\" is missing"),
        (
            "{ \"eu\": { \"platform\": \"acme\", \"url\": \"x\" }, \"us\": 3 }",
            "$.target.us: found 3; allowed: an object"
        ),
    ])
    func targetsAreJudged(target: String, problem: String) {
        let found = Bench.problems(Bench.profile(["target": target])).filter { !$0.contains("customers") }
        #expect(found.map { String($0.split(separator: ": ", maxSplits: 1)[1]) } == [problem])
    }

    @Test(arguments: [
        (
            "{ \"platform\": \"acne\" }",
            "$.simulator.platform: found \"acne\"; allowed: \"acme\"; did you mean \"acme\"?"
        ),
        ("{ \"bots\": \"b.json\" }", "$.simulator.bots: unknown key \"bots\"; did you mean \"bot\"?"),
        ("{ \"bot\": \"b.json\" }", "$.simulator.bot: cannot read the file \"b.json\": no such file"),
        (
            "{ \"delays\": { \"ack\": 5 } }",
            "$.simulator.delays.ack: found the bare number 5; a duration is text with its unit: \"5s\" or \"5ms\""
        ),
        (
            "{ \"channel\": { \"preChats\": [] } }",
            "$.simulator.channel.preChats: unknown key \"preChats\"; did you mean \"preChat\"?"
        ),
        (
            "{ \"channel\": { \"preChat\": [ { \"ident\": \"a\", \"type\": \"lst\" } ] } }",
            "$.simulator.channel.preChat[0].type: found \"lst\"; allowed: \"text\", \"email\", \"list\"; did you mean "
                + "\"list\"?"
        ),
    ])
    func thePlatformJudgesItsSimulator(simulator: String, problem: String) {
        let found = Bench.problems(Bench.profile(["simulator": simulator]))
        #expect(found.map { String($0.split(separator: ": ", maxSplits: 1)[1]) } == [problem])
    }

    @Test func theSimulatorsPartsAreKeptForIt() throws {
        let text = Bench.profile(["simulator": #"{ "bot": "b.json", "channel": { "mode": "m" }, "delays": {} }"#])
        let simulator = try #require(try Bench.decode(text, file: "my/p.json", files: ["my/b.json": "{}"]).simulator)
        #expect(simulator.bot == "my/b.json")
        #expect(simulator.channel?["mode"]?.value == .text("m") && simulator.delays?.value == .object([]))
    }
}
