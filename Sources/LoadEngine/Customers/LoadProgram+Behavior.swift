import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadMetrics

/// What customers do between one signal and the next.
extension LoadProgram {
    /// The customer is free: its mind says what comes next, counted from `base`, the end of what it did before.
    mutating func goOn(_ slot: Int, from base: MonotonicTime, at now: MonotonicTime, _ orders: inout Orders) {
        guard ending == .none else { return leave(slot, at: now, &orders) }
        switch customers[slot].mind.next() {
        case .turn: think(slot, from: base, &orders)
        case .leave: leave(slot, at: now, &orders)
        case .drop:
            customers[slot].activity = .away
            customers[slot].session.drop(.reset, at: now, with: &buffers, into: &orders)
        }
    }

    mutating func leave(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        guard customers[slot].activity != .leaving else { return }
        customers[slot].activity = .leaving
        stopTimers(of: slot, &orders)
        customers[slot].session.leave(at: now, with: &buffers, into: &orders)
    }

    /// Reads the form; the answers follow after a while.
    mutating func readForm(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        cutTurn(slot)
        guard ending == .none else { return leave(slot, at: now, &orders) }
        // A platform that forgot the conversation ends the turn that was under way in it.
        stopTimers(of: slot, &orders)
        customers[slot].activity = .fillingIn
        let pause = group(of: slot).think.draw(using: &customers[slot].random)
        orders.append(.startTimer(Self.timer(.step, of: customers[slot].owner), at: now + pause))
    }

    private mutating func think(_ slot: Int, from base: MonotonicTime, _ orders: inout Orders) {
        let group = group(of: slot)
        let pause = group.think.draw(using: &customers[slot].random)
        let number = customers[slot].turn.number + 1
        let identity = customers[slot].identity
        let choice = customers[slot].random.index(below: group.messages.count)
        let text = group.messages[choice].render { identity.value(of: $0, turn: number) }
        let pace = group.typing.duration(of: text.count, using: &customers[slot].random)
        let begin = base + pause
        customers[slot].turn = Customer.Turn(
            number: number,
            text: text,
            start: StartTimes(intended: begin + pace, sent: .never)
        )
        customers[slot].activity = .thinking
        orders.append(.startSlackTimer(Self.timer(.step, of: customers[slot].owner), at: begin))
    }

    mutating func fired(_ timer: TimerID, of slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        switch CustomerTimer(rawValue: timer.local - ChatTimers.sessionEnd) {
        case .step: stepEnded(slot, at: now, &orders)
        case .replyTimeout: turnEnded(slot, author: nil, at: now, &orders)
        case nil: break
        }
    }

    private mutating func stepEnded(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        switch customers[slot].activity {
        case .fillingIn:
            let answers = answers(of: slot)
            customers[slot].session.begin(answers: answers, at: now, with: &buffers, into: &orders)
        case .thinking:
            customers[slot].activity = .typing
            customers[slot].session.type(true, at: now, with: &buffers, into: &orders)
            let due = customers[slot].turn.start.intended
            orders.append(.startTimer(Self.timer(.step, of: customers[slot].owner), at: due))
        case .typing: say(slot, at: now, &orders)
        case .coming, .held, .waiting, .away, .leaving: break
        }
    }

    /// Says what was typed, or holds it until there is a connection again: its response counts from the moment when it
    /// was meant to be said.
    mutating func say(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        let turn = customers[slot].turn
        let intended = turn.start.intended
        customers[slot].activity = .waiting
        customers[slot].turn.start.sent = now
        let id = customers[slot].session.say(turn.text, intended: intended, at: now, with: &buffers, into: &orders)
        guard let id else {
            customers[slot].activity = .held
            // Connected, and yet nothing can be said: the platform acknowledges and never echoes.
            if customers[slot].session.isFull {
                recorder.count(.errors, tag: "outbox_full")
                leave(slot, at: now, &orders)
            }
            return
        }
        customers[slot].turn.message = id
        customers[slot].session.type(false, at: now, with: &buffers, into: &orders)
        delivery.say()
        recorder.count(.messagesSent)
        if plan.keepsAccount { account.sent(id, .pending) }
        let due = intended + plan.profile.replyTimeout
        orders.append(.startTimer(Self.timer(.replyTimeout, of: customers[slot].owner), at: max(due, now)))
    }

    /// The first reply has come, from `author`, or its time is up.
    mutating func turnEnded(_ slot: Int, author: Author?, at now: MonotonicTime, _ orders: inout Orders) {
        guard customers[slot].activity == .waiting else { return }
        let start = customers[slot].turn.start
        var tag = LatencyTag.none
        if let author {
            tag = author == .ai ? .authorAI : .authorHuman
            delivery.answered += 1
            orders.append(.stopTimer(Self.timer(.replyTimeout, of: customers[slot].owner)))
        } else {
            recorder.count(.errors, tag: "reply_timeout")
        }
        recorder.record(.chatReply, start, until: now, phase: plan.phase(at: start.intended), tag: tag)
        recorder.count(.turns)
        customers[slot].turn.message = nil
        goOn(slot, from: now, at: now, &orders)
    }

    /// The end of the run or of the session comes before the reply.
    mutating func cutTurn(_ slot: Int) {
        guard customers[slot].activity == .waiting else { return }
        turnsCut += 1
    }

    mutating func stopTimers(of slot: Int, _ orders: inout Orders) {
        orders.append(.stopTimer(Self.timer(.step, of: customers[slot].owner)))
        orders.append(.stopTimer(Self.timer(.replyTimeout, of: customers[slot].owner)))
    }

    func group(of slot: Int) -> CustomerGroup {
        plan.profile.customers[customers[slot].group]
    }

    private mutating func answers(of slot: Int) -> [Survey.Answer] {
        let identity = customers[slot].identity
        let turn = customers[slot].turn.number
        var answers: [Survey.Answer] = []
        for answer in group(of: slot).answers where !answer.values.isEmpty {
            let choice = customers[slot].random.index(below: answer.values.count)
            let value = answer.values[choice].render { identity.value(of: $0, turn: turn) }
            answers.append(Survey.Answer(ident: answer.ident, value: value))
        }
        return answers
    }
}
