import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadMetrics

/// What the engine measures of a session, and how it goes on from there.
extension LoadProgram {
    /// Takes in what a session told, and what it tells when it is asked to do something in answer.
    mutating func settleSignals(of slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        var index = 0
        while index < buffers.signals.count {
            learn(buffers.signals[index], of: slot, at: now, &orders)
            index += 1
        }
        buffers.signals.removeAll(keepingCapacity: true)
    }

    private mutating func learn(_ signal: SessionSignal, of slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        switch signal {
        case .called(let call, let start, _): record(.httpCall, start, at: now, tag: .call(call.rawValue))
        case .connected(let start, let isFirst): if isFirst { record(.chatConnect, start, at: now) }
        case .connectAttempted(let since, let isFailure):
            recorder.record(.chatConnectFailed, isFailure: isFailure, phase: plan.phase(at: since))
        case .ready(let start, let isFirst):
            record(isFirst ? .chatReady : .chatReconnect, start, at: now)
            if !isFirst { recorder.count(.reconnects) }
            becameReady(slot, at: now, &orders)
        case .formWanted: readForm(slot, at: now, &orders)
        case .conversationBegan:
            recorder.count(.conversationsOpened)
            changedConversation(slot, at: now, &orders)
            customers[slot].wished = StartTimes(intended: now, sent: now)
            orders.append(.stopTimer(Self.timer(.awaitTimeout, of: customers[slot].owner)))
            goOn(slot, from: now, at: now, &orders)
        case .conversationOpened: conversationOpened(slot, at: now, &orders)
        case .wrote(let id):
            delivery.say()
            recorder.count(.messagesSent)
            if plan.keepsAccount { account.sent(id, .pending) }
        case .acted(let kind, let start, let isFailure):
            acted(kind, start, isFailure: isFailure, slot, at: now, &orders)
        case .uploaded(let start, let fate): uploaded(start, fate, at: now)
        case .queued: break
        case .assigned(let conversation, let isThere): assigned(conversation, isThere, slot, at: now, &orders)
        case .conversationClosed(let conversation): closed(conversation, slot, at: now, &orders)
        case .sent(let id, let moment):
            if customers[slot].turn.message == id { customers[slot].turn.start.sent = moment }
        case .acknowledged(let start):
            delivery.acked += 1
            record(.chatAck, start, at: now)
            acknowledged(start, slot, at: now, &orders)
        case .settled(let id, let fate, let start): settled(id, fate, start, at: now)
        case .failedButStored: recorder.count(.errors, tag: ChatFault.failedButStored.name)
        case .replyText(let text):
            customers[slot].notes?.replyText = text
            customers[slot].notes?.choices = []
        case .replyChoices(let choices): customers[slot].notes?.choices = choices
        case .replyArrived(let id, let author, let conversation):
            replied(id, author, in: conversation, slot, at: now, &orders)
        case .duplicated:
            delivery.duplicated += 1
            recorder.count(.messagesDuplicated)
        case .outOfOrder: delivery.outOfOrder += 1
        case .agentTyping(let isTyping, let conversation):
            agentTyping(isTyping, in: conversation, slot, at: now, &orders)
        case .heartbeatAnswered(let start): record(.wsHeartbeat, start, at: now)
        case .fault(let fault): count(fault)
        case .unrecognized: recorder.count(.framesUnrecognized)
        case .socketClosed(let code): recorder.count(.wsClosed, tag: String(code))
        case .dropped: recorder.count(.drops)
        case .ended(let end): ended(slot, end, at: now, &orders)
        }
    }

    private mutating func record(
        _ metric: LatencyMetric,
        _ start: StartTimes,
        at now: MonotonicTime,
        tag: LatencyTag = .none
    ) {
        recorder.record(metric, start, until: now, phase: plan.phase(at: start.intended), tag: tag)
    }

    private mutating func becameReady(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        customers[slot].isDropped = false
        stormPassed(slot, isBack: true, at: now)
        // Without a conversation the form comes first; `conversationBegan` goes on from there.
        guard customers[slot].session.conversation != nil else { return }
        switch customers[slot].activity {
        case .coming, .away: goOn(slot, from: now, at: now, &orders)
        case .held: if say(slot, at: now, &orders) { goOn(slot, from: now, at: now, &orders) }
        case .acting:
            // What was asked on the connection before has no answer any more.
            orders.append(.stopTimer(Self.timer(.awaitTimeout, of: customers[slot].owner)))
            goOn(slot, from: now, at: now, &orders)
        case .fillingIn, .thinking, .typing, .waiting, .listening, .leaving: break
        }
    }

    private mutating func settled(_ id: MessageID, _ fate: Settlement, _ start: StartTimes, at now: MonotonicTime) {
        delivery.settle(fate)
        if plan.keepsAccount { account.sent(id, Self.fate(of: fate)) }
        let phase = plan.phase(at: start.intended)
        switch fate {
        case .echoed: record(.chatEcho, start, at: now)
        case .failed(let fault): count(fault)
        case .lost: recorder.count(.messagesLost)
        }
        if case .failed = fate {
            recorder.record(.chatMessageFailed, isFailure: true, phase: phase)
        } else {
            recorder.record(.chatMessageFailed, isFailure: false, phase: phase)
        }
    }

    private mutating func replied(
        _ id: MessageID,
        _ author: Author,
        in conversation: ConversationID,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        recorder.count(.messagesReceived)
        if author == .ai { recorder.count(.messagesAIGenerated) }
        if plan.keepsAccount { account.received(id) }
        if plan.profile.customers[customers[slot].group].behavior.marksSeen {
            customers[slot].session.markSeen(at: now, with: &buffers, into: &orders)
        }
        guard customers[slot].session.conversation == conversation else {
            return repliedElsewhere(in: conversation, by: author, slot, at: now)
        }
        answered(slot, by: author, at: now, &orders)
    }

    private mutating func acknowledged(
        _ start: StartTimes,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        guard customers[slot].turn.message != nil, customers[slot].turn.start.intended == start.intended else { return }
        customers[slot].turn.isAcknowledged = true
        heard(.ack, slot, at: now, &orders)
    }

    private mutating func agentTyping(
        _ isTyping: Bool,
        in conversation: ConversationID,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        recorder.count(.typingEvents)
        guard isTyping, customers[slot].session.conversation == conversation, customers[slot].turn.isOpenForTyping else { return }
        customers[slot].turn.hasSeenTyping = true
        record(.chatTypingDelay, customers[slot].turn.start, at: now)
        heard(.typing, slot, at: now, &orders)
    }

    /// What we broke ourselves is no error.
    private mutating func count(_ fault: ChatFault) {
        if fault != .wire(.us) { recorder.count(.errors, tag: fault.name) }
    }

    private mutating func ended(_ slot: Int, _ end: SessionEnd, at now: MonotonicTime, _ orders: inout Orders) {
        cutTurn(slot, andParked: true)
        stormPassed(slot, isBack: false, at: now)
        stopTimers(of: slot, &orders)
        orders.append(.hangUp(CallID(owner: customers[slot].owner, 0)))
        customers[slot].isPresent = false
        freeSlots.append(slot)
        present -= 1
        recorder.activeCustomers = present
        plan.admission?.leave()
        switch end {
        case .left: counts.finished += 1
        case .failed: counts.failed += 1
        }
        if ending != .none, present == 0 {
            ending = .over
        } else if case .closed = plan.profile.load.model, ending == .none {
            guard case .failed = end else {
                // Taken again in the next turn of the loop, not in the middle of this customer's last.
                return orders.append(.startTimer(Self.timer(.arrival), at: now))
            }
            heldPlaces.append(now + Self.failedPause)
            awaitArrivals(after: now, &orders)
        }
    }

    private static func fate(of settlement: Settlement) -> CustomerAccount.Fate {
        switch settlement {
        case .echoed: .echoed
        case .failed: .failed
        case .lost: .lost
        }
    }
}
