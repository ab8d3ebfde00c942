public import ChatModel
public import Clockwork
public import Exchange

/// What the customer says, and what becomes of it.
extension ClientSession {
    /// Fills in the form; `conversationBegan` follows, or a fault that ends the session.
    public mutating func begin(
        answers: [Survey.Answer],
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard state == .ready else { return }
        perform(.begin(answers: answers), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
    }

    /// False when there is no connection or no conversation, or too many messages are open: nothing was sent.
    public mutating func say(
        _ text: String,
        intended: MonotonicTime,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) -> MessageID? {
        send(intended: intended, at: now, &buffers, &orders) { .send($0, in: $1, text: text) }
    }

    /// As ``say(_:intended:at:with:into:)``, with files.
    public mutating func say(
        _ text: String,
        with files: [ChatFile],
        intended: MonotonicTime,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) -> MessageID? {
        send(intended: intended, at: now, &buffers, &orders) { .sendFiles($0, in: $1, text: text, files) }
    }

    /// As ``say(_:intended:at:with:into:)``: one of the choices that a message offered.
    public mutating func answer(
        _ choice: RichContent.Choice,
        intended: MonotonicTime,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) -> MessageID? {
        send(intended: intended, at: now, &buffers, &orders) { .answer($0, in: $1, choice) }
    }

    @inline(__always)
    private mutating func send(
        intended: MonotonicTime,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders,
        _ command: (MessageID, ConversationID) -> ChatCommand
    ) -> MessageID? {
        guard state == .ready, let conversation, !outbox.isFull else { return nil }
        let id = MessageID(naming.uuid())
        outbox.add(id, in: conversation, intended: intended, at: now)
        perform(command(id, conversation), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
        return id
    }

    /// Goes to the next of the customer's conversations; `conversationOpened` follows, or the end of the connection.
    public mutating func openNext(
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard state == .ready else { return }
        perform(.openNext, at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
    }

    /// Does something besides talking; false when there is no connection or no conversation. `acted` follows, or the end of
    /// the connection.
    public mutating func act(
        _ action: ChatAction,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) -> Bool {
        guard state == .ready, let conversation else { return false }
        perform(.act(action, in: conversation), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
        return true
    }

    public mutating func type(
        _ isTyping: Bool,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard state == .ready, let conversation else { return }
        perform(.typing(isTyping, in: conversation), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
    }

    public mutating func markSeen(
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard state == .ready, let conversation else { return }
        perform(.markSeen(conversation), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
    }

    mutating func acknowledged(
        _ id: MessageID,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        guard let start = outbox.acknowledged(id) else { return }
        buffers.signals.append(.acknowledged(start))
        if state == .settling { goOnLeaving(at: now, &buffers, &orders) }
    }

    mutating func refused(
        _ id: MessageID,
        _ fault: ChatFault,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        if let start = outbox.refused(id) {
            buffers.signals.append(.settled(id, .failed(fault), start))
        } else {
            buffers.signals.append(.fault(fault))
        }
        if state == .settling { goOnLeaving(at: now, &buffers, &orders) }
    }

    mutating func arrived(
        _ receipt: ChatEvent.MessageReceipt,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        let finding = seen.pushed(receipt.id)
        if finding == .duplicate { return buffers.signals.append(.duplicated) }
        learn(receipt, isNew: finding == .new, isPush: true, &buffers)
        if state == .settling { goOnLeaving(at: now, &buffers, &orders) }
    }

    mutating func found(_ receipt: ChatEvent.MessageReceipt, _ buffers: inout SessionBuffers) {
        let finding = seen.found(receipt.id)
        if finding == .duplicate { return buffers.signals.append(.duplicated) }
        learn(receipt, isNew: finding == .new, isPush: false, &buffers)
    }

    private mutating func learn(
        _ receipt: ChatEvent.MessageReceipt,
        isNew: Bool,
        isPush: Bool,
        _ buffers: inout SessionBuffers
    ) {
        guard receipt.author == .customer else {
            if isNew {
                buffers.signals.append(.replyArrived(receipt.id, receipt.author, in: receipt.conversation))
            }
            return
        }
        if let echo = outbox.seen(receipt.id) {
            if echo.isEarly, isPush { buffers.signals.append(.outOfOrder) }
            buffers.signals.append(.settled(receipt.id, .echoed, echo.start))
        } else if outbox.turnedUp(receipt.id) {
            buffers.signals.append(.failedButStored(receipt.id))
        }
    }

    /// The connection ended: what was not acknowledged has failed, and what was waits for the next history.
    mutating func failPending(_ buffers: inout SessionBuffers) {
        while let open = outbox.takeOpen(unacknowledged: true) {
            fail(open.id, open.start, .connectionGone, &buffers)
        }
    }

    mutating func fail(
        _ id: MessageID,
        _ start: StartTimes,
        _ fault: ChatFault,
        _ buffers: inout SessionBuffers
    ) {
        outbox.remember(id)
        buffers.signals.append(.settled(id, .failed(fault), start))
    }
}
