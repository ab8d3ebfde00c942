import ChatModel
public import Clockwork
public import Exchange

/// Coming, being dropped, and coming back.
extension ClientSession {
    static var pauseTimer: Int { ChatTimers.dialectEnd }

    /// `intended` is the planned moment of the arrival.
    public mutating func arrive(
        intended: MonotonicTime,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        precondition(state == .idle, "a session arrives once; this one is \(state)")
        state = .connecting
        missedSince = intended
        attemptBegan = now
        perform(.connect(intended: intended), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
    }

    /// Breaks the connection on purpose; nothing happens when there is none.
    public mutating func drop(
        _ method: DropMethod,
        at now: MonotonicTime,
        with buffers: inout SessionBuffers,
        into orders: inout Orders
    ) {
        guard state == .ready else { return }
        buffers.signals.append(.dropped)
        perform(.drop(method), at: now, &buffers, &orders)
        settleEvents(at: now, &buffers, &orders)
    }

    mutating func connected(_ start: StartTimes, _ buffers: inout SessionBuffers) {
        guard state == .connecting else { return unexpected(&buffers) }
        isSocketOpen = true
        seen.connectionBegan()
        let intended = StartTimes(intended: missedSince, sent: start.sent)
        buffers.signals.append(.connected(intended, isFirst: isFirst))
    }

    mutating func becameReady(
        in conversation: Identifier<Conversation>?,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        guard state == .connecting || state == .ready else { return unexpected(&buffers) }
        let wasConnecting = state == .connecting
        state = .ready
        self.conversation = conversation
        if wasConnecting {
            let start = StartTimes(intended: missedSince, sent: attemptBegan)
            buffers.signals.append(.connectAttempted(since: missedSince, isFailure: false))
            buffers.signals.append(.ready(start, isFirst: isFirst))
            isFirst = false
            isHasty = false
            if policy.startsAnewWhenReady { attempts = 0 }
        }
        if wantsToLeave { return goOnLeaving(at: now, &buffers, &orders) }
        if conversation == nil { buffers.signals.append(.formWanted) }
    }

    mutating func lost(
        _ fault: ChatFault,
        _ code: UInt16,
        _ retriesAtOnce: Bool,
        at now: MonotonicTime,
        _ buffers: inout SessionBuffers,
        _ orders: inout Orders
    ) {
        guard state != .idle, state != .waiting else { return unexpected(&buffers) }
        // An attempt that got no socket has nothing to close and does not begin the absence anew.
        if state == .connecting {
            buffers.signals.append(.connectAttempted(since: missedSince, isFailure: true))
        } else {
            missedSince = now
        }
        if isSocketOpen { buffers.signals.append(.socketClosed(code: code)) }
        isSocketOpen = false
        buffers.signals.append(.fault(fault))
        isHasty = isHasty || retriesAtOnce
        isAsking = false
        failPending(&buffers)
        if state == .leaving || (wantsToLeave && !outbox.hasUnseen) { return end(.left, &buffers, &orders) }
        attempts += 1
        guard let pause = policy.delay(before: attempts, using: &random) else {
            // Whoever had done what it came for has not failed for want of an answer to its last question.
            let failure = SessionEnd.failed(policy.attempts == 0 ? fault : .attemptsSpent)
            return end(wantsToLeave ? .left : failure, &buffers, &orders)
        }
        state = .waiting
        orders.append(.startTimer(TimerID(owner: owner, Self.pauseTimer), at: isHasty ? now : now + pause))
    }

    mutating func pauseEnded(at now: MonotonicTime, _ buffers: inout SessionBuffers, _ orders: inout Orders) {
        guard state == .waiting else { return }
        state = .connecting
        attemptBegan = now
        perform(.reconnect, at: now, &buffers, &orders)
    }

    mutating func failed(_ fault: ChatFault, _ buffers: inout SessionBuffers, _ orders: inout Orders) {
        guard state != .idle, state != .waiting else { return unexpected(&buffers) }
        if state == .connecting { buffers.signals.append(.connectAttempted(since: missedSince, isFailure: true)) }
        buffers.signals.append(.fault(fault))
        failPending(&buffers)
        end(wantsToLeave ? .left : .failed(fault), &buffers, &orders)
    }

    /// Nobody is left to ask: what is open has failed, and the session is over.
    mutating func end(_ end: SessionEnd, _ buffers: inout SessionBuffers, _ orders: inout Orders) {
        while let open = outbox.takeOpen(unacknowledged: false) {
            fail(open.id, open.start, .connectionGone, &buffers)
        }
        orders.append(.stopTimer(TimerID(owner: owner, Self.pauseTimer)))
        state = .ended
        buffers.signals.append(.ended(end))
    }

    mutating func unexpected(_ buffers: inout SessionBuffers) {
        buffers.signals.append(.fault(.unexpectedEvent))
    }
}
