import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneClient {
    mutating func received(
        _ bytes: RawSpan,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        events.append(.frameReceived)
        if bytes.spells(Heartbeat.answer) { return answered(at: now, into: &orders, telling: &events) }
        // What a frame told before it turned out to be bad is taken back: the vendor's client drops it whole.
        let told = events.count
        do throws(JSONFault) {
            try reader.read(bytes) { (frame) throws(JSONFault) in
                let head = try ServerFrame(frame)
                switch head.kind {
                case .gatewayError:
                    events.append(.fault(.gateway))
                case .operationError(let code):
                    refused(code, head.event, into: &orders, telling: &events)
                case .acknowledgement:
                    acknowledge(head.event, telling: &events)
                case .event(let type):
                    try heard(type, head.event, frame, at: now, into: &orders, telling: &events)
                    acknowledge(head.event, telling: &events)
                }
            }
        } catch {
            events.removeSubrange(told...)
            if case .malformed = error {
                events.append(.fault(.malformedFrame))
            } else {
                events.append(.fault(.incompleteFrame))
            }
        }
    }

    /// On a connection that was given up by a close frame, messages are heard until it has ended; nothing else is.
    mutating func receivedLate(_ bytes: RawSpan, reader: inout JSONReader, telling events: inout [ChatEvent]) {
        let message = try? reader.read(bytes) { (frame) throws(JSONFault) -> MessageFacts? in
            guard case .event(.messageCreated) = try ServerFrame(frame).kind else { return nil }
            return try MessageCreated.read(frame)
        }
        guard let message, let thread, EchoedID.uuid(thread.id) == .uuid(message.thread) else { return }
        events.append(.frameReceived)
        events.append(.messageArrived(receipt(message)))
    }

    /// Reads the one shape that the type has.
    ///
    /// Everything is read before anything is changed.
    private mutating func heard(
        _ type: ServerEventType,
        _ event: EchoedID?,
        _ frame: JSONCursor,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) throws(JSONFault) {
        switch type {
        case .messageCreated:
            let facts = try MessageCreated.read(frame)
            if tellsText, !facts.isInbound { events.append(.messageText(try Self.words(of: frame))) }
            arrived(facts, telling: &events)
        case .messageSeenChanged, .messageReadChanged:
            let isRead = type == .messageReadChanged
            expect(.uuid(try MessageChanged.read(frame, isReadByAgent: isRead).thread), telling: &events)
        case .typingStarted, .typingEnded:
            let typing = try SenderTyping.read(frame)
            guard typing.hasUser, expect(typing.thread, telling: &events) else { return }
            events.append(.agentTyping(type == .typingStarted))
        case .caseStatusChanged:
            expect(try CaseStatusChanged.read(frame), telling: &events)
        case .caseInboxAssigneeChanged:
            expect(try CaseAssigned.read(frame), telling: &events)
        case .caseCreated:
            return
        case .consumerAuthorized:
            let answer = try ConsumerAuthorized(frame)
            guard answers(event, .authorize, telling: &events) else { return }
            authorized(answer, at: now, into: &orders, telling: &events)
        case .consumerReconnected:
            guard answers(event, .reconnect, telling: &events) else { return }
            authorized(nil, at: now, into: &orders, telling: &events)
        case .tokenRefreshed:
            renewed(try TokenRefreshed(frame), event, at: now, into: &orders, telling: &events)
        case .threadRecovered:
            try threadRecovered(event, frame, into: &orders, telling: &events)
        case .moreMessagesLoaded:
            try moreMessagesLoaded(event, frame, into: &orders, telling: &events)
        case .other:
            events.append(.unrecognized)
        }
    }

    private mutating func arrived(_ facts: MessageFacts, telling events: inout [ChatEvent]) {
        guard expect(.uuid(facts.thread), telling: &events) else { return }
        if thread?.state == .pending { thread?.state = .ready }
        events.append(.messageArrived(receipt(facts)))
    }

    /// Nothing for content that is not text.
    private static func words(of frame: JSONCursor) throws(JSONFault) -> String {
        let path: StaticString = "data/message/messageContent/payload/text"
        return frame.isText(path) ? try frame.text(path) : ""
    }

    private func receipt(_ facts: MessageFacts) -> ChatEvent.MessageReceipt {
        ChatEvent.MessageReceipt(
            id: MessageID(facts.message.value),
            conversation: ConversationID(facts.thread.value),
            author: facts.isInbound ? .customer : facts.isAiGenerated ? .ai : .human,
            textLength: facts.textLength
        )
    }

    /// A push for another thread than the customer's reaches nobody.
    @discardableResult
    private func expect(_ id: EchoedID, telling events: inout [ChatEvent]) -> Bool {
        if let thread, .uuid(thread.id) == id { return true }
        events.append(.fault(.unexpectedEvent))
        return false
    }

    /// Whether this is the answer that is waited for; an unasked one is only counted.
    private func answers(
        _ event: EchoedID?,
        _ kind: PendingRequest.Kind,
        telling events: inout [ChatEvent]
    ) -> Bool {
        if let request, request.kind == kind, EchoedID(request.event) == event { return true }
        events.append(.fault(.unexpectedEvent))
        return false
    }

    private mutating func threadRecovered(
        _ event: EchoedID?,
        _ frame: JSONCursor,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) throws(JSONFault) {
        let told = events.count
        var oldest: WallTime?
        let (facts, scrollToken) = try ThreadRecovered.read(frame) { message in
            oldest = min(oldest ?? message.createdAt, message.createdAt)
            events.append(.historyMessage(receipt(message)))
        }
        // The page has the newest first; it is told as it happened.
        events[told...].reverse()
        let isFirst = request?.kind == .recoverFirst
        let isOurs = isFirst || thread?.id == facts.thread
        guard isOurs, let request, isFirst || request.kind == .recoverAgain, EchoedID(request.event) == event else {
            events.removeSubrange(told...)
            return events.append(.fault(.unexpectedEvent))
        }
        recovered(facts, scrollToken: scrollToken, oldest: oldest, into: &orders, telling: &events)
    }

    private mutating func moreMessagesLoaded(
        _ event: EchoedID?,
        _ frame: JSONCursor,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) throws(JSONFault) {
        let told = events.count
        var oldest: WallTime?
        let scrollToken = try MoreMessagesLoaded.read(frame) { message in
            oldest = min(oldest ?? message.createdAt, message.createdAt)
            events.append(.historyMessage(receipt(message)))
        }
        events[told...].reverse()
        guard let request, request.kind == .recoverMore, EchoedID(request.event) == event else {
            events.removeSubrange(told...)
            return events.append(.fault(.unexpectedEvent))
        }
        loadedMore(scrollToken: scrollToken, oldest: oldest, into: &orders, telling: &events)
    }

    /// An error whose code the vendor's client knows.
    private mutating func refused(
        _ code: OperationError.Code,
        _ event: EchoedID?,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let fault = Self.fault(of: code)
        if let index = unacknowledged.firstIndex(where: { EchoedID($0.event) == event }) {
            events.append(.refused(unacknowledged.remove(at: index).id, fault))
            return
        }
        if code == .customerAuthorizationFailed || code == .consumerAuthorizationFailed {
            // Asked or not: the vendor's client closes the connection.
            return stage == .leaving || stage == .dropping
                ? events.append(.fault(fault)) : fail(fault, into: &orders, telling: &events)
        }
        if let refresh, EchoedID(refresh.event) == event {
            return failedToRenew(fault, into: &orders, telling: &events)
        }
        guard let request, EchoedID(request.event) == event else {
            // A refused history is told only to whoever asked for it: it ends the asking.
            return events.append(.fault(fault == .historyRefused ? .unexpectedEvent : fault))
        }
        switch request.kind {
        case .authorize:
            fail(fault, into: &orders, telling: &events)
        case .reconnect:
            if let token {
                let presented = TokenPresented(token: token.text)
                _ = order(.refreshToken, into: &orders) { presented.append(to: &$0) }
            }
            fail(fault, into: &orders, telling: &events)
        case .recoverFirst where code == .recoveringThreadFailed:
            foundNoThread(into: &orders, telling: &events)
        case .recoverFirst:
            fail(fault, into: &orders, telling: &events)
        case .recoverAgain, .recoverMore:
            endRequest(into: &orders)
            events.append(.fault(.historyRefused))
        }
    }

    private static func fault(of code: OperationError.Code) -> ChatFault {
        switch code {
        case .customerAuthorizationFailed, .consumerAuthorizationFailed, .customerReconnectionFailed,
            .consumerReconnectionFailed, .tokenRefreshingFailed:
            .authorizationRefused
        case .inconsistentData: .inconsistentData
        case .recoveringThreadFailed, .recoveringLivechatFailed: .historyRefused
        case .sendingTranscriptFailed, .sendingMessageFailed, .updatingThreadFailed, .archivingThreadFailed:
            .messageRefused
        }
    }
}
