public import Clockwork
public import Exchange

/// Leaving, but not before it is known what became of every message.
extension ClientSession {
    /// Ends the session in good order; `ended` follows.
    ///
    /// Messages that were acknowledged and never seen are looked for in the history first, over a new connection if the
    /// policy allows one.
    public mutating func leave(
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard !wantsToLeave, state != .ended else { return }
        wantsToLeave = true
        switch state {
        case .ready: goOnLeaving(at: now, &buffers, &orders)
        case .waiting where outbox.hasUnseen, .connecting: break
        default: end(.left, &buffers, &orders)
        }
        settleEvents(at: now, &buffers, &orders)
    }

    /// Ends the session at once: the connection is reset, and what is open has failed.
    public mutating func abandon(
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard state != .ended else { return }
        perform(.drop(.reset), at: now, &buffers, &orders)
        buffers.events.removeAll(keepingCapacity: true)
        end(.left, &buffers, &orders)
    }

    /// The next step towards the goodbye, whenever something that it waited for has happened.
    mutating func goOnLeaving(at now: MonotonicTime, _ buffers: inout SessionBuffers, _ orders: inout Orders) {
        if outbox.hasPending {
            state = .settling
        } else if let asked = outbox.unseenConversation, conversation != nil {
            guard !isAsking else { return }
            state = .settling
            isAsking = true
            pagesRead = 0
            asking = asked
            seen.historyBegan()
            perform(.recover(asked), at: now, &buffers, &orders)
        } else {
            // Without a conversation the platform has forgotten it, and with it what it acknowledged there.
            while let open = outbox.takeOpen(unacknowledged: false) {
                buffers.signals.append(.settled(open.id, .lost, open.start))
            }
            state = .leaving
            perform(.leave, at: now, &buffers, &orders)
        }
    }

    mutating func historyRead(
        hasMore: Bool,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        guard state == .settling, isAsking, let asking else { return }
        pagesRead += 1
        if outbox.unseenConversation == asking, hasMore, pagesRead < Self.pageLimit {
            return perform(.recoverMore(asking), at: now, &buffers, &orders)
        }
        isAsking = false
        loseUnseen(&buffers)
        goOnLeaving(at: now, &buffers, &orders)
    }

    /// A fault that ends nothing by itself may be the answer to what a leaving session asked.
    mutating func faulted(
        _ fault: ChatFault,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        buffers.signals.append(.fault(fault))
        if fault == .missingAnswers, state == .ready, conversation == nil {
            return end(.failed(fault), &buffers, &orders)
        }
        guard state == .settling, isAsking else { return }
        switch fault {
        // The platform says that it has no such conversation: what it acknowledged there is lost.
        case .historyRefused: loseUnseen(&buffers)
        // Nobody answered.
        case .eventTimeout: failUnseen(&buffers)
        default: return
        }
        isAsking = false
        goOnLeaving(at: now, &buffers, &orders)
    }

    mutating func left(_ code: UInt16, _ buffers: inout SessionBuffers) {
        guard state == .leaving else { return unexpected(&buffers) }
        if isSocketOpen { buffers.signals.append(.socketClosed(code: code)) }
        state = .ended
        buffers.signals.append(.ended(.left))
    }

    /// Of the conversation that is being asked about.
    private mutating func loseUnseen(_ buffers: inout SessionBuffers) {
        guard let asking else { return }
        while let open = outbox.takeOpen(in: asking) {
            buffers.signals.append(.settled(open.id, .lost, open.start))
        }
    }

    private mutating func failUnseen(_ buffers: inout SessionBuffers) {
        guard let asking else { return }
        while let open = outbox.takeOpen(in: asking) {
            fail(open.id, open.start, .connectionGone, &buffers)
        }
    }
}
