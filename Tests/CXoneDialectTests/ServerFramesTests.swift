import Clockwork
import JSONText
import Testing

@testable import CXoneDialect

/// What a server sends, against frames composed from what the vendor's clients decode: both ways.
@Suite struct ServerFramesTests {
    @Test(arguments: [
        "Acknowledgement", "ConsumerAuthorized", "ConsumerReconnected", "TokenRefreshed", "ThreadRecovered",
        "MoreMessagesLoaded", "OperationError", "GatewayError", "MessageCreated", "MessageCreatedByCustomer",
        "MessageSeenChanged", "MessageReadChanged", "SenderTypingStarted", "SenderTypingEnded", "CaseCreated",
        "CaseStatusChanged", "CaseInboxAssigneeChanged", "APIError",
    ])
    func framesAreWrittenAsTheClientsDemand(name: String) throws {
        let written = Fixture.encoded { Self.write(name, into: &$0) }
        #expect(try Fixture.isSameJSON(written, Fixture.text(name)), "\(written)")
    }

    @Test(arguments: [
        ("Acknowledgement", ServerFrame.Kind.acknowledgement),
        ("ConsumerAuthorized", .event(.consumerAuthorized)),
        ("ConsumerReconnected", .event(.consumerReconnected)),
        ("TokenRefreshed", .event(.tokenRefreshed)),
        ("ThreadRecovered", .event(.threadRecovered)),
        ("MoreMessagesLoaded", .event(.moreMessagesLoaded)),
        ("OperationError", .operationError(.recoveringThreadFailed)),
    ])
    func answersAreToldApart(name: String, kind: ServerFrame.Kind) throws {
        let head = try Fixture.read(name) { frame throws(JSONFault) in try ServerFrame(frame) }
        #expect(head.kind == kind)
        #expect(head.event == Sample.event)
    }

    @Test(arguments: [
        ("MessageCreated", ServerEventType.messageCreated), ("MessageSeenChanged", .messageSeenChanged),
        ("MessageReadChanged", .messageReadChanged), ("SenderTypingStarted", .typingStarted),
        ("SenderTypingEnded", .typingEnded), ("CaseCreated", .caseCreated),
        ("CaseStatusChanged", .caseStatusChanged), ("CaseInboxAssigneeChanged", .caseInboxAssigneeChanged),
    ])
    func pushesAreToldApart(name: String, type: ServerEventType) throws {
        let head = try Fixture.read(name) { frame throws(JSONFault) in try ServerFrame(frame) }
        #expect(head.event == EchoedID(Sample.push.event) && head.kind == .event(type))
    }

    @Test func messagesAreRead() throws {
        let reply = try Fixture.read("MessageCreated") { frame throws(JSONFault) in try MessageCreated.read(frame) }
        #expect(EchoedID.uuid(reply.message) == Sample.message)
        #expect(EchoedID.uuid(reply.thread) == Sample.thread)
        #expect(!reply.isInbound && reply.isAiGenerated && reply.textLength == 19)
        #expect(reply.createdAt == Sample.time(10_000))
        let echo = try Fixture.read("MessageCreatedByCustomer") { frame throws(JSONFault) in
            try MessageCreated.read(frame)
        }
        #expect(echo.isInbound && !echo.isAiGenerated)
        for isRead in [false, true] {
            let name = isRead ? "MessageReadChanged" : "MessageSeenChanged"
            let changed = try Fixture.read(name) { frame throws(JSONFault) in
                try MessageChanged.read(frame, isReadByAgent: isRead)
            }
            #expect(EchoedID.uuid(changed.message) == Sample.message)
        }
    }

    @Test func typingAndCasesAreRead() throws {
        let started = try Fixture.read("SenderTypingStarted") { frame throws(JSONFault) in try SenderTyping.read(frame)
        }
        #expect(started.thread == Sample.thread && started.hasUser)
        let ended = try Fixture.read("SenderTypingEnded") { frame throws(JSONFault) in try SenderTyping.read(frame) }
        #expect(!ended.hasUser)
        let changed = try Fixture.read("CaseStatusChanged") { frame throws(JSONFault) in
            try CaseStatusChanged.read(frame)
        }
        let assigned = try Fixture.read("CaseInboxAssigneeChanged") { frame throws(JSONFault) in
            try CaseAssigned.read(frame)
        }
        #expect(changed == Sample.thread && assigned == Sample.thread)
        let agent = try Fixture.read("CaseInboxAssigneeChanged") { frame throws(JSONFault) in
            try frame.within("data/inboxAssignee") { (object) throws(JSONFault) in try AgentObject(object) }
        }
        #expect(agent == Sample.sam)
    }

    @Test func historiesAreReadMessageByMessage() throws {
        var heard: [EchoedID] = []
        let (thread, token) = try Fixture.read("ThreadRecovered") { frame throws(JSONFault) in
            try ThreadRecovered.read(frame) { heard.append(.uuid($0.message)) }
        }
        #expect(EchoedID.uuid(thread.thread) == Sample.thread && thread.canAddMoreMessages && token == "st-1")
        #expect(heard == [Sample.message, Sample.older])
        let next = try Fixture.read("MoreMessagesLoaded") { frame throws(JSONFault) in
            try MoreMessagesLoaded.read(frame) { heard.append(.uuid($0.message)) }
        }
        #expect(next == "st-2" && heard.count == 3)
    }

    @Test func authorizationsAreRead() throws {
        let answer = try Fixture.read("ConsumerAuthorized") { frame throws(JSONFault) in
            try ConsumerAuthorized(frame)
        }
        #expect(answer.customer == Sample.ada && answer.accessToken == AccessToken(token: "AT-1", expiresIn: 3_600))
        let refreshed = try Fixture.read("TokenRefreshed") { frame throws(JSONFault) in try TokenRefreshed(frame) }
        #expect(refreshed.accessToken.token == "AT-2")
        let refusal = try Fixture.read("APIError") { body throws(JSONFault) in try APIError(body) }
        #expect(refusal == .clientTooOld)
    }

    /// What the iOS client would drop must be dropped here too.
    @Test(arguments: [
        (#""direction":"outbound""#, #""direction":"sideways""#),
        (#""createdAt":"2026-07-01T09:15:10+00:00""#, #""createdAt":"2026-07-01T09:15:10.412+00:00""#),
        (#""createdAt":"2026-07-01T09:15:10+00:00""#, #""createdAt":"2026-07-01T09:15:10""#),
        (#""createdAt":"2026-07-01T09:15:04+00:00""#, #""createdOn":"2026-07-01T09:15:04+00:00""#),
        (#""attachments":[]"#, #""attachments":[{"url":"u","friendlyName":"f","mimeType":"m"}]"#),
        (#""attachments":[]"#, #""files":[]"#),
        (#""eventObject":"Message""#, #""eventObject":"Envelope""#),
        (#""idOnExternalPlatform":"c0a80123-5a5b-4c8e-8a3e-2b2f9d8f7e10""#, #""idOnExternalPlatform":"m-1""#),
        (#""value":"billing""#, #""value":null"#),
        (#""type":"TEXT""#, #""type":"ADAPTIVE_CARD""#),
        (#""payload":{"text":"#, #""payload":{"words":"#),
        (#""isAiGenerated":true"#, #""isAiGenerated":"yes""#),
    ])
    func whatTheVendorsClientDropsIsIncomplete(part: String, bad: String) throws {
        let text = try Fixture.text("MessageCreated")
        #expect(text.contains(part))
        #expect(throws: JSONFault.self) {
            try Fixture.read(text: text.replacing(part, with: bad)) { frame throws(JSONFault) in
                try MessageCreated.read(frame)
            }
        }
    }

    @Test func anUnknownContentWithElementsIsAMessageWithoutText() throws {
        let text = try Fixture.text("MessageCreated").replacing(
            #""type":"TEXT","payload":{"text":"Hi, how can I help?"}"#,
            with: #""type":"FORM","payload":{"elements":[{"type":"X"}]}"#
        )
        let facts = try Fixture.read(text: text) { frame throws(JSONFault) in try MessageCreated.read(frame) }
        #expect(facts.textLength == 0)
    }

    @Test(arguments: [
        ("RecoveringThreadFailed", "SendingMessageFailed"), ("transactionId", "transaction"),
        ("errorMessage", "message"),
    ])
    func anErrorThatTheVendorsClientDoesNotKnowIsAnAcknowledgement(part: String, other: String) throws {
        let text = try Fixture.text("OperationError").replacing(part, with: other)
        let head = try Fixture.read(text: text) { frame throws(JSONFault) in try ServerFrame(frame) }
        #expect(head.kind == .acknowledgement)
    }

    @Test func theGatewaysErrorComesBeforeEverything() throws {
        let text = try Fixture.text("MessageCreated")
        let mixed = #"{"message":"m","connectionId":"c","requestId":"r","# + text.dropFirst()
        let head = try Fixture.read(text: mixed) { frame throws(JSONFault) in try ServerFrame(frame) }
        #expect(head.kind == .gatewayError)
    }

    @Test func aFrameWithoutAnIdIsNothing() {
        #expect(throws: JSONFault.self) {
            try Fixture.read(text: #"{"eventType":"CaseCreated"}"#) { frame throws(JSONFault) in try ServerFrame(frame)
            }
        }
    }

    private static func write(_ name: String, into bytes: inout [UInt8]) {
        let event = Sample.event
        let push = Sample.push
        switch name {
        case "Acknowledgement": ServerResponse.appendAcknowledgement(of: event, to: &bytes)
        case "ConsumerAuthorized":
            ConsumerAuthorized(customer: Sample.ada, accessToken: AccessToken(token: "AT-1", expiresIn: 3_600))
                .append(to: event, into: &bytes)
        case "ConsumerReconnected": ConsumerReconnected.append(to: event, into: &bytes)
        case "TokenRefreshed":
            TokenRefreshed(accessToken: AccessToken(token: "AT-2", expiresIn: 3_600)).append(to: event, into: &bytes)
        case "ThreadRecovered":
            ThreadRecovered(
                contact: Sample.contact,
                inboxAssignee: Sample.sam,
                messages: [Sample.reply(), Sample.olderQuestion()],
                scrollToken: "st-1",
                thread: Sample.threadObject
            )
            .append(to: event, into: &bytes)
        case "MoreMessagesLoaded":
            MoreMessagesLoaded(messages: [Sample.olderQuestion()], scrollToken: "st-2").append(to: event, into: &bytes)
        case "OperationError":
            OperationError(
                event: event,
                code: .recoveringThreadFailed,
                transaction: "tx-55",
                message: "Thread was not found"
            )
            .append(to: &bytes)
        case "GatewayError":
            GatewayError(message: "Internal server error", connection: "c-1", request: "r-1").append(to: &bytes)
        case "APIError": APIError.clientTooOld.append(to: &bytes)
        default: write(name, push, into: &bytes)
        }
    }

    private static func write(_ name: String, _ push: ServerPush, into bytes: inout [UInt8]) {
        switch name {
        case "MessageCreated":
            MessageCreated(contact: Sample.contact, message: Sample.reply()).append(push, to: &bytes)
        case "MessageCreatedByCustomer":
            MessageCreated(contact: Sample.contact, message: Sample.question()).append(push, to: &bytes)
        case "MessageSeenChanged":
            var seen = Sample.reply()
            seen.seenAt = Sample.time(20_000)
            MessageChanged(isReadByAgent: false, message: seen).append(push, to: &bytes)
        case "MessageReadChanged":
            var read = Sample.question()
            read.readAt = Sample.time(20_000)
            MessageChanged(isReadByAgent: true, message: read).append(push, to: &bytes)
        case "SenderTypingStarted":
            SenderTyping(isStart: true, thread: Sample.thread, user: Sample.sam).append(push, to: &bytes)
        case "SenderTypingEnded":
            SenderTyping(isStart: false, thread: Sample.thread, user: nil).append(push, to: &bytes)
        case "CaseCreated":
            CaseCreated(contact: Sample.contact, thread: Sample.threadObject).append(push, to: &bytes)
        case "CaseStatusChanged":
            var contact = Sample.contact
            contact.status = .closed
            CaseStatusChanged(contact: contact).append(push, to: &bytes)
        default:
            CaseAssigned(contact: Sample.contact, assignee: Sample.sam, previous: nil).append(push, to: &bytes)
        }
    }
}
