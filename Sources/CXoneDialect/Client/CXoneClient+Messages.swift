import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText

extension CXoneClient {
    mutating func send(
        _ id: MessageID,
        in conversation: ConversationID,
        _ text: String,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard stage == .ready, socket != nil else { return events.append(.refused(id, .connectionGone)) }
        guard let thread, thread.conversation == conversation, thread.state != .closed, !text.isEmpty,
            unacknowledged.count < Self.unacknowledgedLimit
        else { return events.append(.refused(id, .messageRefused)) }
        let message = SendMessage(
            thread: .uuid(thread.id),
            message: EchoedID(id.value),
            text: text,
            contactFields: contactFields,
            accessToken: token?.text
        )
        sendings += 1
        let sending = SendingID(owner: owner, sendings)
        let event = order(.sendMessage, sending, into: &orders) { message.append(to: &$0) }
        let deadline = now + Wait.answer
        unacknowledged.append(UnacknowledgedMessage(id: id, event: event, sending: sending, deadline: deadline))
        // The timer stays set while there is anything to wait for: one order for many messages.
        guard !isAckTimerSet else { return }
        isAckTimerSet = true
        orders.append(.startTimer(timer(.acknowledgement), at: deadline))
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
        events.append(.acknowledged(unacknowledged.remove(at: index).id))
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
        guard stage == .ready, let thread, thread.conversation == conversation else { return }
        let reference = ThreadReference(thread: .uuid(thread.id))
        _ = order(type, into: &orders) { reference.append(to: &$0) }
    }
}
