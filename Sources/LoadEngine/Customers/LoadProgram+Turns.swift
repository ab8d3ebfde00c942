import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadMetrics

/// Saying something and waiting for what it brings.
extension LoadProgram {
    /// Draws a text and types it, or says it at once; answers whether that took no time.
    mutating func compose(
        _ texts: [Template],
        _ isTyped: Bool,
        _ slot: Int,
        from base: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        cutTurn(slot)
        let group = customers[slot].group
        let number = customers[slot].turn.number + 1
        customers[slot].turn = Customer.Turn(number: number, isTyped: isTyped)
        let count = texts.isEmpty ? plan.profile.customers[group].messages.count : texts.count
        let choice = customers[slot].random.index(below: count)
        let text = (texts.isEmpty ? plan.profile.customers[group].messages[choice] : texts[choice])
            .render { customers[slot].value(of: $0) }
        customers[slot].turn.text = text
        guard isTyped else {
            customers[slot].turn.start.intended = base
            return say(slot, at: now, &orders)
        }
        let pace = plan.profile.customers[group].typing.duration(of: text.count, using: &customers[slot].random)
        customers[slot].turn.start.intended = base + pace
        beginToType(slot, until: base + pace, at: now, &orders)
        return false
    }

    /// Types for a while, and says nothing in the end.
    mutating func beginTurnOfTyping(
        _ slot: Int,
        until due: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        customers[slot].turn.isSpoken = false
        beginToType(slot, until: due, at: now, &orders)
    }

    private mutating func beginToType(
        _ slot: Int,
        until due: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        wait(slot, .typing, until: due, &orders)
        customers[slot].session.type(true, at: now, with: &buffers, into: &orders)
    }

    mutating func typed(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        if customers[slot].turn.isSpoken {
            guard say(slot, at: now, &orders) else { return }
        } else {
            customers[slot].session.type(false, at: now, with: &buffers, into: &orders)
        }
        goOn(slot, from: now, at: now, &orders)
    }

    /// Says what is to be said, or holds it until there is a connection again, and answers whether it was said.
    ///
    /// Its response counts from the moment when it was meant to be said.
    mutating func say(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) -> Bool {
        customers[slot].turn.start.sent = now
        let text = customers[slot].turn.text
        let intended = customers[slot].turn.start.intended
        let id: MessageID?
        if customers[slot].turn.isPlain {
            id = customers[slot].session.say(text, intended: intended, at: now, with: &buffers, into: &orders)
        } else {
            id = sayMore(slot, text, intended: intended, at: now, &orders)
        }
        guard let id else {
            customers[slot].activity = .held
            // Connected, and yet nothing can be said: the platform acknowledges and never echoes.
            if customers[slot].session.isFull {
                recorder.count(.errors, tag: "outbox_full")
                leave(slot, at: now, &orders)
            }
            return false
        }
        customers[slot].turn.message = id
        customers[slot].turn.conversation = customers[slot].session.conversation
        if customers[slot].turn.isTyped { customers[slot].session.type(false, at: now, with: &buffers, into: &orders) }
        delivery.say()
        recorder.count(.messagesSent)
        if plan.keepsAccount { account.sent(id, .pending) }
        return true
    }

    /// A message with files, or one of the choices that were offered.
    private mutating func sayMore(
        _ slot: Int,
        _ text: String,
        intended: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> MessageID? {
        let choice = Int(customers[slot].turn.choice)
        if choice >= 0, let offered = customers[slot].notes?.choices, offered.indices.contains(choice) {
            return customers[slot].session.answer(
                offered[choice],
                intended: intended,
                at: now,
                with: &buffers,
                into: &orders
            )
        }
        let files = customers[slot].turn.files
        return customers[slot].session.say(
            text,
            with: files,
            intended: intended,
            at: now,
            with: &buffers,
            into: &orders
        )
    }

    /// Waits, unless what is waited for has come already; answers whether it has.
    mutating func listen(
        for awaited: BehaviorStep.Awaited,
        _ timeout: Duration?,
        _ late: Int,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        guard !customers[slot].has(awaited) else { return true }
        customers[slot].activity = awaited == .reply ? .waiting : .listening
        customers[slot].awaited = awaited
        customers[slot].late = late
        // Counted from what was said, and from now where nothing was.
        let said = customers[slot].turn.message == nil ? now : customers[slot].turn.start.intended
        let due = max(said + (timeout ?? plan.profile.replyTimeout), now)
        orders.append(.startTimer(Self.timer(.awaitTimeout, of: customers[slot].owner), at: due))
        return false
    }

    mutating func waitedInVain(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        switch customers[slot].activity {
        case .waiting:
            recorder.count(.errors, tag: "reply_timeout")
            if isAnswerOpen(slot) { settleTurn(slot, tag: .none, at: now) }
        case .listening: recorder.count(.errors, tag: "\(customers[slot].awaited.rawValue)_timeout")
        case .acting:
            recorder.count(.errors, tag: "action_timeout")
            return goOn(slot, from: now, at: now, &orders)
        default: return
        }
        customers[slot].mind.go(to: customers[slot].late)
        goOn(slot, from: now, at: now, &orders)
    }

    /// The first reply to a message is its turn's; whoever waits for it goes on.
    mutating func answered(_ slot: Int, by author: Author, at now: MonotonicTime, _ orders: inout Orders) {
        if isAnswerOpen(slot) {
            delivery.answered += 1
            settleTurn(slot, tag: author == .ai ? .authorAI : .authorHuman, at: now)
        }
        // What comes before the message is said belongs to the turn before.
        if customers[slot].turn.isOpenForReply { customers[slot].turn.author = author }
        heard(.reply, slot, at: now, &orders)
    }

    /// What a customer may wait for has come.
    mutating func heard(
        _ awaited: BehaviorStep.Awaited,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        let waits = customers[slot].waiting
        guard waits.activity == .waiting || waits.activity == .listening, waits.awaited == awaited else { return }
        orders.append(.stopTimer(Self.timer(.awaitTimeout, of: customers[slot].owner)))
        goOn(slot, from: now, at: now, &orders)
    }

    /// The end of the run, of the session or the next message comes before the reply.
    mutating func cutTurn(_ slot: Int, andParked: Bool = false) {
        if andParked, !customers[slot].parked.isEmpty {
            turnsCut += customers[slot].parked.count { !$0.isSettled }
            customers[slot].parked = []
        }
        guard isAnswerOpen(slot) else { return }
        customers[slot].turn.isSettled = true
        turnsCut += 1
    }

    private func isAnswerOpen(_ slot: Int) -> Bool {
        customers[slot].turn.message != nil && !customers[slot].turn.isSettled
    }

    private mutating func settleTurn(_ slot: Int, tag: LatencyTag, at now: MonotonicTime) {
        let start = customers[slot].turn.start
        customers[slot].turn.isSettled = true
        recorder.record(.chatReply, start, until: now, phase: plan.phase(at: start.intended), tag: tag)
        recorder.count(.turns)
    }
}
