import ChatModel
import Clockwork
import Exchange
import JSONText
import SimulatorCore
import Testing

@Suite struct CXoneHistoryTests {
    @Test func stateSurvivesASocket() throws {
        var bench = DeskBench(try bot(echoing))
        let first = try bench.connect()
        bench.say(ClientText.authorize(), on: first)
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: first)
        bench.wait(.milliseconds(500))
        bench.tell(.closed(first, code: 1_006, .reset))
        bench.wait(.seconds(10))
        bench.forget()

        let second = try bench.connect()
        bench.say(ClientText.authorize(), on: second)
        bench.say(ClientText.about("RecoverThread"), on: second)
        bench.wait(.seconds(1))
        #expect(
            bench.timeline.map { String($0.split(separator: " ")[1]) } == ["ConsumerAuthorized", "ThreadRecovered"]
        )
        let recovered = bench.frames[1].json
        let texts = recovered.list("postback/data/messages").map {
            Optional($0).at("messageContent/payload/text")
        }
        #expect(texts == ["Say more.", "Hello"])
        #expect(recovered.at("postback/data/messagesScrollToken") == "")
        #expect(recovered.at("postback/data/thread/idOnExternalPlatform") == ClientText.thread)
        #expect(recovered.at("postback/data/thread/canAddMoreMessages") == "true")
        #expect(recovered.at("postback/data/contact/customFields").contains("ident:topic"))
        #expect(recovered.at("postback/data/contactHistory") == "[]")
        #expect(recovered.at("postback/data/inboxAssignee/surname") == "Vale")
    }

    @Test func recoveringWithoutAThreadFindsTheLastOne() throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        let threads = [ClientText.thread, "7b7f8a0e-0d53-44c6-9d2e-3f1c0a9b6a02"]
        for (number, thread) in threads.enumerated() {
            bench.say(ClientText.message("Hello", id: ClientText.messageID(number), thread: thread), on: socket)
        }
        bench.wait(.seconds(1))
        bench.forget()
        bench.say(ClientText.event("RecoverThread"), on: socket)
        bench.say(ClientText.about("RecoverThread"), on: socket)
        bench.say(ClientText.about("RecoverThread", thread: "11111111-0d53-44c6-9d2e-3f1c0a9b6a02"), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["ThreadRecovered", "ThreadRecovered", "RecoveringThreadFailed"])
        #expect(bench.frames[0].json.at("postback/data/thread/idOnExternalPlatform") == threads[1])
        #expect(bench.frames[1].json.at("postback/data/thread/idOnExternalPlatform") == threads[0])
    }

    @Test(arguments: [1, 25, 26, 50, 77])
    func pagesLeadToTheBeginningAndThenSayNothing(count: Int) throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        for number in 1...count {
            bench.say(ClientText.message("\(number)", id: ClientText.messageID(number)), on: socket)
        }
        bench.wait(.seconds(1))
        bench.forget()
        bench.say(ClientText.event("RecoverThread"), on: socket)
        bench.wait(.seconds(1))
        var texts: [String] = []
        var token = bench.frames[0].json.at("postback/data/messagesScrollToken")
        texts += Self.texts(bench.frames[0])
        while token != "" {
            bench.forget()
            bench.say(Self.more(token), on: socket)
            bench.wait(.seconds(1))
            #expect(bench.kinds == ["MoreMessagesLoaded"])
            token = bench.frames[0].json.at("postback/data/scrollToken")
            #expect(Self.texts(bench.frames[0]).count <= 25)
            texts += Self.texts(bench.frames[0])
        }
        #expect(texts == (1...count).reversed().map(String.init))

        bench.forget()
        bench.say(Self.more(""), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["MoreMessagesLoaded"] && Self.texts(bench.frames[0]).isEmpty)
    }

    @Test(arguments: ["st-", "st-0", "st-9999", "st--1", "x", "25"])
    func aScrollTokenThatIsNotOursIsRefused(token: String) throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(1))
        bench.forget()
        bench.say(Self.more(token), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["InconsistentData"])
        #expect(bench.program.counters.count(of: .badScrollToken) == 1)
    }

    @Test func idsKeepTheirSpelling() throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        let id = "C0A80123-5a5b-4C8E-8a3e-2b2f9d8F7e10"
        let thread = "7B7F8a0e-0d53-44c6-9d2e-3f1c0a9b6a01"
        bench.say(ClientText.message("Hello", id: id, thread: thread), on: socket)
        bench.wait(.seconds(1))
        let echo = bench.frames.first { $0.kind == "MessageCreated" }?.json
        #expect(echo.at("data/message/idOnExternalPlatform") == id)
        #expect(echo.at("data/thread/idOnExternalPlatform") == thread)
    }

    private static func more(_ token: String) -> String {
        ClientText.event(
            "LoadMoreMessages",
            data: """
                {"scrollToken":"\(token)","thread":{"idOnExternalPlatform":"\(ClientText.thread)"},\
                "oldestMessageDatetime":"2026-07-01T08:00:00Z"}
                """
        )
    }

    private static func texts(_ frame: DeskBench.Sent) -> [String] {
        frame.json.list("postback/data/messages").map { Optional($0).at("messageContent/payload/text") }
    }
}
