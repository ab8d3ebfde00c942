import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import JSONText
import SimulatorCore
import Testing

@Suite struct CXoneCallTests {
    private let visitor = "/web-analytics/1.0/tenants/1001/visitors/6b1d9a70-9d4e-4d0a-8b6c-0f7b0d1f4a22"
    private let channel = "/chat/1.0/brand/1001/channel/\(exampleChannel)"

    @Test func theConfigurationHasTheFormOfTheChannel() throws {
        var bench = DeskBench(try bot()) {
            $0.channel.survey = Survey(fields: [
                Survey.Field(ident: "fullname", label: "Name", kind: .text, isRequired: true),
                Survey.Field(
                    ident: "topic",
                    label: "Topic",
                    kind: .list,
                    isRequired: true,
                    options: [Survey.Option(name: "order", label: "My order")]
                ),
            ])
        }
        bench.call(.get, channel)
        #expect(bench.answers.isEmpty)
        bench.wait(.seconds(1))
        let answer = try #require(bench.answers.first)
        #expect(answer.status == 200 && answer.milliseconds == 10)
        #expect(answer.fields.contains("Content-Type: application/json\r\n"))
        #expect(answer.json.at("settings/features/securedSessions") == "false")
        #expect(answer.json.at("settings/hasMultipleThreadsPerEndUser") == "false")
        let fields = answer.json.list("preContactForm/customFields").map { Optional($0).at("definition/ident") }
        #expect(fields == ["fullname", "topic"])
    }

    @Test func theOtherCallsAreServed() throws {
        var bench = DeskBench(try bot())
        bench.call(.get, channel + "/availability")
        bench.call(.post, "/logger-public?brandId=1001&program=ios-dfo-chat", body: #"{"level":"2","message":"x"}"#)
        bench.call(.post, visitor + "/events", body: "{}")
        bench.call(
            .put,
            visitor,
            body: #"{"customerIdentity":{"idOnExternalPlatform":"cust-001"},"browserFingerprint":{"country":"US"}}"#
        )
        bench.wait(.seconds(1))
        #expect(bench.answers.map(\.status) == [200, 204, 204, 200])
        #expect(bench.answers[0].json.at("status") == "online")
    }

    @Test(arguments: [
        (WireMethod.get, "/", 426), (.get, "/nothing", 404), (.get, "/chat/1.0/brand/1/channel/\(exampleChannel)", 404),
        (.get, "/chat/1.0/brand/1001/channel/chat_other", 404), (.post, "/oauth/token", 404),
        (.post, "/chat/1.0/brand/1001/channel/\(exampleChannel)", 405), (.get, "/logger-public", 405), (.put, "", 405),
        (.get, "//%ff?%", 404),
    ])
    func whatIsNotServedIsRefusedInTheApisOwnForm(method: WireMethod, target: String, status: UInt16) throws {
        var bench = DeskBench(try bot())
        bench.call(method, target)
        #expect(bench.answers.map(\.status) == [status])
        #expect(bench.answers[0].json.at("error/errorCode") != "")
        #expect(bench.answers[0].json.at("error/errorMessage") != "")
    }

    @Test(arguments: ["", "{", "[]", #"{"customerIdentity":{}}"#, #"{"customerIdentity":{"idOnExternalPlatform":7}}"#])
    func aVisitorWithoutACustomerIsRefused(body: String) throws {
        var bench = DeskBench(try bot())
        bench.call(.put, visitor, body: body)
        #expect(bench.answers.map(\.status) == [400])
    }

    @Test func browsersMayAskBefore() throws {
        var bench = DeskBench(try bot())
        bench.call(.options, channel)
        #expect(bench.answers.map(\.status) == [204])
        for field in ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: ", "x-sdk-version"] {
            #expect(bench.answers[0].fields.contains(field))
        }
        #expect(bench.answers[0].fields.hasSuffix("\r\n"))
        #expect(!bench.answers[0].fields.contains("\n\n"))
    }

    @Test(
        arguments: [
            ("brandId=1001", 400), ("", 400), ("brandId=1&channelId=\(exampleChannel)", 404),
            ("brandId=1001&channelId=chat_x", 404),
        ] as [(String, UInt16)]
    )
    func aSocketThatNamesNoChannelIsRefused(query: String, status: UInt16) throws {
        var bench = DeskBench(try bot())
        let socket = bench.connect(query)
        #expect(socket == nil && bench.refusedUpgrades == [status])
    }

    @Test func anUpgradeElsewhereIsRefused() throws {
        var bench = DeskBench(try bot())
        bench.call(.get, channel, wantsUpgrade: true)
        bench.call(.get, "/nothing", wantsUpgrade: true)
        #expect(bench.refusedUpgrades == [404, 404] && bench.answers.isEmpty)
    }

    @Test func aCallerWhoHasGoneIsNotAnswered() throws {
        var bench = DeskBench(try bot())
        bench.call(.get, channel)
        bench.tell(.failed(.visit(VisitID(1)), .lost))
        bench.wait(.seconds(1))
        #expect(bench.answers.isEmpty)
    }

    @Test func theTargetNamesEveryURL() throws {
        let configuration = SimulatorConfiguration.example(try bot())
        let target = try JSONDocument(file: "target", text: configuration.target(at: "127.0.0.1:8080")).root
        #expect(Optional(target).at("chatUrl") == "http://127.0.0.1:8080/chat")
        #expect(Optional(target).at("socketUrl") == "ws://127.0.0.1:8080/")
        #expect(Optional(target).at("tokenUrl") == "http://127.0.0.1:8080/")
        #expect(Optional(target).at("loggerUrl") == "http://127.0.0.1:8080/logger-public")
        #expect(Optional(target).at("brandId") == "1001" && Optional(target).at("channelId") == exampleChannel)
        #expect(Optional(target).at("platform") == "cxone")
        let secured = configuration.target(at: "127.0.0.1:8080", isSecure: true)
        #expect(secured == configuration.target(at: "127.0.0.1:8080").replacing("://", with: "s://"))
        var value = ValueReader(target, path: "$", file: "target")
        #expect(CXoneTarget.read(&value) { _ in false } != nil && value.problems.isEmpty)
    }
}
