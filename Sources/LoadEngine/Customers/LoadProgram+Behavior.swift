import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadMetrics

/// What customers do between one signal and the next.
extension LoadProgram {
    /// The customer is free: takes the steps of its behaviour up to the next that takes time, counted from `base`, the end
    /// of what it did before.
    mutating func goOn(_ slot: Int, from base: MonotonicTime, at now: MonotonicTime, _ orders: inout Orders) {
        for _ in 0..<Self.stepsAtOnce {
            guard ending == .none, let step = nextStep(of: slot) else { return leave(slot, at: now, &orders) }
            guard perform(step, of: slot, from: base, at: now, &orders) else { return }
        }
        // Steps that take no time, over and over: the others have their turn in between.
        wait(slot, .thinking, until: base + .milliseconds(1), &orders)
    }

    private static var stepsAtOnce: Int { 100 }

    private mutating func nextStep(of slot: Int) -> BehaviorStep? {
        var mind = customers[slot].mind
        var random = customers[slot].random
        defer {
            customers[slot].mind = mind
            customers[slot].random = random
        }
        let group = customers[slot].group
        return mind.next(of: plan.profile.customers[group].behavior, using: &random) { holds($0, for: slot) }
    }

    private func holds(_ condition: BehaviorStep.Condition, for slot: Int) -> Bool {
        switch condition {
        case .replied(let wanted): (customers[slot].turn.author != nil) == wanted
        case .typing(let wanted): customers[slot].turn.hasSeenTyping == wanted
        case .author(let author): customers[slot].turn.author == author
        case .offered(let wanted): (customers[slot].notes?.choices.isEmpty == false) == wanted
        case .assigned(let wanted): customers[slot].isAssigned == wanted
        case .closed(let wanted): customers[slot].isClosed == wanted
        case .contains(let words): customers[slot].notes?.contains(words) ?? false
        }
    }

    /// Answers whether the step took no time.
    private mutating func perform(
        _ step: BehaviorStep,
        of slot: Int,
        from base: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        switch step {
        case .think(let time):
            let time = time ?? plan.profile.customers[customers[slot].group].think
            let pause = time.draw(using: &customers[slot].random)
            wait(slot, .thinking, until: base + pause, &orders)
        case .say(let texts, let isTyped): return compose(texts, isTyped, slot, from: base, at: now, &orders)
        case .type(let time):
            let pause = time.draw(using: &customers[slot].random)
            beginTurnOfTyping(slot, until: base + pause, at: now, &orders)
        case .waitFor(let awaited, let timeout, let late):
            return listen(for: awaited, timeout, late, slot, at: now, &orders)
        case .markSeen: customers[slot].session.markSeen(at: now, with: &buffers, into: &orders)
        case .drop(let method):
            customers[slot].isDropped = true
            customers[slot].session.drop(method, at: now, with: &buffers, into: &orders)
        case .reconnect:
            guard customers[slot].isDropped || !customers[slot].session.isConnected else { return true }
            customers[slot].activity = .away
        case .leave: leave(slot, at: now, &orders)
        case .open(let opening): return open(opening, slot, from: base, at: now, &orders)
        case .attach(let files, let texts): return attach(files, texts, slot, from: base, at: now, &orders)
        case .answer(let answer): return take(answer, slot, from: base, at: now, &orders)
        case .act(let act): return self.act(act, slot, at: now, &orders)
        case .stopwatchBegins(let number): beginStopwatch(number, slot, from: base, at: now)
        case .stopwatchEnds(let number):
            let start = customers[slot].stopwatches[number]
            let tag = stepTags[customers[slot].group][number]
            recorder.record(.chatStep, start, until: now, phase: plan.phase(at: start.intended), tag: tag)
        case .set(let name, let text): note(text.render { customers[slot].value(of: $0) }, as: name, slot)
        case .capture(let name, let after, let until):
            note(customers[slot].notes?.captured(after: after, until: until) ?? "", as: name, slot)
        case .enter, .again, .choose, .go, .unless: preconditionFailure("a step that the mind takes by itself")
        }
        switch step {
        case .think, .type, .reconnect, .leave: return false
        default: return true
        }
    }

    private mutating func beginStopwatch(_ number: Int, _ slot: Int, from base: MonotonicTime, at now: MonotonicTime) {
        let unknown = StartTimes(intended: .never, sent: .never)
        while customers[slot].stopwatches.count <= number { customers[slot].stopwatches.append(unknown) }
        customers[slot].stopwatches[number] = StartTimes(intended: base, sent: now)
    }

    private mutating func note(_ value: String, as name: String, _ slot: Int) {
        customers[slot].notes?.noted[name] = value
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
        let pause = plan.profile.customers[customers[slot].group].think.draw(using: &customers[slot].random)
        wait(slot, .fillingIn, until: now + pause, &orders)
    }

    /// Only thinking may end a little early: nobody measures it.
    mutating func wait(
        _ slot: Int,
        _ activity: Customer<Dialect>.Activity,
        until due: MonotonicTime,
        _ orders: inout Orders
    ) {
        customers[slot].activity = activity
        customers[slot].due = due
        let timer = Self.timer(.step, of: customers[slot].owner)
        orders.append(activity == .thinking ? .startSlackTimer(timer, at: due) : .startTimer(timer, at: due))
    }

    mutating func fired(_ timer: TimerID, of slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        switch CustomerTimer(rawValue: timer.local - ChatTimers.sessionEnd) {
        case .step: stepEnded(slot, at: now, &orders)
        case .awaitTimeout: waitedInVain(slot, at: now, &orders)
        case nil: break
        }
    }

    private mutating func stepEnded(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        let step = customers[slot].step
        switch step.activity {
        case .fillingIn:
            let answers = answers(of: slot)
            customers[slot].session.begin(answers: answers, at: now, with: &buffers, into: &orders)
        case .thinking: goOn(slot, from: step.due, at: now, &orders)
        case .typing: typed(slot, at: now, &orders)
        case .coming, .held, .waiting, .listening, .away, .acting, .leaving: break
        }
    }

    mutating func stopTimers(of slot: Int, _ orders: inout Orders) {
        orders.append(.stopTimer(Self.timer(.step, of: customers[slot].owner)))
        orders.append(.stopTimer(Self.timer(.awaitTimeout, of: customers[slot].owner)))
    }

    mutating func answers(of slot: Int) -> [Survey.Answer] {
        var answers: [Survey.Answer] = []
        for answer in plan.profile.customers[customers[slot].group].answers where !answer.values.isEmpty {
            let choice = customers[slot].random.index(below: answer.values.count)
            let value = answer.values[choice].render { customers[slot].value(of: $0) }
            answers.append(Survey.Answer(ident: answer.ident, value: value))
        }
        return answers
    }
}
