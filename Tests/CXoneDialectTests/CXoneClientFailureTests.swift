import ChatClient
import ChatModel
import Clockwork
import Exchange
import Testing

@testable import CXoneDialect

/// What goes wrong, and how the vendor's client takes it.
@Suite struct CXoneClientFailureTests {
    private let hello = MessageID(5)

    @Test func theConfigurationIsAskedForFourTimes() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        for attempt in 1...4 {
            #expect(line.ordered.count == 1)
            if attempt == 2, let call = line.call {
                line.handle(.failed(.call(call), .lost))
            } else {
                line.finish(503, "sorry")
            }
            guard case .called(.configuration, _, isFailure: true)? = line.told.first else {
                Issue.record("attempt \(attempt) was not told")
                return
            }
        }
        #expect(line.told.last == .failed(.status(.configuration, 503)))
        #expect(line.ordered.isEmpty)
    }

    @Test func theConfigurationsStatusDoesNotMatter() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(500, ScriptedLine.configuration())
        #expect(line.ordered.last?.url.contains("/visitors/") == true)
    }

    @Test func aVisitorThatIsRefusedEndsTheWayUp() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        for _ in 1...4 { line.finish(500, "") }
        #expect(line.told.last == .failed(.status(.visitor, 500)))
    }

    @Test func aClientThatIsTooOldIsToldOnce() throws {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(400, try Fixture.text("APIError"))
        #expect(line.told.last == .failed(.clientTooOld))
    }

    @Test(arguments: [
        (#""hasMultipleThreadsPerEndUser":false"#, #""hasMultipleThreadsPerEndUser":true"#),
        (#""features":{"securedSessions":false,"#, #""features":{"#),
        (#""allowedFileSize":"40""#, #""allowedFileSize":40"#),
        (#""isLiveChat":false"#, #""isLiveChat":null"#),
    ])
    func aChannelThatIsNotUnderstoodIsABadConfiguration(part: String, other: String) {
        let text = ScriptedLine.configuration()
        #expect(text.contains(part))
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        for _ in 1...4 { line.finish(200, text.replacing(part, with: other)) }
        #expect(line.told.last == .failed(.badConfiguration))
    }

    @Test func aFirstOpeningIsNotTriedAgain() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        line.finish(200, "{}")
        line.handle(.failed(.socket(line.socket), .badHandshake(status: 403)))
        #expect(line.told == [.failed(.wire(.badHandshake(status: 403)))])
    }

    @Test func authorizationHasTenSeconds() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        line.finish(200, "{}")
        line.open()
        let socket = line.socket
        // A bare acknowledgement is not the answer that is waited for.
        line.receive(#"{"eventId":"\#(line.lastEvent)"}"#)
        line.fire(.request, after: .milliseconds(9_999))
        #expect(line.told.isEmpty)
        line.fire(.request, after: .milliseconds(1))
        #expect(line.told == [.failed(.eventTimeout)])
        #expect(line.ordered.map(\.request).contains(.close(socket, code: 1_001)))
    }

    @Test func recoveryHasTenSecondsToo() {
        var line = ScriptedLine()
        line.authorize()
        line.fire(.request, after: .seconds(10))
        #expect(line.told == [.failed(.eventTimeout)])
    }

    @Test func aMessageHasTenSeconds() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: conversation, text: "one"))
        line.now += .seconds(4)
        line.perform(.send(MessageID(6), in: conversation, text: "two"))
        #expect(line.ordered.count == 1)
        line.fire(.acknowledgement, after: .seconds(6))
        #expect(line.told == [.refused(hello, .eventTimeout)])
        #expect(line.ordered.count == 1)
        line.fire(.acknowledgement, after: .seconds(4))
        #expect(line.told == [.refused(MessageID(6), .eventTimeout)])
        #expect(line.ordered.isEmpty)
    }

    @Test(arguments: [
        (OperationError.Code.inconsistentData, ChatFault.inconsistentData),
        (.recoveringThreadFailed, .historyRefused),
        (.sendingTranscriptFailed, .messageRefused),
        (.tokenRefreshingFailed, .authorizationRefused),
    ])
    func aKnownErrorRefusesAMessage(code: OperationError.Code, fault: ChatFault) {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.refuse(code)
        #expect(line.told == [.frameReceived, .refused(hello, fault)])
    }

    @Test func anUnknownErrorAcknowledgesAMessage() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.refuse(.sendingMessageFailed)
        #expect(line.told == [.frameReceived, .acknowledged(hello)])
    }

    @Test func anEventOfAnUnknownKindAcknowledgesAMessageToo() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.receive(#"{"eventId":"\#(line.lastEvent)","eventType":"NewThing"}"#)
        #expect(line.told == [.frameReceived, .unrecognized, .acknowledged(hello)])
    }

    @Test(arguments: [
        (OperationError.Code.customerAuthorizationFailed, ChatFault.authorizationRefused),
        (.consumerAuthorizationFailed, .authorizationRefused),
        (.inconsistentData, .inconsistentData),
    ])
    func aRefusedAuthorizationEndsTheConnection(code: OperationError.Code, fault: ChatFault) {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        line.finish(200, "{}")
        line.open()
        let socket = line.socket
        line.refuse(code)
        #expect(line.told == [.frameReceived, .failed(fault)])
        #expect(line.ordered.map(\.request).contains(.close(socket, code: 1_001)))
    }

    @Test func anAuthorizationMayBeWithdrawnAtAnyTime() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        line.refuse(.customerAuthorizationFailed)
        #expect(line.told == [.frameReceived, .failed(.authorizationRefused)])
    }

    @Test func everyOtherErrorOfARecoveryEndsTheConnection() {
        var line = ScriptedLine()
        line.authorize()
        line.refuse(.inconsistentData)
        #expect(line.told == [.frameReceived, .failed(.inconsistentData)])
    }

    @Test(arguments: [
        (#"{"eventId":"#, ChatEvent.fault(.malformedFrame)),
        (#"pong"#, .fault(.malformedFrame)),
        (#"{"a":1}"#, .fault(.incompleteFrame)),
        (#"[]"#, .fault(.incompleteFrame)),
        (#"7"#, .fault(.incompleteFrame)),
        (#"{"eventId":7}"#, .fault(.incompleteFrame)),
        (#"{"eventId":"e","eventType":"MessageCreated"}"#, .fault(.incompleteFrame)),
        (#"{"eventId":"e","eventType":"SetPositionInQueue","data":{}}"#, .unrecognized),
        (#"{"eventId":"e","postback":{"eventType":"ThreadListFetched"}}"#, .unrecognized),
        (#"{"message":"Internal server error","connectionId":"c","requestId":"r"}"#, .fault(.gateway)),
        (#"{"eventId":"e","postback":{"eventType":"ConsumerReconnected","data":{}}}"#, .fault(.unexpectedEvent)),
        (#"{"eventId":"e","postback":{"eventType":"ConsumerAuthorized","data":{}}}"#, .fault(.unexpectedEvent)),
        (#""pong""#, .fault(.unexpectedEvent)),
    ])
    func whateverComesIsCounted(frame: String, event: ChatEvent) {
        var line = ScriptedLine()
        _ = line.becomeReady()
        line.receive(frame)
        #expect(line.told == [.frameReceived, event])
        #expect(line.ordered.isEmpty)
    }

    @Test(arguments: [
        "MessageCreated", "MessageSeenChanged", "MessageReadChanged", "SenderTypingStarted", "CaseStatusChanged",
        "CaseInboxAssigneeChanged", "ThreadRecovered", "MoreMessagesLoaded", "TokenRefreshed",
    ])
    func whatConcernsAnotherThreadReachesNobody(name: String) throws {
        var line = ScriptedLine()
        _ = line.becomeReady()
        line.receive(try Fixture.text(name))
        #expect(line.told == [.frameReceived, .fault(.unexpectedEvent)])
    }

    @Test func typingOfNobodyIsNothing() throws {
        var line = ScriptedLine()
        _ = line.becomeReady()
        line.receive(try Fixture.text("SenderTypingEnded"))
        #expect(line.told == [.frameReceived])
    }

    @Test func oneBadMessageSpoilsAHistory() throws {
        var line = ScriptedLine()
        line.authorize()
        let event = EchoedID(line.lastEvent)
        var bad = Sample.olderQuestion()
        bad.message = EchoedID("not a UUID")
        line.receive { bytes in
            ThreadRecovered(
                contact: Sample.contact,
                inboxAssignee: nil,
                messages: [Sample.reply(), bad],
                scrollToken: "",
                thread: Sample.threadObject
            )
            .append(to: event, into: &bytes)
        }
        #expect(line.told == [.frameReceived, .fault(.incompleteFrame)])
        line.fire(.request, after: .seconds(10))
        #expect(line.told == [.failed(.eventTimeout)])
    }

    @Test func binaryIsNotRead() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        let bytes: [UInt8] = [1, 2]
        line.handle(.binary(line.socket, bytes.span.bytes))
        #expect(line.told == [.frameReceived, .fault(.binaryFrame)])
    }

    @Test func messagesThatCannotBeSentAreRefused() {
        var line = ScriptedLine()
        line.perform(.send(hello, in: ConversationID(1), text: "Hello"))
        #expect(line.told == [.refused(hello, .connectionGone)])
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: ConversationID(1), text: "Hello"))
        #expect(line.told == [.refused(hello, .messageRefused)])
        line.perform(.send(hello, in: conversation, text: ""))
        #expect(line.told == [.refused(hello, .messageRefused)])
    }
}
