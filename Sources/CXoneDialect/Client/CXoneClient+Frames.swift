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
                    refused(code, head.event, at: now, into: &orders, telling: &events)
                case .acknowledgement:
                    acknowledge(head.event, telling: &events)
                    settleAct(head.event, into: &orders, telling: &events)
                case .event(let type):
                    try heard(type, head.event, frame, at: now, into: &orders, telling: &events)
                    acknowledge(head.event, telling: &events)
                    settleAct(head.event, into: &orders, telling: &events)
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
        guard let message, known(ConversationID(message.thread.value)) != nil else { return }
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
            try created(frame, at: now, into: &orders, telling: &events)
        case .messageSeenChanged, .messageReadChanged:
            let isRead = type == .messageReadChanged
            expect(.uuid(try MessageChanged.read(frame, isReadByAgent: isRead).thread), telling: &events)
        case .typingStarted, .typingEnded:
            let typing = try SenderTyping.read(frame)
            guard typing.hasUser, let thread = expect(typing.thread, telling: &events) else { return }
            events.append(.agentTyping(type == .typingStarted, in: thread))
        case .caseStatusChanged:
            let changed = try CaseStatusChanged.read(frame)
            guard let thread = expect(changed, telling: &events) else { return }
            if try frame.text("data/case/status", is: "closed") { close(thread, telling: &events) }
        case .caseInboxAssigneeChanged:
            guard let thread = expect(try CaseAssigned.read(frame), telling: &events) else { return }
            if try frame.text("data/case/status", is: "closed") { return close(thread, telling: &events) }
            events.append(.assigned(thread, frame.isObject("data/inboxAssignee")))
        case .caseCreated:
            // The web client lives on it; the others read nothing.
            if client == .web { noteCase(of: frame) }
        case .setPositionInQueue:
            let position = try PositionInQueue.read(frame)
            events.append(.queued(position.position))
        case .fireProactiveAction:
            if let text = try ProactiveAction.read(frame), welcome == nil { welcome = text }
        case .eventInS3:
            fetchStoredEvent(try StoredEvent.read(frame), at: now, into: &orders)
        case .consumerAuthorized:
            let answer = try ConsumerAuthorized(frame)
            guard answers(event, .authorize, telling: &events) else { return }
            authorized(answer, at: now, into: &orders, telling: &events)
        case .consumerReconnected:
            // Android does not wait for it.
            guard client != .android, answers(event, .reconnect, telling: &events) else { return }
            authorized(nil, at: now, into: &orders, telling: &events)
        case .tokenRefreshed:
            renewed(try TokenRefreshed(frame), event, at: now, into: &orders, telling: &events)
        case .threadRecovered:
            try threadRecovered(event, frame, at: now, into: &orders, telling: &events)
        case .livechatRecovered:
            chatRecovered(event, frame, at: now, into: &orders, telling: &events)
        case .threadListFetched:
            let list = try ThreadListFetched.read(frame)
            guard answers(event, .list, telling: &events) else { return }
            listed(list, at: now, into: &orders, telling: &events)
        case .threadMetadataLoaded:
            _ = try ThreadMetadataLoaded.read(frame)
            loaded(event, at: now, into: &orders, telling: &events)
        case .moreMessagesLoaded:
            try moreMessagesLoaded(event, frame, into: &orders, telling: &events)
        case .threadUpdated, .threadArchived, .transcriptSent, .offlineMessageSent, .authorizationTokenGenerated:
            return
        case .other:
            events.append(.unrecognized)
        }
    }

    private mutating func created(
        _ frame: JSONCursor,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) throws(JSONFault) {
        let facts = try MessageCreated.read(frame)
        // Its own greeting, come back.
        if let welcomeID, facts.message.value == welcomeID { return }
        let conversation = ConversationID(facts.thread.value)
        if channel.mode != .singleThread, known(conversation)?.contact.isEmpty == true { noteCase(of: frame) }
        if tellsText, !facts.isInbound {
            events.append(.messageText(try Self.words(of: frame)))
            if facts.kind == .choices || facts.kind == .inactivity {
                let choices = try frame.within("data/message/messageContent") { (content) throws(JSONFault) in
                    ContentFacts.choices(content)
                }
                events.append(.messageChoices(choices))
            }
        }
        arrived(facts, telling: &events)
        guard facts.kind == .unsupported, !facts.isInbound, client != .web, stage == .ready else { return }
        apologize(for: frame, in: conversation, at: now, into: &orders, telling: &events)
    }

    /// A mobile client says by itself what it cannot show; nobody sees that it does.
    private mutating func apologize(
        for frame: JSONCursor,
        in conversation: ConversationID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard known(conversation)?.state == .ready else { return }
        let fallback = (try? frame.text("data/message/messageContent/fallbackText")) ?? ""
        var text = "The last agent's message is not supported in the mobile SDK"
        if !fallback.isEmpty { text += ": " + fallback }
        var saying = Saying(id: MessageID(random.uuid()), text: text)
        saying.parameters = Array(#"{"isUnsupportedMessageTypeAnswer":true}"#.utf8)
        events.append(.wrote(saying.id, conversation))
        transmit(saying, in: conversation, at: now, into: &orders)
    }

    mutating func arrived(_ facts: MessageFacts, telling events: inout [ChatEvent]) {
        guard let conversation = expect(.uuid(facts.thread), telling: &events) else { return }
        isNowKnown(conversation)
        events.append(.messageArrived(receipt(facts)))
    }

    /// The case that stands for a thread from now on.
    private mutating func noteCase(of frame: JSONCursor) {
        guard let id = try? frame.text("data/case/id"),
            let thread = try? frame.id("data/case/threadIdOnExternalPlatform"), let value = thread.value
        else { return }
        update(ConversationID(value)) { $0.contact = id }
    }

    private mutating func close(_ conversation: ConversationID, telling events: inout [ChatEvent]) {
        guard known(conversation)?.state != .closed else { return }
        // A closed case ends a live chat; in the other modes a further message opens a new one.
        guard channel.mode == .liveChat else { return }
        update(conversation) { $0.state = .closed }
        events.append(.closed(conversation))
    }

    private mutating func settleAct(
        _ event: EchoedID?,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let act, act.kind != .older, EchoedID(act.event) == event else { return }
        acted(isFailure: false, into: &orders, telling: &events)
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

    /// A push for a thread that the client does not know reaches nobody.
    @discardableResult
    private func expect(_ id: EchoedID, telling events: inout [ChatEvent]) -> ConversationID? {
        if let thread, .uuid(thread.id) == id { return thread.conversation }
        if let other = others.first(where: { .uuid($0.id) == id }) { return other.conversation }
        events.append(.fault(.unexpectedEvent))
        return nil
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
        at now: MonotonicTime,
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
        guard isAwaited(event), request?.kind == .recoverFirst || request?.thread == facts.thread else {
            events.removeSubrange(told...)
            return events.append(.fault(.unexpectedEvent))
        }
        let contact = channel.mode == .singleThread ? "" : Self.contact(of: frame)
        recovered(
            facts,
            (scrollToken, oldest, contact),
            isClosed: false,
            at: now,
            into: &orders,
            telling: &events
        )
    }

    /// Whether this is the answer to the recovery that is waited for.
    private func isAwaited(_ event: EchoedID?) -> Bool {
        guard let request, EchoedID(request.event) == event else { return false }
        switch request.kind {
        case .recoverFirst, .recoverAgain, .open: return true
        default: return false
        }
    }

    private static func contact(of frame: JSONCursor) -> String {
        (try? frame.text("postback/data/contact/id")) ?? ""
    }

    /// Whatever cannot be read is no live chat.
    private mutating func chatRecovered(
        _ event: EchoedID?,
        _ frame: JSONCursor,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard isAwaited(event) else { return events.append(.fault(.unexpectedEvent)) }
        let told = events.count
        var oldest: WallTime?
        let chat = LivechatRecovered.read(frame) { message in
            oldest = min(oldest ?? message.createdAt, message.createdAt)
            events.append(.historyMessage(receipt(message)))
        }
        events[told...].reverse()
        guard let chat else {
            events.removeSubrange(told...)
            guard request?.kind == .recoverFirst else {
                endRequest(into: &orders)
                return events.append(.fault(.historyRefused))
            }
            return foundNoChat(into: &orders, telling: &events)
        }
        recovered(
            chat.thread,
            (chat.scrollToken, oldest, Self.contact(of: frame)),
            isClosed: chat.isClosed,
            at: now,
            into: &orders,
            telling: &events
        )
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
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let fault = Self.fault(of: code)
        if let act, EchoedID(act.event) == event, act.kind != .older {
            events.append(.fault(.actionRefused))
            return acted(isFailure: true, into: &orders, telling: &events)
        }
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
        if request?.kind == .metadata, let event, loading.contains(where: { EchoedID($0) == event }) {
            return fail(fault, into: &orders, telling: &events)
        }
        guard let request, EchoedID(request.event) == event else {
            // A refused history is told only to whoever asked for it: it ends the asking.
            return events.append(.fault(fault == .historyRefused ? .unexpectedEvent : fault))
        }
        refused(request, code, fault, at: now, into: &orders, telling: &events)
    }

    private mutating func refused(
        _ request: PendingRequest,
        _ code: OperationError.Code,
        _ fault: ChatFault,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        switch request.kind {
        case .authorize, .list, .metadata:
            fail(fault, into: &orders, telling: &events)
        case .reconnect where client == .web:
            authorizeAnew(at: now, into: &orders)
        case .reconnect:
            if let token {
                let presented = TokenPresented(token: token.text)
                _ = order(.refreshToken, into: &orders) { presented.append(to: &$0) }
            }
            fail(fault, into: &orders, telling: &events)
        case .recoverFirst where code == .recoveringThreadFailed && channel.mode == .singleThread:
            foundNoThread(into: &orders, telling: &events)
        case .recoverFirst where code == .recoveringLivechatFailed && !channel.recoverDoesNotFail:
            foundNoChat(into: &orders, telling: &events)
        case .recoverFirst:
            fail(fault, into: &orders, telling: &events)
        case .open:
            endRequest(into: &orders)
            events.append(.fault(.historyRefused))
            opened(isFailure: true, into: &orders, telling: &events)
        case .recoverAgain, .recoverMore:
            endRequest(into: &orders)
            events.append(.fault(.historyRefused))
            if act?.kind == .older { acted(isFailure: true, into: &orders, telling: &events) }
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
