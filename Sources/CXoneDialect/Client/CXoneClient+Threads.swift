import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

/// The customer's threads: the one that it looks at and the others.
extension CXoneClient {
    func known(_ conversation: ConversationID) -> OwnThread? {
        if let thread, thread.conversation == conversation { return thread }
        return others.isEmpty ? nil : others.first { $0.conversation == conversation }
    }

    mutating func update(_ conversation: ConversationID, _ change: (inout OwnThread) -> Void) {
        if thread?.conversation == conversation {
            if var changed = thread {
                change(&changed)
                thread = changed
            }
        } else if let index = others.firstIndex(where: { $0.conversation == conversation }) {
            change(&others[index])
        }
    }

    private mutating func remember() {
        if let thread { others.append(thread) }
        thread = nil
    }

    // MARK: The list

    mutating func fetchList(at now: MonotonicTime, into orders: inout Orders) {
        let event = orderBare(.fetchThreadList, into: &orders)
        awaitAnswer(.list, event, at: now, into: &orders)
    }

    /// Every thread of the list is then asked about, all at once.
    mutating func listed(
        _ list: [ThreadFacts],
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        endRequest(into: &orders)
        func keep(_ thread: OwnThread) -> OwnThread? {
            if thread.state == .pending { return thread }
            guard let facts = list.first(where: { $0.thread == thread.id }) else { return nil }
            var kept = thread
            if !facts.canAddMoreMessages { kept.state = .closed }
            return kept
        }
        thread = thread.flatMap(keep)
        others = others.compactMap(keep)
        for facts in list where known(ConversationID(facts.thread.value)) == nil {
            others.append(OwnThread(id: facts.thread, state: facts.canAddMoreMessages ? .listed : .closed))
        }
        loading.removeAll()
        for facts in list {
            let reference = ThreadReference(thread: .uuid(facts.thread))
            loading.append(order(.loadThreadMetadata, into: &orders) { reference.append(to: &$0) })
        }
        guard !loading.isEmpty else { return listRead(at: now, into: &orders, telling: &events) }
        awaitAnswer(.metadata, 0, at: now, into: &orders)
    }

    mutating func loaded(
        _ event: EchoedID?,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard request?.kind == .metadata, let index = loading.firstIndex(where: { EchoedID($0) == event }) else {
            return events.append(.fault(.unexpectedEvent))
        }
        loading.remove(at: index)
        guard loading.isEmpty else { return }
        endRequest(into: &orders)
        listRead(at: now, into: &orders, telling: &events)
    }

    /// ours: whoever looked at a thread when the connection was lost has it read again.
    private mutating func listRead(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        if let thread, thread.state == .ready {
            return requestRecovery(.recoverFirst, of: thread, at: now, into: &orders)
        }
        makeThreadWithoutForm()
        becomeReady(telling: &events)
    }

    /// Nothing of a new thread is sent before its first message.
    mutating func makeThreadWithoutForm() {
        guard thread == nil, !channel.hasSurvey else { return }
        thread = OwnThread(id: UUIDText.Spelled(random.uuid()), state: .pending)
    }

    // MARK: Another thread

    mutating func openNext(at now: MonotonicTime, into orders: inout Orders, telling events: inout [ChatEvent]) {
        let start = StartTimes(intended: now, sent: now)
        guard stage == .ready, request == nil, let next = others.first else {
            events.append(.acted(.open, start, isFailure: others.isEmpty))
            if let thread { events.append(.opened(thread.conversation)) }
            return
        }
        others.removeFirst()
        remember()
        thread = next
        guard next.state != .pending else {
            events.append(.acted(.open, start, isFailure: false))
            return events.append(.opened(next.conversation))
        }
        requestRecovery(.open, of: next, at: now, into: &orders)
        openedBy = now
    }

    mutating func opened(isFailure: Bool, into orders: inout Orders, telling events: inout [ChatEvent]) {
        events.append(.acted(.open, StartTimes(intended: openedBy, sent: openedBy), isFailure: isFailure))
        if let thread { events.append(.opened(thread.conversation)) }
    }

    // MARK: A new thread

    mutating func begin(
        _ answers: [Survey.Answer],
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard stage == .ready, thread == nil || thread?.state == .closed || channel.mode == .multiThread else {
            return events.append(.fault(.unexpectedEvent))
        }
        let date = wall.time(at: now)
        // A live chat's closed thread is forgotten before the form is looked at.
        if channel.mode == .liveChat { thread = nil }
        var fields: [CustomField] = []
        for field in channel.survey?.fields ?? [] {
            let answer = answers.last { $0.ident == field.ident && !$0.value.isEmpty }
            guard let answer, admits(answer.value, field) else {
                if field.isRequired { return events.append(.fault(.missingAnswers)) }
                continue
            }
            fields.append(CustomField(ident: field.ident, value: answer.value, updatedAt: date))
        }
        remember()
        var begun = OwnThread(id: UUIDText.Spelled(random.uuid()), state: .pending)
        begun.fields = fields
        thread = begun
        events.append(.began(begun.conversation))
        if channel.mode == .liveChat { openChat(begun.conversation, at: now, into: &orders, telling: &events) }
    }

    /// The message that nobody sees and that puts the customer into the queue.
    private mutating func openChat(
        _ conversation: ConversationID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        var saying = Saying(id: MessageID(random.uuid()), text: "Begin Conversation")
        if client == .web {
            saying.text = "Begin conversation"
        } else {
            saying.parameters = Array(#"{"isInitialMessage":true}"#.utf8)
        }
        events.append(.wrote(saying.id, conversation))
        transmit(saying, in: conversation, at: now, into: &orders)
    }

    /// The iOS client drops a choice that is not among the options, and with it the answer; Android looks at addresses too.
    private func admits(_ value: String, _ field: Survey.Field) -> Bool {
        switch field.kind {
        case .text: true
        case .email: client != .android || Self.isAddress(value)
        case .list, .tree: field.options.contains { $0.name == value }
        }
    }

    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasSuffix(".")
    }
}
