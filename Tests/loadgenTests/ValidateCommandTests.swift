import LaunchKit
import Testing

@testable import loadgen

@Suite struct ValidateCommandTests {
    @Test(arguments: CapturedRun.shipped("profiles"))
    func everyShippedProfileIsValid(path: String) {
        let run = CapturedRun(["validate", path])
        #expect(run.code == .success, "\(run.notes)")
        #expect(run.output == "\(path): a valid profile\n")
    }

    @Test(arguments: CapturedRun.shipped("bots"))
    func everyShippedBotIsValid(path: String) {
        let run = CapturedRun(["validate", path])
        #expect(run.code == .success, "\(run.notes)")
        #expect(run.output == "\(path): a valid bot\n")
    }

    @Test func thereAreShippedFiles() {
        #expect(CapturedRun.shipped("profiles").contains("profiles/burst.json"))
        #expect(CapturedRun.shipped("bots").contains("bots/retail.json"))
    }

    @Test func everyFileIsJudgedWhateverIsWrongWithTheOthers() throws {
        let drawer = try Drawer()
        let bad = try drawer.write(#"{ "name": 4 }"#, as: "bad.json")
        let run = CapturedRun(["validate", bad, "bots/retail.json", drawer.path("none.json")])
        #expect(run.code == .badConfiguration)
        #expect(run.output == "bots/retail.json: a valid bot\n")
        #expect(run.notes.contains("bad.json:1:11: $.name: "))
        #expect(run.notes.contains("none.json"))
    }

    @Test func aHostThatIsNamedMayBeATargets() throws {
        let drawer = try Drawer()
        let profile = try drawer.write(
            """
            { "name": "p",
              "target": { "platform": "cxone", "chatUrl": "http://shop.invalid/chat", "socketUrl": "ws://shop.invalid/",
                "tokenUrl": "http://shop.invalid/", "loggerUrl": "http://shop.invalid/log", "brandId": 1,
                "channelId": "c" },
              "load": { "phases": [ { "name": "a", "duration": "1s", "arrivals": "1/s" } ] },
              "customers": [ { "name": "g", "behavior": "preChat", "messages": ["Hi"] } ] }
            """,
            as: "p.json"
        )
        #expect(CapturedRun(["validate", profile]).code == .badConfiguration)
        let allowed = CapturedRun(["validate", profile, "--allow-host", "shop.invalid"])
        #expect(allowed.code == .success, "\(allowed.notes)")
    }

    @Test func aProfileIsJudgedWithItsBot() throws {
        let drawer = try Drawer()
        let profile = try drawer.write(
            """
            { "name": "p", "simulator": { "bot": "no-such-bot.json" },
              "load": { "phases": [ { "name": "steady", "duration": "1s", "arrivals": "1/s" } ] },
              "customers": [ { "name": "v", "behavior": "preChat", "messages": ["Hello?"] } ] }
            """,
            as: "p.json"
        )
        let run = CapturedRun(["validate", profile])
        #expect(run.code == .badConfiguration)
        #expect(run.notes.contains("no-such-bot.json"))
    }

    @Test func variablesMayBeGiven() throws {
        let drawer = try Drawer()
        let profile = try drawer.write(
            """
            { "name": "${env:TITLE}",
              "load": { "phases": [ { "name": "steady", "duration": "1s", "arrivals": "1/s" } ] },
              "customers": [ { "name": "v", "behavior": "preChat", "messages": ["Hello?"] } ] }
            """,
            as: "p.json"
        )
        #expect(CapturedRun(["validate", profile]).code == .badConfiguration)
        #expect(CapturedRun(["validate", profile, "-e", "TITLE=p"]).code == .success)
        #expect(CapturedRun(["validate", profile], ["TITLE": "p"]).code == .success)
    }
}
