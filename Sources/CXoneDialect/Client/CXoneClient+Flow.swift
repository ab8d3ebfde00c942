import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneClient {
    /// A frame of this customer; its event id comes back.
    mutating func order(
        _ type: ClientEventType,
        _ sending: SendingID = .unobserved,
        into orders: inout Orders,
        body: (inout [UInt8]) -> Void
    ) -> UInt128 {
        let event = random.uuid()
        let frame = orders.write { sender.append(type, event: event, to: &$0, body: body) }
        if let socket { orders.append(.sendText(socket, sending, frame)) }
        return event
    }

    private mutating func awaitAnswer(
        _ kind: PendingRequest.Kind,
        _ event: UInt128,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let deadline = now + Wait.answer
        request = PendingRequest(event: event, kind: kind, deadline: deadline)
        orders.append(.startTimer(timer(.request), at: deadline))
    }

    mutating func authorize(at now: MonotonicTime, into orders: inout Orders) {
        stage = .authorizing
        if let token {
            let presented = TokenPresented(token: token.text)
            let event = order(.reconnect, into: &orders) { presented.append(to: &$0) }
            awaitAnswer(.reconnect, event, at: now, into: &orders)
        } else {
            let event = order(.authorize, into: &orders) { AuthorizeCustomer.append(to: &$0) }
            awaitAnswer(.authorize, event, at: now, into: &orders)
        }
    }

    /// Takes what the answer brought; the customer's identity and token matter only where the channel authorizes.
    mutating func authorized(
        _ answer: ConsumerAuthorized?,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        endRequest(into: &orders)
        if channel.isAuthorizationEnabled, let answer {
            guard let access = answer.accessToken else {
                return fail(.authorizationRefused, into: &orders, telling: &events)
            }
            take(access, at: now)
            if let customer = answer.customer { sender.customer = customer }
        }
        recoverFirst(at: now, into: &orders, telling: &events)
    }

    private mutating func recoverFirst(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        if let thread, thread.state != .ready { return becomeReady(telling: &events) }
        stage = .recovering
        requestRecovery(.recoverFirst, at: now, into: &orders)
    }

    private mutating func requestRecovery(
        _ kind: PendingRequest.Kind,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        if let thread {
            let reference = ThreadReference(thread: .uuid(thread.id))
            let event = order(.recoverThread, into: &orders) { reference.append(to: &$0) }
            awaitAnswer(kind, event, at: now, into: &orders)
        } else {
            let event = random.uuid()
            let frame = orders.write { sender.append(.recoverThread, event: event, to: &$0) }
            if let socket { orders.append(.sendText(socket, .unobserved, frame)) }
            awaitAnswer(kind, event, at: now, into: &orders)
        }
    }

    /// Reads the history again, or its next older page.
    mutating func recover(
        _ conversation: ConversationID,
        older: Bool,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        // A connection that is being broken answers nothing, and `lost` is on its way; one that never was cannot answer.
        if stage == .dropping { return }
        guard stage == .ready, request == nil else { return events.append(.fault(.eventTimeout)) }
        guard let thread, thread.conversation == conversation, !older || !thread.scrollToken.isEmpty else {
            return events.append(.fault(.historyRefused))
        }
        guard older else { return requestRecovery(.recoverAgain, at: now, into: &orders) }
        let page = LoadMoreMessages(
            scrollToken: thread.scrollToken,
            thread: .uuid(thread.id),
            oldestMessage: thread.oldest
        )
        let event = order(.loadMoreMessages, into: &orders) { page.append(to: &$0) }
        awaitAnswer(.recoverMore, event, at: now, into: &orders)
    }

    /// The history was told; it now stands as the server says.
    mutating func recovered(
        _ facts: ThreadFacts,
        scrollToken: String,
        oldest: WallTime?,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let wasFirst = request?.kind == .recoverFirst
        endRequest(into: &orders)
        let state: ThreadState = facts.canAddMoreMessages ? .ready : .closed
        thread = OwnThread(id: facts.thread, state: state, scrollToken: scrollToken, oldest: oldest)
        channel.survey = nil
        events.append(.historyRead(hasMore: !scrollToken.isEmpty))
        if wasFirst { becomeReady(telling: &events) }
    }

    mutating func loadedMore(
        scrollToken: String,
        oldest: WallTime?,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        endRequest(into: &orders)
        // A page without messages is the end, whatever its token says.
        thread?.scrollToken = oldest == nil ? "" : scrollToken
        if let oldest { thread?.oldest = oldest }
        events.append(.historyRead(hasMore: thread?.scrollToken.isEmpty == false))
    }

    /// The server has no such thread: an unsent one stays, a form is filled in anew, and otherwise one is made.
    mutating func foundNoThread(into orders: inout Orders, telling events: inout [ChatEvent]) {
        endRequest(into: &orders)
        if thread?.state != .pending {
            thread = channel.hasSurvey ? nil : OwnThread(id: UUIDText.Spelled(random.uuid()), state: .pending)
        }
        becomeReady(telling: &events)
    }

    private mutating func becomeReady(telling events: inout [ChatEvent]) {
        stage = .ready
        events.append(.ready(thread?.conversation))
    }

    mutating func endRequest(into orders: inout Orders) {
        guard request != nil else { return }
        request = nil
        orders.append(.stopTimer(timer(.request)))
    }

    mutating func requestTimedOut(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let late = request else { return }
        guard now >= late.deadline else {
            return orders.append(.startTimer(timer(.request), at: late.deadline))
        }
        request = nil
        switch late.kind {
        case .authorize, .reconnect, .recoverFirst: fail(.eventTimeout, into: &orders, telling: &events)
        case .recoverAgain, .recoverMore: events.append(.fault(.eventTimeout))
        }
    }

    mutating func begin(_ answers: [Survey.Answer], at now: MonotonicTime, telling events: inout [ChatEvent]) {
        guard stage == .ready, thread == nil else { return events.append(.fault(.unexpectedEvent)) }
        let date = wall.time(at: now)
        var fields: [CustomField] = []
        for field in channel.survey?.fields ?? [] {
            let answer = answers.last { $0.ident == field.ident && !$0.value.isEmpty }
            guard let answer, field.admits(answer.value) else {
                if field.isRequired { return events.append(.fault(.missingAnswers)) }
                continue
            }
            fields.append(CustomField(ident: field.ident, value: answer.value, updatedAt: date))
        }
        contactFields = fields
        let begun = OwnThread(id: UUIDText.Spelled(random.uuid()), state: .pending)
        thread = begun
        events.append(.began(begun.conversation))
    }
}

extension Survey.Field {
    /// The vendor's client drops a choice that is not among the options, and with it the answer.
    fileprivate func admits(_ value: String) -> Bool {
        kind == .text || kind == .email || options.contains { $0.name == value }
    }
}
