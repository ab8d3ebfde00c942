import ChatClient
import ChatModel
import Clockwork
import JSONText
import LoadEngine
import Testing

/// What the command line may change, and what it is told when it may not.
@Suite struct ProfileOverridesTests {
    private typealias Bench = ProfileWorkbench

    private let text = """
        {
          "name": "p", "seed": 5,
          "load": { "maxCustomers": 100, "phases": [
            { "name": "up", "duration": "10s", "arrivals": { "from": "0/s", "to": "20/s" } },
            { "name": "hold", "duration": "30s", "arrivals": "20/s" } ] },
          "storms": [ { "phase": "hold", "at": "2s", "over": "4s", "drop": "40%" } ],
          "customers": [
            { "name": "shoppers", "behavior": "preChat", "weight": 60, "messages": ["Hi"] },
            { "name": "commuters", "behavior": "reconnect", "weight": 40, "messages": ["Hi"] } ],
          "tags": { "a b": "1" }
        }
        """

    private func overrides(_ change: (inout ProfileOverrides) -> Void) -> ProfileOverrides {
        var overrides = ProfileOverrides()
        change(&overrides)
        return overrides
    }

    private func set(_ settings: String...) -> ProfileOverrides {
        overrides { $0.settings = settings }
    }

    // MARK: --set

    @Test(arguments: ["load.maxCustomers=7", "$.load.maxCustomers=7"])
    func aValueIsReplacedByItsPath(setting: String) throws {
        #expect(try Bench.decode(text, set(setting)).load.maxCustomers == 7)
    }

    @Test func elementsGoByNumberOrByName() throws {
        let profile = try Bench.decode(
            text,
            set(
                "customers[0].weight=1",
                "customers.commuters.weight=2",
                "load.phases[1].duration=1m",
                "load.phases.up.arrivals={\"from\":\"1/s\",\"to\":\"90/m\"}"
            )
        )
        #expect(profile.customers.map(\.weight) == [1, 2])
        #expect(profile.load.phases.map(\.duration) == [.seconds(10), .seconds(60)])
        #expect(profile.load.phases[0].from == 1 && profile.load.phases[0].to == 1.5)
    }

    @Test func keysMayBeAddedToWhatIsThere() throws {
        let profile = try Bench.decode(
            text,
            set("replyTimeout=9s", "tags[\"a b\"]=x=y", "tags.new=", "customers[1].messages=[\"One\", \"Two\"]")
        )
        #expect(profile.replyTimeout == .seconds(9))
        #expect(profile.tags.map(\.key) == ["a b", "new"] && profile.tags.map(\.value) == ["x=y", ""])
        #expect(profile.customers[1].messages.map(\.source) == ["One", "Two"])
    }

    @Test func laterSettingsSeeEarlierOnes() throws {
        let profile = try Bench.decode(text, set("think={}", "think.uniform={\"from\":\"1s\",\"to\":\"2s\"}"))
        #expect(profile.customers[0].think == .uniform(from: .seconds(1), to: .seconds(2)))
    }

    /// The n-th `--set` is line n of the file `--set`.
    @Test func whatCannotBeSetIsToldWithItsPlaceInTheCommandLine() {
        let found = Bench.problems(
            text,
            set(
                "lod.maxCustomers=1",
                "load.maxCustomers=none",
                "customers.shopers.weight=1",
                "load.phases[2].name=x",
                "nonsense",
                "name.first=1",
                "seed[0]=1",
                "load.maxCustomer=3",
                "customers[0].turns={\"from\": 3, \"too\": 4}"
            )
        )
        #expect(
            found == [
                "--set:1:1: $ has no \"lod\"; did you mean \"load\"?",
                "--set:2:19: $.load.maxCustomers: found \"none\"; allowed: a whole number from 1 to 1000000",
                "--set:3:1: $.customers has no \"shopers\"; did you mean \"shoppers\"?",
                "--set:4:1: $.load.phases has no [2]; it is a list of 2",
                "--set:5:1: found \"nonsense\"; allowed: PATH=VALUE, such as load.maxCustomers=100",
                "--set:6:1: $.name is \"p\", so it has no \"first\"",
                "--set:7:1: $.seed is 5, so it has no [0]",
                "--set:8:1: $.load.maxCustomer: unknown key \"maxCustomer\"; did you mean \"maxCustomers\"?",
                "--set:9:20: $.customers[0].turns: the key \"to\" is missing",
                "--set:9:32: $.customers[0].turns.too: unknown key \"too\"; did you mean \"to\"?",
            ]
        )
    }

    @Test(arguments: ["", "=", "=3", "a", "a.=3", ".=3", "a[=3", "a[x]=3", "a[-1]=3", "a[\"b]=3", "a..b=3"])
    func whatIsNoPathIsAProblem(setting: String) {
        #expect(
            Bench.problems(text, set(setting)) == [
                "--set:1:1: found \"\(setting)\"; allowed: PATH=VALUE, such as load.maxCustomers=100"
            ]
        )
    }

    // MARK: --seed, --scale, --duration

    @Test func aSeedReplacesTheProfiles() throws {
        #expect(try Bench.decode(text).seed == 5)
        #expect(try Bench.decode(text, overrides { $0.seed = .max }).seed == .max)
    }

    @Test func scaleMultipliesRatesAndTheMaximum() throws {
        let load = try Bench.decode(text, overrides { $0.scale = 2.5 }).load
        #expect(load.phases.map(\.from) == [0, 50] && load.phases.map(\.to) == [50, 50])
        #expect(load.maxCustomers == 250 && load.duration == .seconds(40))
        #expect(try Bench.decode(text, overrides { $0.scale = 0.001 }).load.maxCustomers == 1)
        #expect(try Bench.decode(text, set("load.maxCustomers=1000000")).load.maxCustomers == 1_000_000)
        var most = set("load.maxCustomers=1000000")
        most.scale = 10_000
        #expect(try Bench.decode(text, most).load.maxCustomers == 1_000_000)
    }

    @Test func scaleMultipliesTheCustomersOfAClosedModel() throws {
        let closed = #"{ "model": "closed", "phases": [ { "name": "a", "duration": "1s", "customers": 30 } ] }"#
        let load = try Bench.decode(Bench.profile(["load": closed]), overrides { $0.scale = 0.1 }).load
        #expect(load.phases[0].from == 3 && load.customers(at: .zero) == 3)
    }

    @Test func durationStretchesPhasesAndStorms() throws {
        let profile = try Bench.decode(text, overrides { $0.duration = .seconds(10) })
        #expect(profile.load.phases.map(\.duration) == [.seconds(2.5), .seconds(7.5)])
        #expect(
            profile.storms == [Storm(at: .seconds(3), over: .seconds(1), share: 0.4, how: .reset)]
        )
        #expect(profile.load.phases[1].from == 20)
    }

    @Test func aStretchedWholeIsExact() throws {
        let phases = (1...7).map { #"{ "name": "p\#($0)", "duration": "\#($0)s", "arrivals": "1/s" }"# }
        let text = Bench.profile(["load": "{ \"phases\": [\(phases.joined(separator: ","))] }"])
        let whole = Duration.nanoseconds(999_999_999)
        let load = try Bench.decode(text, overrides { $0.duration = whole }).load
        #expect(load.duration == whole && load.phases.allSatisfy { $0.duration > .zero })
    }

    @Test func flagsOutOfRangeAreProblemsToo() {
        for (scale, text) in [(0, "0.0"), (-1, "-1.0"), (1e9, "1000000000.0"), (.nan, "nan"), (.infinity, "inf")] {
            #expect(
                Bench.problems(self.text, overrides { $0.scale = scale }) == [
                    "--scale:1:1: found \(text); allowed: a number above 0 and up to 10000"
                ]
            )
        }
        #expect(
            Bench.problems(text, overrides { $0.duration = .zero }) == [
                "--duration:1:1: found 0s; allowed: a duration from 1ms to 720h"
            ]
        )
    }

    // MARK: --target

    private let away = Bench.profile([
        "target": #"{ "platform": "acme", "url": "${env:CHAT_URL}" }"#
    ])

    @Test func aTargetFileReplacesTheTarget() throws {
        let file = ProfileOverrides.Target.file(name: "t.json", text: #"{ "platform": "acme", "url": "${env:U}" }"#)
        let profile = try Bench.decode(away, overrides { $0.target = file }, environment: ["U": "http://here"])
        guard case .platforms(let targets) = profile.target else { return #expect(Bool(false), "no target") }
        #expect(targets.map(\.file) == ["t.json"] && targets.map(\.path) == ["$"])
        #expect(targets[0].node["url"]?.value == .text("http://here"))
        #expect(targets[0].problem("url", "no").description == "t.json:1:30: $.url: no")
    }

    /// The variables of a target that is not used need not be there.
    @Test func theSimulatorReplacesTheTarget() throws {
        let profile = try Bench.decode(away, overrides { $0.target = .simulator })
        guard case .simulator = profile.target else { return #expect(Bool(false), "no simulator") }
        #expect(profile.simulator?.platform == "acme")
    }

    @Test func oneTargetForAllReplacesNamedOnes() throws {
        let text = Bench.profile([
            "target": #"{ "eu": { "platform": "acme", "url": "x" }, "us": { "platform": "acme", "url": "y" } }"#,
            "customers": #"[ { "name": "g", "behavior": "preChat", "messages": ["Hi"], "target": "us" } ]"#,
        ])
        #expect(try Bench.decode(text).customers[0].target == "us")
        let file = ProfileOverrides.Target.file(name: "t.json", text: #"{ "platform": "acme", "url": "z" }"#)
        #expect(try Bench.decode(text, overrides { $0.target = file }).customers[0].target == nil)
    }

    @Test func aTargetFilesProblemsStandAmongTheOthers() {
        let bad = ProfileOverrides.Target.file(name: "t.json", text: #"{ "platform": "acme", "ulr": "z" }"#)
        #expect(
            Bench.problems(Bench.profile(["sed": "1"]), overrides { $0.target = bad }) == [
                "p.json:5:1: $.sed: unknown key \"sed\"; did you mean \"seed\"?",
                "t.json:1:1: $: the key \"url\" is missing",
                "t.json:1:23: $.ulr: unknown key \"ulr\"; did you mean \"url\"?",
            ]
        )
        let broken = ProfileOverrides.Target.file(name: "t.json", text: "{")
        #expect(
            Bench.problems(Bench.profile(), overrides { $0.target = broken }) == [
                "t.json:1:2: a key in double quotes should stand here"
            ]
        )
    }
}
