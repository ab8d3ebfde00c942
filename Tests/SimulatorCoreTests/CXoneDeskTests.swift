import AgentBot
import ChatModel
import Clockwork
import Exchange
import JSONText
import SimulatorCore
import Testing

@Suite struct CXoneDeskTests {
    @Test func theMinimalConversationTakesItsCourse() throws {
        var bench = DeskBench(try bot(echoing))
        let socket = try bench.connect()
        bench.say(ClientText.authorize(), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["ConsumerAuthorized"])
        #expect(bench.frames[0].json.at("eventId") == "0b8f3a3e-6a0f-4a55-8a5f-7f5a3f6a9d11")
        #expect(bench.frames[0].json.at("authorizationStatus") == "authorized")
        #expect(bench.frames[0].json.at("postback/data/consumerIdentity/firstName") == "Ada")

        bench.forget()
        bench.say(ClientText.event("RecoverThread"), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["RecoveringThreadFailed"])
        #expect(bench.frames[0].json.at("error/transactionId") != "")

        bench.forget()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(10))
        #expect(
            bench.kinds == [
                "ack", "CaseCreated", "MessageCreated", "CaseInboxAssigneeChanged", "SenderTypingStarted",
                "SenderTypingEnded", "MessageCreated",
            ]
        )
        let echo = bench.frames[2].json
        #expect(echo.at("data/message/idOnExternalPlatform") == ClientText.messageID(1))
        #expect(echo.at("data/message/direction") == "inbound")
        #expect(echo.at("data/message/messageContent/parameters/isInitialMessage") == "true")
        #expect(echo.at("data/case/id") == bench.frames[1].json.at("data/case/id"))
        #expect(bench.frames[3].json.at("data/inboxAssignee/firstName") == "Robin")
        #expect(bench.frames[4].json.at("data/direction") == "outbound")
        let reply = bench.frames[6].json
        #expect(reply.at("data/message/direction") == "outbound")
        #expect(reply.at("data/message/messageContent/payload/text") == "Say more.")
        #expect(reply.at("data/message/isAiGenerated") == "true")
        #expect(reply.at("data/message/authorUser/id") == "4711")
        #expect(reply.at("data/message/createdAt") == "2026-07-01T09:15:02+00:00")

        bench.forget()
        bench.say(ClientText.about("MessageSeenByCustomer"), on: socket)
        bench.say(#"{"action":"heartbeat"}"#, on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["pong", "ack", "MessageSeenChanged"])
        #expect(bench.frames[2].json.at("data/message/customerStatistics/seenAt").hasPrefix("2026-07-01T09:15:"))
        #expect(bench.program.counters.errors.map(\.kind) == ["nothing_to_recover"])
    }

    @Test func acknowledgementAndEchoComeAfterTheirDelaysAndInThatOrder() throws {
        var bench = DeskBench(try bot()) { $0.delays.echo = .constant(.milliseconds(8)) }
        let socket = try bench.connect()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.timeline == ["5 ack", "8 CaseCreated", "8 MessageCreated", "8 CaseInboxAssigneeChanged"])
    }

    @Test func anEchoNeverOvertakesItsAcknowledgementAndTheyShareATurn() throws {
        var bench = DeskBench(try bot()) { configuration in
            configuration.delays.ack = .constant(.milliseconds(20))
            configuration.delays.echo = .constant(.zero)
        }
        let socket = try bench.connect()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.turns == [["ack", "CaseCreated", "MessageCreated", "CaseInboxAssigneeChanged"]])
        #expect(bench.frames.allSatisfy { $0.milliseconds == 20 })
    }

    @Test func withoutDelaysAllAnswersComeAtOnce() throws {
        var bench = DeskBench(try bot()) { $0.delays = CXoneDelays(all: .constant(.zero)) }
        let socket = try bench.connect()
        bench.say(ClientText.authorize(), on: socket)
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        #expect(
            bench.turns == [
                ["ConsumerAuthorized"], ["ack", "CaseCreated", "MessageCreated", "CaseInboxAssigneeChanged"],
            ]
        )
    }

    @Test func echoesKeepTheOrderOfTheMessages() throws {
        var bench = DeskBench(try bot()) {
            $0.delays.echo = .uniform(from: .zero, to: .milliseconds(200))
        }
        let socket = try bench.connect()
        let ids = (1...30).map(ClientText.messageID)
        for id in ids {
            bench.say(ClientText.message("Hello", id: id), on: socket)
            bench.wait(.milliseconds(3))
        }
        bench.wait(.seconds(1))
        let echoes = bench.frames.filter { $0.kind == "MessageCreated" }
        #expect(echoes.map { $0.json.at("data/message/idOnExternalPlatform") } == ids)
    }

    @Test(arguments: [
        ("SenderTypingStarted", "ack"), ("SenderTypingEnded", "ack"), ("MessageSeenByCustomer", "ack"),
        ("MessageSeenByConsumer", "ack"), ("RefreshToken", "TokenRefreshed"),
        ("ReconnectCustomer", "ConsumerReconnectionFailed"), ("ReconnectConsumer", "ConsumerReconnectionFailed"),
        ("AuthorizeCustomer", "ConsumerAuthorized"), ("AuthorizeConsumer", "ConsumerAuthorized"),
        ("RecoverThread", "RecoveringThreadFailed"), ("SetContactCustomFields", "ack"),
        ("SetCustomerCustomFields", "ack"), ("EndContact", "ack"), ("SendOutbound", "ack"), ("UpdateThread", "ack"),
        ("ExecuteTrigger", "ack"), ("StoreVisitorEvents", "ack"), ("DoSomethingElse", "InconsistentData"),
        ("SendMessage", "InconsistentData"), ("LoadMoreMessages", "InconsistentData"),
    ])
    func everyEventIsAnsweredUnderItsOwnID(type: String, answer: String) throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        for identity in ["customerIdentity", "consumerIdentity"] {
            bench.forget()
            bench.say(
                ClientText.event(
                    type,
                    id: "E0000000-0000-4000-8000-00000000000a",
                    data: """
                        {"thread":{"idOnExternalPlatform":"\(ClientText.thread)"},"accessToken":{"token":"AT-1"}}
                        """,
                    identity: identity
                ),
                on: socket
            )
            bench.wait(.seconds(1))
            #expect(bench.kinds == [answer])
            #expect(bench.frames.first?.json.at("eventId") == "E0000000-0000-4000-8000-00000000000a")
        }
    }

    @Test func aMessageThatComesTwiceIsStoredOnceAndAcknowledgedTwice() throws {
        var bench = DeskBench(try bot(echoing))
        let socket = try bench.connect()
        for _ in 0..<2 { bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket) }
        bench.wait(.seconds(10))
        #expect(bench.kinds.filter { $0 == "ack" }.count == 2)
        #expect(bench.kinds.filter { $0 == "MessageCreated" }.count == 2)
        #expect(bench.program.ledger.stored.map(\.times) == [1])
        #expect(bench.program.counters.count(of: .duplicateMessage) == 1)
    }

    @Test func allSocketsOfACustomerHearEverythingAndNobodyElseDoes() throws {
        var bench = DeskBench(try bot(echoing))
        let first = try bench.connect()
        let second = try bench.connect()
        let other = try bench.connect()
        for socket in [first, second] { bench.say(ClientText.authorize(), on: socket) }
        bench.say(ClientText.authorize(customer: "cust-002"), on: other)
        bench.wait(.seconds(1))
        bench.forget()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: first)
        bench.wait(.seconds(10))
        let heard = { (socket: SocketID, bench: borrowing DeskBench) in
            bench.frames.filter { $0.socket == socket }.map(\.kind)
        }
        #expect(heard(first, bench) == ["ack"] + heard(second, bench))
        #expect(heard(second, bench).count == 6)
        #expect(heard(other, bench).isEmpty)
    }

    @Test func theBotFinishesOneAnswerBeforeItBeginsTheNext() throws {
        var bench = DeskBench(try bot(echoing, speed: 9))
        let socket = try bench.connect()
        bench.say(ClientText.message("one", id: ClientText.messageID(1)), on: socket)
        bench.wait(.milliseconds(500))
        bench.say(ClientText.message("two", id: ClientText.messageID(2)), on: socket)
        bench.wait(.seconds(10))
        let said = bench.frames.filter { $0.kind.hasPrefix("SenderTyping") || $0.milliseconds > 600 }
        #expect(
            said.map { "\($0.milliseconds) \($0.kind)" } == [
                "5 SenderTypingStarted", "1005 SenderTypingEnded", "1005 MessageCreated", "1005 SenderTypingStarted",
                "2005 SenderTypingEnded", "2005 MessageCreated",
            ]
        )
    }

    @Test func oneSeedGivesTheSameFramesAndAnotherSeedOthers() throws {
        let play = { (seed: UInt64, others: Int) throws -> [String] in
            let script = try bot(#"{"id": "o", "when": "otherwise", "reply": [{"say": ["a", "b", "c"]}]}"#)
            var bench = DeskBench(script, seed: seed) {
                $0.delays = CXoneDelays(all: .exponential(mean: .milliseconds(30)))
            }
            for number in 0..<others {
                let socket = try bench.connect()
                bench.say(ClientText.authorize(customer: "other-\(number)"), on: socket)
            }
            let socket = try bench.connect()
            bench.say(ClientText.authorize(), on: socket)
            for number in 1...5 {
                bench.say(ClientText.message("Hello", id: ClientText.messageID(number)), on: socket)
                bench.wait(.milliseconds(700))
            }
            bench.wait(.seconds(5))
            return bench.frames.filter { $0.socket == socket }.map { "\($0.milliseconds) \($0.text)" }
        }
        #expect(try play(7, 0) == play(7, 0))
        #expect(try play(7, 0) == play(7, 3))
        #expect(try play(7, 0) != play(8, 0))
    }
}
