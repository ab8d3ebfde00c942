import LaunchKit
import Testing

@testable import loadgen

/// What `serve` refuses; that it serves is for whole processes to show.
@Suite struct ServeCommandTests {
    private let drawer: Drawer

    init() throws {
        drawer = try Drawer()
    }

    private func serve(_ flags: [String]) -> CapturedRun {
        let run = CapturedRun(["serve"] + flags)
        #expect(run.code == .badConfiguration, "\(run.notes)")
        return run
    }

    @Test func aPortInUseIsToldWithAWayOut() throws {
        let listener = try QuietListener()
        let run = serve(["--listen", "127.0.0.1:\(listener.port)"])
        #expect(run.notes.contains("cannot listen on 127.0.0.1:\(listener.port)"))
        #expect(run.notes.contains("another program listens there, or choose a port with --listen"))
    }

    @Test func onlyLoopbackIsServed() {
        #expect(serve(["--listen", "192.0.2.7:8080"]).notes.contains("\"192.0.2.7\" is not on loopback"))
        #expect(serve(["--listen", "0.0.0.0:0"]).notes.contains("\"0.0.0.0\" is not on loopback"))
    }

    @Test func anUnknownPlatformIsToldWithAGuess() {
        let run = serve(["--platform", "cxnoe", "--listen", "127.0.0.1:0"])
        #expect(run.notes.contains("no platform \"cxnoe\""))
        #expect(run.notes.contains("did you mean \"cxone\""))
    }

    @Test func allFaultsOfABotAreTold() throws {
        let bot = try drawer.write(
            """
            { "name": "b", "agent": { "id": 1, "firstName": "A", "surname": "B", "nickname": null },
              "rules": [ { "id": "r", "when": { "matches": "(" }, "reply": [] }, { "id": "r", "wehn": "otherwise" } ] }
            """,
            as: "bot.json"
        )
        let run = serve(["--bot", bot, "--listen", "127.0.0.1:0"])
        #expect(run.notes.contains("bot.json:2:"))
        #expect(run.notes.contains("$.rules[0].when.matches"))
        #expect(run.notes.contains("did you mean \"when\""))
        #expect(serve(["--bot", drawer.path("none.json")]).notes.contains("none.json"))
    }

    @Test func allFaultsOfAChannelAreTold() throws {
        let channel = try drawer.write(#"{ "mode": "singleThraed", "preChat": [ { "ident": "a" } ] }"#, as: "c.json")
        let run = serve(["--channel", channel, "--listen", "127.0.0.1:0"])
        #expect(run.notes.contains("c.json:1:"))
        #expect(run.notes.contains("$.mode"))
        #expect(run.notes.contains("$.preChat[0]"))
    }
}
