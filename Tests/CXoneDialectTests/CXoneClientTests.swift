import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import Testing

@testable import CXoneDialect

/// One conversation from nothing to goodbye, message by message, on a line without a network.
@Suite struct CXoneClientTests {
    private let hello = MessageID(0xc0a8_0123_5a5b_4c8e_8a3e_2b2f_9d8f_7e10)

    @Test func theCallsComeBeforeTheSocket() throws {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        let channel = ScriptedLine.target.channelId
        #expect(line.ordered[0].url == "http://127.0.0.1:8080/chat/1.0/brand/1234/channel/\(channel)")
        #expect(line.ordered[0].fields.contains("x-sdk-platform: ios\r\nx-sdk-version: 3.3.1\r\n"))
        line.finish(200, ScriptedLine.configuration())
        #expect(
            line.told == [.called(.configuration, StartTimes(intended: line.now, sent: line.now), isFailure: false)]
        )
        let visitor = try #require(line.ordered.last)
        #expect(visitor.url.hasPrefix("http://127.0.0.1:8080/web-analytics/1.0/tenants/1234/visitors/"))
        let customer = try Fixture.read(text: visitor.body) { body throws(JSONFault) in try Visitor(body).customer }
        #expect(customer == line.client.sender.customer.id)
        line.finish(204, "")
        let opening = try #require(line.ordered.last)
        let id = String(visitor.url.split(separator: "/").last ?? "")
        #expect(
            opening.url == "ws://127.0.0.1:8080/?brandId=1234&channelId=\(channel)"
                + "&visitorId=\(id)&sdkPlatform=ios&sdkVersion=3.3.1"
        )
    }

    @Test func authorizationAndRecoveryLeadToAThreadOfItsOwn() throws {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        line.finish(200, "{}")
        line.open()
        #expect(line.told == [.connected(StartTimes(intended: line.now, sent: line.now))])
        let authorize = try envelope(line.lastFrame)
        #expect(authorize.isRegistration && authorize.type == .authorize)
        #expect(authorize.customer.firstName == "Ada" && authorize.customer.lastName == "Lowe")
        let event = authorize.event
        line.receive { ConsumerAuthorized(customer: nil, accessToken: nil).append(to: event, into: &$0) }
        #expect(try payload(line.lastFrame) == .recoverThread(nil))
        #expect(!line.lastFrame.contains(#""data""#))
        line.refuse(.recoveringThreadFailed)
        let thread = try #require(line.client.thread)
        #expect(line.told == [.frameReceived, .ready(thread.conversation)])
        #expect(line.frames.isEmpty)
    }

    @Test func theMinimalConversationRunsAsWritten() throws {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        let thread = EchoedID(conversation.value)
        line.perform(.typing(true, in: conversation))
        #expect(try payload(line.lastFrame) == .typing(true, ThreadReference(thread: thread)))
        line.perform(.send(hello, in: conversation, text: "Hello"))
        guard case .sendText(_, let sending, _)? = line.ordered.first?.request else { throw Surprise() }
        guard case .sendMessage(let sent) = try payload(line.lastFrame) else { throw Surprise() }
        #expect(sent.text == "Hello" && sent.message == EchoedID(hello.value) && sent.thread == thread)
        line.handle(.sent(sending, at: line.now))
        #expect(line.told == [.sent(hello, at: line.now)])
        let event = EchoedID(line.lastEvent)
        line.receive { ServerResponse.appendAcknowledgement(of: event, to: &$0) }
        #expect(line.told == [.frameReceived, .acknowledged(hello)])

        let desk = Desk(thread: thread)
        line.receive { CaseCreated(contact: desk.contact, thread: desk.object).append(Sample.push, to: &$0) }
        #expect(line.told == [.frameReceived])
        line.receive { desk.created(EchoedID(hello.value), .customer(Sample.ada), "Hello", into: &$0) }
        #expect(line.told == [.frameReceived, .messageArrived(receipt(hello, conversation, .customer, 5))])
        line.receive {
            CaseAssigned(contact: desk.contact, assignee: Sample.sam, previous: nil).append(Sample.push, to: &$0)
        }
        #expect(line.told == [.frameReceived])
        line.receive { SenderTyping(isStart: true, thread: thread, user: Sample.sam).append(Sample.push, to: &$0) }
        #expect(line.told == [.frameReceived, .agentTyping(true)])
        let reply = MessageID(9)
        line.receive { desk.created(EchoedID(reply.value), .agent(Sample.sam), "Hi", into: &$0) }
        #expect(line.told == [.frameReceived, .messageArrived(receipt(reply, conversation, .human, 2))])
        line.perform(.markSeen(conversation))
        #expect(try payload(line.lastFrame) == .messageSeen(ThreadReference(thread: thread)))
        let seen = EchoedID(line.lastEvent)
        line.receive { ServerResponse.appendAcknowledgement(of: seen, to: &$0) }
        #expect(line.told == [.frameReceived])

        line.fire(.heartbeat, after: .seconds(10))
        #expect(line.frames == [#"{"action":"heartbeat"}"#])
        line.receive(#""pong""#)
        #expect(line.told == [.frameReceived, .heartbeatAnswered(StartTimes(intended: line.now, sent: line.now))])
        line.perform(.leave)
        #expect(line.ordered.map(\.request).contains(.close(line.socket, code: 1_001)))
        line.handle(.closed(line.socket, code: 1_001, .us))
        #expect(line.told == [.left(closeCode: 1_001)])
    }

    @Test func whatArrivesAfterAConnectionWasGivenUpIsStillHeard() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        let old = line.socket
        line.fire(.heartbeat, after: .seconds(10))
        line.fire(.heartbeat, after: .seconds(5))
        line.perform(.reconnect)
        var frame: [UInt8] = []
        let desk = Desk(thread: EchoedID(conversation.value))
        desk.created(EchoedID(5), .agent(Sample.sam), "late", into: &frame)
        line.handle(.text(old, frame.span.bytes))
        guard case .messageArrived(let receipt)? = line.told.last else {
            Issue.record("not heard: \(line.told)")
            return
        }
        #expect(receipt.id == MessageID(5) && receipt.conversation == conversation)
        let pong = Array(#""pong""#.utf8)
        line.handle(.text(old, pong.span.bytes))
        #expect(line.told.isEmpty, "nothing but messages")
    }

    @Test func aRecoveredThreadBringsItsHistory() throws {
        var line = ScriptedLine()
        line.authorize()
        let text = try Fixture.text("ThreadRecovered").replacing(
            "0b8f3a3e-6a0f-4a55-8a5f-7f5a3f6a9d11",
            with: line.lastEvent
        )
        line.receive(text)
        let conversation = ConversationID(try #require(Sample.thread.value))
        let newer = MessageID(try #require(Sample.message.value))
        let older = MessageID(try #require(Sample.older.value))
        #expect(
            line.told == [
                .frameReceived, .historyMessage(receipt(older, conversation, .customer, 19)),
                .historyMessage(receipt(newer, conversation, .ai, 19)), .historyRead(hasMore: true),
                .ready(conversation),
            ]
        )
        line.perform(.recoverMore(conversation))
        let page = LoadMoreMessages(scrollToken: "st-1", thread: Sample.thread, oldestMessage: Sample.time(3_000))
        #expect(try payload(line.lastFrame) == .loadMoreMessages(page))
        let event = EchoedID(line.lastEvent)
        line.receive { MoreMessagesLoaded(messages: [], scrollToken: "st-2").append(to: event, into: &$0) }
        #expect(line.told == [.frameReceived, .historyRead(hasMore: false)])
        line.perform(.recoverMore(conversation))
        #expect(line.told == [.fault(.historyRefused)])
        line.perform(.recover(conversation))
        #expect(try payload(line.lastFrame) == .recoverThread(ThreadReference(thread: Sample.thread)))
        line.refuse(.recoveringThreadFailed)
        #expect(line.told == [.frameReceived, .fault(.historyRefused)])
    }

    @Test func aFormIsFilledInBeforeTheConversation() throws {
        var line = ScriptedLine()
        line.authorize(survey: Self.survey)
        line.refuse(.recoveringThreadFailed)
        #expect(line.told == [.frameReceived, .ready(nil)])
        line.perform(.begin(answers: [Survey.Answer(ident: "topic", value: "order")]))
        #expect(line.told == [.fault(.missingAnswers)])
        line.perform(.begin(answers: Self.answers(topic: "something else")))
        #expect(line.told == [.fault(.missingAnswers)])
        line.perform(.begin(answers: Self.answers(topic: "order")))
        guard case .began(let conversation)? = line.told.first else { throw Surprise() }
        line.perform(.send(hello, in: conversation, text: "Hello"))
        guard case .sendMessage(let sent) = try payload(line.lastFrame) else { throw Surprise() }
        #expect(sent.contactFields.map(\.ident) == ["fullname", "topic"])
        #expect(sent.contactFields.map(\.value) == ["Ada Lowe", "order"])
        #expect(sent.contactFields.allSatisfy { $0.updatedAt == Sample.time(1_000) })
        line.perform(.begin(answers: Self.answers(topic: "order")))
        #expect(line.told == [.fault(.unexpectedEvent)])
    }

    @Test func twoCustomersOfOneSeedAreTheSame() {
        var one = ScriptedLine(seed: 3)
        var other = ScriptedLine(seed: 3)
        var third = ScriptedLine(seed: 4)
        #expect(one.becomeReady() == other.becomeReady())
        #expect(one.lastFrame == other.lastFrame)
        #expect(third.becomeReady() != one.becomeReady())
    }

    private struct Surprise: Error {}

    private static let survey = Survey(fields: [
        Survey.Field(ident: "fullname", label: "Name", kind: .text, isRequired: true),
        Survey.Field(
            ident: "topic",
            label: "Topic",
            kind: .list,
            isRequired: true,
            options: [Survey.Option(name: "order", label: "My order")]
        ),
        Survey.Field(ident: "mail", label: "E-mail", kind: .email, isRequired: false),
    ])

    private static func answers(topic: String) -> [Survey.Answer] {
        [Survey.Answer(ident: "topic", value: topic), Survey.Answer(ident: "fullname", value: "Ada Lowe")]
    }

    private func envelope(_ frame: String) throws -> ClientEnvelope {
        try Fixture.read(text: frame) { frame throws(JSONFault) in try ClientEnvelope(frame) }
    }

    private func payload(_ frame: String) throws -> ClientPayload {
        try Fixture.read(text: frame) { frame throws(JSONFault) in
            try ClientPayload(try ClientEnvelope(frame).type, in: frame)
        }
    }

    private func receipt(
        _ id: MessageID,
        _ conversation: ConversationID,
        _ author: Author,
        _ length: Int
    ) -> ChatEvent.MessageReceipt {
        ChatEvent.MessageReceipt(id: id, conversation: conversation, author: author, textLength: length)
    }
}

/// The other end's idea of one thread.
struct Desk {
    var contact: CaseObject
    var object: ThreadObject

    init(thread: EchoedID) {
        contact = Sample.contact
        contact.thread = thread
        object = Sample.threadObject
        object.thread = thread
    }

    func created(_ id: EchoedID, _ author: MessageAuthor, _ text: String, into bytes: inout [UInt8]) {
        let message = MessageObject(
            id: "m-1",
            message: id,
            thread: object.thread,
            text: text,
            createdAt: Sample.time(0),
            author: author
        )
        MessageCreated(contact: contact, message: message).append(Sample.push, to: &bytes)
    }
}
