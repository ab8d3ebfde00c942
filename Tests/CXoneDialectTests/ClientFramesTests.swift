import Clockwork
import JSONText
import Testing

@testable import CXoneDialect

/// What a client sends, against frames transcribed from the vendor's clients: both ways.
@Suite struct ClientFramesTests {
    @Test(arguments: [
        ("AuthorizeCustomer", ClientEventType.authorize),
        ("ReconnectCustomer", .reconnect),
        ("RefreshToken", .refreshToken),
        ("RecoverThread", .recoverThread),
        ("LoadMoreMessages", .loadMoreMessages),
        ("SendMessage", .sendMessage),
        ("SenderTypingStartedByCustomer", .typingStarted),
        ("SenderTypingEndedByCustomer", .typingEnded),
        ("MessageSeenByCustomer", .messageSeen),
    ])
    func framesAreWrittenAsTheClientWritesThem(name: String, type: ClientEventType) throws {
        let written = Fixture.encoded { bytes in
            Sample.sender.append(type, event: Sample.eventValue, to: &bytes) { Self.body(of: type, into: &$0) }
        }
        #expect(try Fixture.isSameJSON(written, Fixture.text(name)), "\(written)")
    }

    @Test(arguments: [
        ("AuthorizeCustomer", ClientEventType.authorize),
        ("ReconnectCustomer", .reconnect),
        ("RefreshToken", .refreshToken),
        ("RecoverThread", .recoverThread),
        ("LoadMoreMessages", .loadMoreMessages),
        ("SendMessage", .sendMessage),
        ("SenderTypingStartedByCustomer", .typingStarted),
        ("SenderTypingEndedByCustomer", .typingEnded),
        ("MessageSeenByCustomer", .messageSeen),
    ])
    func envelopesAreRead(name: String, type: ClientEventType) throws {
        let envelope = try Fixture.read(name) { frame throws(JSONFault) in try ClientEnvelope(frame) }
        let expected = ClientEnvelope(
            event: Sample.event,
            brand: 1_234,
            channel: Sample.channel,
            customer: Sample.ada,
            visitor: EchoedID(Sample.visitor),
            type: type
        )
        #expect(envelope == expected)
    }

    @Test func aFrameWithoutDataIsWritten() throws {
        let written = Fixture.encoded { Sample.sender.append(.recoverThread, event: Sample.eventValue, to: &$0) }
        #expect(try Fixture.isSameJSON(written, Fixture.text("RecoverThreadWithoutThread")), "\(written)")
    }

    @Test(arguments: ["RecoverThreadWithoutThread", "RecoverThreadOfAndroid"])
    func aRecoveryWithoutThreadMeansTheLast(name: String) throws {
        #expect(try payload(name) == .recoverThread(nil))
    }

    @Test func payloadsAreRead() throws {
        let reference = ThreadReference(thread: Sample.thread)
        #expect(try payload("RecoverThread") == .recoverThread(reference))
        #expect(try payload("SenderTypingStartedByCustomer") == .typing(true, reference))
        #expect(try payload("SenderTypingEndedByCustomer") == .typing(false, reference))
        #expect(try payload("MessageSeenByCustomer") == .messageSeen(reference))
        #expect(try payload("ReconnectCustomer") == .reconnect(TokenPresented(token: "AT-1")))
        #expect(try payload("RefreshToken") == .refreshToken(TokenPresented(token: "AT-1")))
        #expect(try payload("LoadMoreMessages") == .loadMoreMessages(Self.page))
        guard case .authorize(let authorize) = try payload("AuthorizeCustomer") else { throw Surprise() }
        #expect(authorize.sdkVersion == "3.3.1" && authorize.authorizationCode == nil)
        #expect(try payload("SendMessage") == .sendMessage(Self.hello))
    }

    @Test func theWebClientsMessageIsRead() throws {
        let envelope = try Fixture.read("SendMessageOfWeb") { frame throws(JSONFault) in try ClientEnvelope(frame) }
        #expect(envelope.customer == Sample.ada)
        guard case .sendMessage(let sent) = try payload("SendMessageOfWeb") else { throw Surprise() }
        #expect(sent.text == "Hello" && sent.postback == nil && sent.parameters.isEmpty)
        #expect(sent.contactFields == [CustomField(ident: "topic", value: "billing", updatedAt: nil)])
        #expect(sent.customerFields.map(\.ident) == ["vip"])
    }

    @Test func parametersAreKeptForTheEcho() throws {
        let text = try Fixture.text("SendMessage").replacing(
            #""parameters":{}"#,
            with: #""parameters":{"isInitialMessage":true,"n":[1.5,-2,"\u0007"]}"#
        )
        let sent = try Fixture.read(text: text) { frame throws(JSONFault) in try SendMessage(frame) }
        let kept = String(decoding: sent.parameters, as: UTF8.self)
        #expect(kept == #"{"isInitialMessage":true,"n":[1.5,-2,"\u0007"]}"#)
    }

    @Test(arguments: ["E-7!", "0B8F3A3E-6A0F-4a55-8a5f-7f5a3f6a9d11"])
    func idsGoBackAsTheyCame(id: String) throws {
        let text = try Fixture.text("Acknowledgement").replacing("0b8f3a3e-6a0f-4a55-8a5f-7f5a3f6a9d11", with: id)
        let event = try #require(
            try Fixture.read(text: text) { frame throws(JSONFault) in ClientEnvelope.event(of: frame) }
        )
        #expect(Fixture.encoded { ServerResponse.appendAcknowledgement(of: event, to: &$0) } == text)
        #expect(event != Sample.event)
    }

    @Test func eventsThatNobodyKnowsAreOther() throws {
        let text = try Fixture.text("RecoverThread").replacing("RecoverThread", with: "ExecuteTrigger")
        let type = try Fixture.read(text: text) { frame throws(JSONFault) in try ClientEnvelope(frame).type }
        #expect(type == .other)
    }

    @Test func theHeartbeatHasNoEnvelope() throws {
        #expect(try Fixture.text("Heartbeat") == "\(Heartbeat.frame)")
        #expect(try Fixture.read("Heartbeat") { frame throws(JSONFault) in ClientEnvelope.isHeartbeat(frame) })
        #expect(try !Fixture.read("SendMessage") { frame throws(JSONFault) in ClientEnvelope.isHeartbeat(frame) })
        #expect(try Fixture.text("Pong") == "\(Heartbeat.answer)")
    }

    @Test func theVisitorIsWrittenAndRead() throws {
        let written = Fixture.encoded { Visitor(customer: EchoedID("cust-001")).append(to: &$0) }
        #expect(try Fixture.isSameJSON(written, Fixture.text("Visitor")), "\(written)")
        #expect(
            try Fixture.read("Visitor") { body throws(JSONFault) in try Visitor(body).customer } == EchoedID("cust-001")
        )
    }

    private struct Surprise: Error {}

    private static let page = LoadMoreMessages(
        scrollToken: "st-1",
        thread: Sample.thread,
        oldestMessage: Sample.time(-4_500_000)
    )

    private static var hello: SendMessage {
        var message = SendMessage(
            thread: Sample.thread,
            message: Sample.message,
            text: "Hello",
            contactFields: [CustomField(ident: "topic", value: "billing", updatedAt: Sample.time(0))],
            accessToken: "AT-1"
        )
        message.customerFields = [CustomField(ident: "vip", value: "yes", updatedAt: Sample.time(0))]
        return message
    }

    private static func body(of type: ClientEventType, into bytes: inout [UInt8]) {
        switch type {
        case .authorize: AuthorizeCustomer.append(to: &bytes)
        case .reconnect, .refreshToken: TokenPresented(token: "AT-1").append(to: &bytes)
        case .loadMoreMessages: page.append(to: &bytes)
        case .sendMessage: hello.append(to: &bytes)
        default: ThreadReference(thread: Sample.thread).append(to: &bytes)
        }
    }

    private func payload(_ name: String) throws -> ClientPayload {
        try Fixture.read(name) { frame throws(JSONFault) in
            try ClientPayload(try ClientEnvelope(frame).type, in: frame)
        }
    }
}
