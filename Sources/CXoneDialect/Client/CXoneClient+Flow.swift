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

    /// The same of a frame that says nothing more than its type.
    mutating func orderBare(_ type: ClientEventType, into orders: inout Orders) -> UInt128 {
        let event = random.uuid()
        let frame = orders.write { sender.append(type, event: event, to: &$0) }
        if let socket { orders.append(.sendText(socket, .unobserved, frame)) }
        return event
    }

    mutating func awaitAnswer(
        _ kind: PendingRequest.Kind,
        _ event: UInt128,
        about thread: UUIDText.Spelled? = nil,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let deadline = client.answerLimit.map { now + $0 } ?? .never
        request = PendingRequest(event: event, kind: kind, deadline: deadline, thread: thread)
        if deadline != .never { orders.append(.startTimer(timer(.request), at: deadline)) }
    }

    mutating func authorize(at now: MonotonicTime, into orders: inout Orders, telling events: inout [ChatEvent]) {
        stage = .authorizing
        if let token, client != .android || now < token.staleAt {
            let presented = TokenPresented(token: token.text)
            let event = order(.reconnect, into: &orders) { presented.append(to: &$0) }
            // Android carries on without waiting.
            guard client != .android else { return goThroughMode(at: now, into: &orders, telling: &events) }
            awaitAnswer(.reconnect, event, at: now, into: &orders)
        } else {
            orderAuthorization(at: now, into: &orders)
        }
    }

    private mutating func orderAuthorization(at now: MonotonicTime, into orders: inout Orders) {
        let (client, shown) = (client, credentials)
        let event = order(.authorize, into: &orders) { bytes in
            AuthorizeCustomer.append(client, code: shown.authorizationCode, verifier: shown.codeVerifier, to: &bytes)
        }
        awaitAnswer(.authorize, event, at: now, into: &orders)
    }

    /// The web client asks again from the beginning when its token is not taken.
    mutating func authorizeAnew(at now: MonotonicTime, into orders: inout Orders) {
        endRequest(into: &orders)
        token = nil
        orderAuthorization(at: now, into: &orders)
    }

    /// Takes what the answer brought; the customer's identity and token matter only where the channel authorizes.
    mutating func authorized(
        _ answer: ConsumerAuthorized?,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        endRequest(into: &orders)
        if client == .web { beatAtOnce(at: now, into: &orders) }
        if channel.isAuthorizationEnabled, let answer {
            guard let access = answer.accessToken else {
                return fail(.authorizationRefused, into: &orders, telling: &events)
            }
            take(access, at: now)
            if let customer = answer.customer { sender.customer = customer }
        }
        goThroughMode(at: now, into: &orders, telling: &events)
    }

    /// What a channel's mode asks for between the authorization and a customer who can chat.
    mutating func goThroughMode(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        switch channel.mode {
        case .multiThread:
            stage = .recovering
            fetchList(at: now, into: &orders)
        case .singleThread, .liveChat:
            if let thread, thread.state == .pending || (thread.state == .closed && channel.mode == .singleThread) {
                return becomeReady(telling: &events)
            }
            stage = .recovering
            requestRecovery(.recoverFirst, of: thread, at: now, into: &orders)
        }
    }

    mutating func requestRecovery(
        _ kind: PendingRequest.Kind,
        of thread: OwnThread?,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let type: ClientEventType = channel.mode == .liveChat ? .recoverLivechat : .recoverThread
        let event: UInt128
        if thread == nil, client != .android {
            event = orderBare(type, into: &orders)
        } else {
            let (client, id) = (client, thread.map { EchoedID.uuid($0.id) })
            event = order(type, into: &orders) { ThreadReference.appendRecovery(of: id, client, to: &$0) }
        }
        awaitAnswer(kind, event, about: thread?.id, at: now, into: &orders)
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
        guard let thread = known(conversation), !older || !thread.scrollToken.isEmpty else {
            return events.append(.fault(.historyRefused))
        }
        guard older else { return requestRecovery(.recoverAgain, of: thread, at: now, into: &orders) }
        _ = requestOlder(.recoverMore, thread, at: now, into: &orders)
    }

    mutating func requestOlder(
        _ kind: PendingRequest.Kind,
        _ thread: OwnThread,
        at now: MonotonicTime,
        into orders: inout Orders
    ) -> UInt128 {
        let page = LoadMoreMessages(
            scrollToken: thread.scrollToken,
            thread: .uuid(thread.id),
            oldestMessage: thread.oldest
        )
        let (client, contact) = (client, channel.mode == .liveChat ? thread.contact : nil)
        let event = order(.loadMoreMessages, into: &orders) { page.append(client, contact: contact, to: &$0) }
        awaitAnswer(kind, event, about: thread.id, at: now, into: &orders)
        return event
    }

    /// The history was told; it now stands as the server says.
    mutating func recovered(
        _ facts: ThreadFacts,
        _ page: (scrollToken: String, oldest: WallTime?, contact: String),
        isClosed: Bool,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let kind = request?.kind
        endRequest(into: &orders)
        let conversation = ConversationID(facts.thread.value)
        if known(conversation) == nil, thread == nil { thread = OwnThread(id: facts.thread, state: .ready) }
        update(conversation) { thread in
            thread.id = facts.thread
            thread.state = facts.canAddMoreMessages && !isClosed ? .ready : .closed
            thread.scrollToken = page.scrollToken
            thread.oldest = page.oldest
            if !page.contact.isEmpty { thread.contact = page.contact }
        }
        if channel.mode == .singleThread { channel.survey = nil }
        events.append(.historyRead(hasMore: !page.scrollToken.isEmpty))
        switch kind {
        case .recoverFirst: becomeReady(telling: &events)
        case .open: opened(isFailure: false, into: &orders, telling: &events)
        default: break
        }
    }

    mutating func loadedMore(
        scrollToken: String,
        oldest: WallTime?,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let asked = request?.thread
        endRequest(into: &orders)
        // A page without messages is the end, whatever its token says.
        let token = oldest == nil ? "" : scrollToken
        if let asked {
            update(ConversationID(asked.value)) { thread in
                thread.scrollToken = token
                thread.oldest = oldest ?? thread.oldest
            }
        }
        events.append(.historyRead(hasMore: !token.isEmpty))
        if act?.kind == .older { acted(isFailure: false, into: &orders, telling: &events) }
    }

    /// The server has no such thread: an unsent one stays, a form is filled in anew, and otherwise one is made.
    mutating func foundNoThread(into orders: inout Orders, telling events: inout [ChatEvent]) {
        endRequest(into: &orders)
        if thread?.state != .pending {
            thread = channel.hasSurvey ? nil : OwnThread(id: UUIDText.Spelled(random.uuid()), state: .pending)
        }
        becomeReady(telling: &events)
    }

    /// There is no live chat, or it is over: whoever wants one begins it, with the form or without.
    mutating func foundNoChat(into orders: inout Orders, telling events: inout [ChatEvent]) {
        endRequest(into: &orders)
        if thread?.state != .pending { thread = nil }
        becomeReady(telling: &events)
    }

    mutating func becomeReady(telling events: inout [ChatEvent]) {
        stage = .ready
        let isOver = channel.mode == .liveChat && thread?.state == .closed
        events.append(.ready(isOver ? nil : thread?.conversation))
    }

    mutating func endRequest(into orders: inout Orders) {
        guard let ended = request else { return }
        request = nil
        if ended.deadline != .never { orders.append(.stopTimer(timer(.request))) }
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
        case .authorize, .reconnect, .recoverFirst, .list, .metadata:
            fail(.eventTimeout, into: &orders, telling: &events)
        case .open:
            events.append(.fault(.eventTimeout))
            opened(isFailure: true, into: &orders, telling: &events)
        case .recoverAgain, .recoverMore:
            events.append(.fault(.eventTimeout))
            if act?.kind == .older { acted(isFailure: true, into: &orders, telling: &events) }
        }
    }
}
