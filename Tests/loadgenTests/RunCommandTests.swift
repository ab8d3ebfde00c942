import Foundation
import LaunchKit
import Testing

@testable import loadgen

/// What `run` refuses, all of it before anything is started or connected to.
@Suite struct RunCommandTests {
    private let drawer: Drawer

    init() throws {
        drawer = try Drawer()
    }

    /// A run of a profile that has only the faults that the test gives it.
    private func run(_ profile: String, _ flags: [String] = []) throws -> CapturedRun {
        let path = try drawer.write(profile, as: "p.json")
        let run = CapturedRun(["run", path, "--results", drawer.path("results")] + flags)
        #expect(run.code == .badConfiguration, "\(run.notes)")
        #expect(run.output.isEmpty)
        #expect(!drawer.exists("results"), "nothing is written for a run that does not begin")
        return run
    }

    private static func profile(target: String = #""simulator""#, more: String = "", customers: String = "") -> String {
        """
        { "name": "p", "target": \(target), \(more)
          "load": { "phases": [ { "name": "steady", "duration": "1s", "arrivals": "1/s" } ] },
          "customers": [ { "name": "v", "behavior": "preChat", \(customers) "messages": ["Hello?"] } ] }
        """
    }

    private static func target(
        chat: String = "http://127.0.0.1:9/chat",
        socket: String = "ws://127.0.0.1:9/"
    ) -> String {
        """
        { "platform": "cxone", "chatUrl": "\(chat)", "socketUrl": "\(socket)", "brandId": 1, "channelId": "c" }
        """
    }

    @Test(arguments: [["run", "nowhere"], ["--profile", "nowhere"], ["run", "nowhere.json"]])
    func aMissingProfileIsLookedForInSeveralPlaces(words: [String]) {
        let run = CapturedRun(words)
        #expect(run.code == .badConfiguration)
        #expect(run.notes.contains("nowhere"))
        #expect(run.notes.contains("not found; looked for"))
        #expect(run.notes.contains("profiles/nowhere"))
    }

    @Test func allFaultsAreToldAtOnceWithTheirPlaces() throws {
        let text = """
            { "name": "p", "sede": 4,
              "load": { "phases": [ { "name": "steady", "duration": 5, "arrivals": "1/s" } ] },
              "customers": [
                { "name": "v", "behavior": "preChat", "messages": ["Hello?"] },
                { "name": "w", "behavior": "prechat", "wieght": 3, "messages": [] } ] }
            """
        let run = try run(text)
        let lines = run.notes.split(separator: "\n").map { $0.replacing(drawer.path("p.json"), with: "p.json") }
        let starts = [
            "p.json:1:16: $.sede: ",
            "p.json:2:57: $.load.phases[0].duration: ",
            "p.json:5:32: $.customers[1].behavior: ",
            "p.json:5:43: $.customers[1].wieght: ",
            "p.json:5:68: $.customers[1].messages: ",
        ]
        #expect(lines.count == starts.count + 1)
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
        #expect(lines[0].contains("did you mean \"seed\""))
        #expect(lines[1].contains("found the bare number 5"))
        #expect(lines[3].contains("did you mean \"weight\""))
        #expect(lines.last == "5 problems; nothing was started")
    }

    /// More than there are ports, on any machine.
    @Test func aRunThatCouldNotStartWholeDoesNotStart() throws {
        let run = try run(
            """
            { "name": "p", "load": { "model": "closed", "maxCustomers": 900000,
                "phases": [ { "name": "steady", "duration": "1s", "customers": 900000 } ] },
              "customers": [ { "name": "v", "behavior": "preChat", "messages": ["Hello?"] } ] }
            """
        )
        #expect(run.notes.contains("local ports to one address: "))
        #expect(run.notes.contains("900000 customers at once cannot all start on this machine"))
    }

    @Test func theDoctorSaysWhatIsNeeded() {
        let fine = CapturedRun(["doctor", "--customers", "1"])
        #expect(fine.code == .success && fine.output.contains("descriptors of a process: "), "\(fine.output)")
        #expect(fine.output.contains("a run of 1 customers can start whole here"))
        let ill = CapturedRun(["doctor", "--customers", "900000"])
        #expect(ill.code == .badConfiguration && ill.output.contains("needed 1800000"), "\(ill.output)")
    }

    @Test func aProfileThatIsNoJSONIsTold() throws {
        let run = try run("{ \"name\": \"p\",\n  oops }")
        #expect(run.notes.contains("p.json:2:3: "))
        #expect(run.notes.contains("1 problem; nothing was started"))
    }

    @Test func aRequiredQuestionNeedsAnAnswer() throws {
        let form = """
            "simulator": { "channel": { "mode": "singleThread", "preChat": [
              { "ident": "fullname", "label": "Name", "type": "text", "required": true },
              { "ident": "note", "label": "Note", "type": "text", "required": false } ] } },
            """
        let run = try run(Self.profile(more: form, customers: #""answers": { "fulname": "x" },"#))
        #expect(run.notes.contains("$.customers[0].answers: the channel's form requires \"fullname\""))
        #expect(run.notes.contains("does not ask \"fulname\"; did you mean \"fullname\""))
        #expect(!run.notes.contains("\"note\""), "what is not required needs no answer")
    }

    @Test(arguments: ["192.0.2.7", "shop.example.invalid", "[2001:db8::1]"])
    func aHostThatIsNotOursIsRefused(host: String) throws {
        let run = try run(Self.profile(target: Self.target(socket: "ws://\(host)/socket")))
        let bare = host.filter { $0 != "[" && $0 != "]" }
        #expect(run.notes.contains("$.target.socketUrl: "))
        #expect(run.notes.contains(bare))
        #expect(run.notes.contains("neither on loopback nor named in \"allowHosts\""))
        #expect(!run.notes.contains("chatUrl"), "the one on loopback is fine")
    }

    /// Shown by a listener: the half of the target that may be connected to is not touched either.
    @Test func nothingIsConnectedToForABadProfile() throws {
        let listener = try QuietListener()
        let chat = "http://127.0.0.1:\(listener.port)/chat"
        let run = try run(Self.profile(target: Self.target(chat: chat, socket: "ws://192.0.2.7/socket")))
        #expect(run.notes.contains("192.0.2.7"))
        #expect(!listener.wasVisited)
    }

    @Test func aHostMayBeAllowedByTheCommandLine() throws {
        // The profile's other fault remains, so nothing is started.
        let text = Self.profile(target: Self.target(socket: "ws://Shop.Example.invalid/"), more: #""x": 1,"#)
        #expect(try run(text, ["--allow-host", "shop.example.INVALID"]).notes.contains("1 problem;"))
        #expect(try run(text, ["--allow-host", "other.invalid"]).notes.contains("2 problems;"))
    }

    @Test(arguments: [
        ("ftp://127.0.0.1:9/chat", "ws://127.0.0.1:9/", "ftp"),
        ("http://127.0.0.1:9/chat", "http://127.0.0.1:9/", "found the scheme \"http\"; allowed: \"ws\" and \"wss\""),
    ])
    func aSchemeThatIsNotServedIsRefused(chat: String, socket: String, answer: String) throws {
        #expect(try run(Self.profile(target: Self.target(chat: chat, socket: socket))).notes.contains(answer))
    }

    @Test func aTargetFileIsJudgedLikeAProfilesTarget() throws {
        let file = try drawer.write(Self.target(socket: "ws://192.0.2.7/"), as: "target.json")
        let told = try run(Self.profile(), ["--target", file])
        #expect(told.notes.contains("target.json:1:"))
        #expect(told.notes.contains("192.0.2.7"))
        let missing = try run(Self.profile(), ["--target", drawer.path("none.json")])
        #expect(missing.notes.contains("none.json"))
    }

    @Test(arguments: [
        ("load.maxCustomer=5", "did you mean \"maxCustomers\""),
        ("load.maxCustomers=many", "found \"many\""),
        ("load.phases[3].duration=1s", "has no [3]; it is a list of 1"),
        ("customers.somebody.weight=2", "there are: \"v\""),
        ("seed.of=2", "has no \"seed\""),
        ("=2", "PATH=VALUE"),
    ])
    func whatCannotBeSetIsTold(setting: String, answer: String) throws {
        #expect(try run(Self.profile(), ["--set", setting]).notes.contains(answer))
    }

    /// The target's fault, and none of the flags', is what keeps these from starting.
    @Test(arguments: [
        ["--scale", "0.5"], ["--scale", "3"], ["--scale=10"], ["--duration", "1m30s"], ["-d", "500ms"],
        ["--duration=2h"], ["--loops", "2"], ["--seed", "0"], ["--set", "load.maxCustomers=5"],
        ["--set", "customers.v.weight=2", "--set", "$.load.phases[0].arrivals=\"2/s\""],
    ])
    func wellFormedFlagsAreTaken(flags: [String]) throws {
        let run = try run(Self.profile(target: Self.target(socket: "ws://192.0.2.7/")), flags)
        #expect(run.notes.contains("192.0.2.7"))
        #expect(run.notes.contains("1 problem;"))
    }

    @Test func aDurationBeyondAllReasonIsRefused() throws {
        #expect(try run(Self.profile(), ["--duration", "9000h"]).notes.contains("--duration"))
    }

    @Test func secretsAreNotPrinted() throws {
        let text = Self.profile(target: Self.target(socket: "ws://${env:SHOP}/"))
        let masked = try run(text, ["-e", "SHOP=topsecret.example"])
        #expect(!masked.notes.contains("topsecret"))
        #expect(masked.notes.contains("$.target.socketUrl"))
        #expect(try run(text).notes.contains("SHOP"), "a variable that is not set is named")
    }

    @Test func aBadBotStopsTheRunBeforeItsSimulatorStarts() throws {
        let bot = try drawer.write(#"{ "name": "b", "agent": { "id": 1 }, "ruels": [] }"#, as: "bot.json")
        let told = try run(Self.profile(more: #""simulator": { "bot": "\#(bot)" },"#))
        #expect(told.notes.contains("bot.json:1:"))
        #expect(told.notes.contains("did you mean \"rules\""))
        let missing = try run(Self.profile(more: #""simulator": { "bot": "no-such-bot.json" },"#))
        #expect(missing.notes.contains("no-such-bot.json"))
        #expect(ownChildren == [])
    }

    private var ownChildren: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let parent = "\nPPid:\t\(ProcessInfo.processInfo.processIdentifier)\n"
        return names.filter { name in
            guard Int(name) != nil else { return false }
            let status = (try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)) ?? ""
            let words = (try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)) ?? ""
            return status.contains(parent) && words.contains("--embedded")
        }
    }
}
