import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneClient {
    mutating func send(
        _ saying: Saying,
        in conversation: ConversationID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard stage == .ready, socket != nil else { return events.append(.refused(saying.id, .connectionGone)) }
        guard let thread = known(conversation), !saying.text.isEmpty || !saying.attachments.isEmpty,
            unacknowledged.count + held.count < Self.unacknowledgedLimit
        else { return events.append(.refused(saying.id, .messageRefused)) }
        // The web client leaves it to the server.
        guard thread.state != .closed || client == .web else {
            return events.append(.refused(saying.id, .conversationClosed))
        }
        if let token, now >= token.staleAt {
            held.append(HeldMessage(saying: saying, conversation: conversation))
            return renew(token, at: now, into: &orders)
        }
        transmit(saying, in: conversation, at: now, into: &orders)
    }

    mutating func transmit(
        _ saying: Saying,
        in conversation: ConversationID,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        guard let thread = known(conversation) else { return }
        if welcome != nil { sendWelcome(in: thread, into: &orders) }
        var message = SendMessage(
            thread: .uuid(thread.id),
            message: EchoedID(saying.id.value),
            text: saying.text,
            contactFields: fields(of: thread),
            accessToken: token?.text
        )
        message.customerFields = client == .web && !thread.contact.isEmpty ? [] : customerFields
        message.attachments = saying.attachments
        message.parameters = saying.parameters
        message.postback = saying.postback
        message.isPopupAnswer = client == .android && saying.postback?.contains("sessionExpiration") == true
        sendings += 1
        let sending = SendingID(owner: owner, sendings)
        let client = client
        let event = order(.sendMessage, sending, into: &orders) { message.append(client, to: &$0) }
        let deadline = client.answerLimit.map { now + $0 } ?? .never
        unacknowledged.append(
            UnacknowledgedMessage(
                id: saying.id,
                event: event,
                sending: sending,
                deadline: deadline,
                conversation: conversation
            )
        )
        // The timer stays set while there is anything to wait for: one order for many messages.
        guard !isAckTimerSet, deadline != .never else { return }
        isAckTimerSet = true
        orders.append(.startTimer(timer(.acknowledgement), at: deadline))
    }

    /// Mobile clients say them with every message, the web client until the case is known.
    private func fields(of thread: OwnThread) -> [CustomField] {
        client == .web && !thread.contact.isEmpty ? [] : thread.fields
    }

    /// Before the first message of a customer who was greeted, the greeting goes out as it was shown.
    private mutating func sendWelcome(in thread: OwnThread, into orders: inout Orders) {
        guard let text = welcome, thread.state == .pending else { return }
        welcome = nil
        let id = random.uuid()
        welcomeID = id
        let message = SendMessage(
            thread: .uuid(thread.id),
            message: EchoedID(id),
            text: rendered(text, in: thread),
            contactFields: thread.fields,
            accessToken: token?.text
        )
        let client = client
        _ = order(.sendOutbound, into: &orders) { message.appendOutbound(client, to: &$0) }
    }

    /// The places of a greeting: `{{name}}`, `{{name|fallback}}`, and `{{fallbackMessage|text}}` for when one stays empty.
    private func rendered(_ source: String, in thread: OwnThread) -> String {
        let template = Template(source)
        var fallback: String?
        var isWhole = true
        let text = template.render { place in
            let parts = place.split(separator: "|", maxSplits: 1).map(String.init)
            guard let name = parts.first else { return nil }
            let other = parts.count > 1 ? parts[1] : nil
            if name == "fallbackMessage" {
                fallback = other
                return nil
            }
            let value = self.value(of: name, in: thread) ?? other
            if value == nil { isWhole = false }
            return value
        }
        return isWhole ? text : fallback ?? text
    }

    private func value(of name: String, in thread: OwnThread) -> String? {
        switch name {
        case "customer.firstName": sender.customer.firstName
        case "customer.lastName": sender.customer.lastName
        case "customer.fullName":
            [sender.customer.firstName, sender.customer.lastName].compactMap(\.self).joined(separator: " ")
        default: (thread.fields + customerFields).first { $0.ident == name }?.value
        }
    }

    mutating func wasSent(_ sending: SendingID, at moment: MonotonicTime, telling events: inout [ChatEvent]) {
        if sending == heartbeat.sending {
            heartbeat.sent = moment
        } else if let message = unacknowledged.first(where: { $0.sending == sending }) {
            events.append(.sent(message.id, at: moment))
        }
    }

    /// Any frame that carries a message's event id and could be read acknowledges it.
    mutating func acknowledge(_ event: EchoedID?, telling events: inout [ChatEvent]) {
        guard !unacknowledged.isEmpty, let event,
            let index = unacknowledged.firstIndex(where: { EchoedID($0.event) == event })
        else { return }
        let acknowledged = unacknowledged.remove(at: index)
        // Whatever was acknowledged is known to the server, and so is its thread.
        isNowKnown(acknowledged.conversation)
        events.append(.acknowledged(acknowledged.id))
    }

    mutating func isNowKnown(_ conversation: ConversationID) {
        guard known(conversation)?.state == .pending else { return }
        update(conversation) { $0.state = .ready }
    }

    mutating func acknowledgementTimedOut(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard isAckTimerSet else { return }
        while let oldest = unacknowledged.first, oldest.deadline <= now {
            unacknowledged.removeFirst()
            events.append(.refused(oldest.id, .eventTimeout))
        }
        isAckTimerSet = !unacknowledged.isEmpty
        guard let next = unacknowledged.first else { return }
        orders.append(.startTimer(timer(.acknowledgement), at: next.deadline))
    }

    /// Something that nobody waits to be answered.
    mutating func tell(_ type: ClientEventType, about conversation: ConversationID, into orders: inout Orders) {
        guard stage == .ready, let thread = known(conversation) else { return }
        let reference = ThreadReference(thread: .uuid(thread.id))
        _ = order(type, into: &orders) { reference.append(to: &$0) }
    }
}
