import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

/// What a customer does besides talking.
extension CXoneClient {
    mutating func perform(
        _ action: ChatAction,
        in conversation: ConversationID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let start = StartTimes(intended: now, sent: now)
        guard stage == .ready, let thread = known(conversation), isPossible(action, in: thread) else {
            events.append(.fault(.notSupported))
            return events.append(.acted(action.kind, start, isFailure: true))
        }
        let reference = ThreadReference(thread: .uuid(thread.id))
        switch action {
        case .rename(let name):
            // A thread that the server does not know takes its name along with nothing: the client keeps it.
            guard thread.state == .ready else { break }
            let named = ThreadReference(thread: .uuid(thread.id), name: name)
            _ = order(.updateThread, into: &orders) { named.append(to: &$0) }
        case .archive:
            return awaitAct(.archiveThread, action.kind, thread, at: now, into: &orders) { reference.append(to: &$0) }
        case .end:
            let end = EndContact(thread: .uuid(thread.id), contact: thread.contact)
            _ = order(.endContact, into: &orders) { end.append(to: &$0) }
        case .sendTranscript(let address):
            let transcript = SendTranscript(contact: thread.contact, recipients: [address])
            return awaitAct(.sendTranscript, action.kind, thread, at: now, into: &orders) { transcript.append(to: &$0) }
        case .setFields(let answers, let ofCustomer):
            set(answers, ofCustomer, thread, at: now, into: &orders)
        case .loadOlder:
            let event = requestOlder(.recoverMore, thread, at: now, into: &orders)
            act = PendingAct(kind: .older, event: event, start: start, conversation: conversation)
            return
        case .openWindow: tellVisit(.windowOpened, at: now, into: &orders)
        case .viewPage(let title, let url): tellVisit(.pageView(title: title, url: url), at: now, into: &orders)
        case .leavePage(let title, let url):
            tellVisit(.timeSpent(title: title, url: url, 1), at: now, into: &orders)
        case .convert(let type, let value):
            tellVisit(.conversion(type: type, value: value), at: now, into: &orders)
        case .trigger(let id):
            let trigger = ExecuteTrigger(trigger: id)
            _ = order(.executeTrigger, into: &orders) { trigger.append(to: &$0) }
        case .signOut:
            events.append(.acted(.signOut, start, isFailure: false))
            return leave(into: &orders, telling: &events)
        }
        events.append(.acted(action.kind, start, isFailure: false))
    }

    private func isPossible(_ action: ChatAction, in thread: OwnThread) -> Bool {
        switch action {
        case .rename: channel.mode == .multiThread
        case .archive: channel.mode == .multiThread && thread.state != .pending && act == nil
        case .end: channel.mode == .liveChat && thread.state != .closed && !thread.contact.isEmpty
        case .sendTranscript: channel.allowsTranscript && !thread.contact.isEmpty && act == nil
        case .loadOlder: !thread.scrollToken.isEmpty && act == nil && request == nil
        default: true
        }
    }

    private mutating func awaitAct(
        _ type: ClientEventType,
        _ kind: ChatAction.Kind,
        _ thread: OwnThread,
        at now: MonotonicTime,
        into orders: inout Orders,
        body: (inout [UInt8]) -> Void
    ) {
        let event = order(type, into: &orders, body: body)
        act = PendingAct(
            kind: kind,
            event: event,
            start: StartTimes(intended: now, sent: now),
            conversation: thread.conversation
        )
        if let limit = client.answerLimit { orders.append(.startTimer(timer(.act), at: now + limit)) }
    }

    /// The answer to an action has come, or a refusal, or nothing in time.
    mutating func acted(isFailure: Bool, into orders: inout Orders, telling events: inout [ChatEvent]) {
        guard let done = act else { return }
        act = nil
        orders.append(.stopTimer(timer(.act)))
        if done.kind == .archive, !isFailure { update(done.conversation) { $0.state = .closed } }
        events.append(.acted(done.kind, done.start, isFailure: isFailure))
    }

    mutating func actTimedOut(into orders: inout Orders, telling events: inout [ChatEvent]) {
        guard act != nil else { return }
        events.append(.fault(.eventTimeout))
        acted(isFailure: true, into: &orders, telling: &events)
    }

    /// Before the case is known, its fields ride in the next message.
    private mutating func set(
        _ answers: [Survey.Answer],
        _ ofCustomer: Bool,
        _ thread: OwnThread,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let date = wall.time(at: now)
        let changed = answers.map { CustomField(ident: $0.ident, value: $0.value, updatedAt: date) }
        if ofCustomer {
            Self.merge(changed, into: &customerFields)
            let client = client
            let sent = client == .web ? customerFields : changed
            let fields = CustomFieldsSet(thread: nil, contact: nil, fields: sent)
            _ = order(.setCustomerFields, into: &orders) { fields.append(client, to: &$0) }
        } else {
            update(thread.conversation) { Self.merge(changed, into: &$0.fields) }
            guard !thread.contact.isEmpty else { return }
            let client = client
            let fields = CustomFieldsSet(thread: .uuid(thread.id), contact: thread.contact, fields: changed)
            _ = order(.setContactFields, into: &orders) { fields.append(client, to: &$0) }
        }
    }

    private static func merge(_ changed: [CustomField], into fields: inout [CustomField]) {
        for field in changed {
            if let place = fields.firstIndex(where: { $0.ident == field.ident }) {
                fields[place] = field
            } else {
                fields.append(field)
            }
        }
    }
}
