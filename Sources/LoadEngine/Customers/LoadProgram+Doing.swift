import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadMetrics

/// Several conversations, files, choices, and what else customers do besides talking.
extension LoadProgram {
    /// Goes to another conversation; `conversationBegan` or `conversationOpened` goes on from there.
    mutating func open(
        _ opening: BehaviorStep.Opening,
        _ slot: Int,
        from base: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        switch opening {
        case .new where plan.profile.customers[customers[slot].group].answers.isEmpty:
            beginActing(slot, at: now, &orders)
            customers[slot].session.begin(answers: [], at: now, with: &buffers, into: &orders)
        case .new:
            // The form again, and the time it takes.
            let pause = plan.profile.customers[customers[slot].group].think.draw(using: &customers[slot].random)
            wait(slot, .fillingIn, until: base + pause, &orders)
        case .next:
            beginActing(slot, at: now, &orders)
            customers[slot].session.openNext(at: now, with: &buffers, into: &orders)
        }
        return false
    }

    /// An action that is never answered ends with the run's `replyTimeout`.
    private mutating func beginActing(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        customers[slot].activity = .acting
        let due = now + plan.profile.replyTimeout
        orders.append(.startTimer(Self.timer(.awaitTimeout, of: customers[slot].owner), at: due))
    }

    mutating func act(
        _ act: BehaviorStep.Act,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        func fill(_ text: Template) -> String { text.render { customers[slot].value(of: $0) } }
        let action: ChatAction =
            switch act {
            case .rename(let name): .rename(fill(name))
            case .archive: .archive
            case .end: .end
            case .sendTranscript(let address): .sendTranscript(to: fill(address))
            case .setFields(let fields, let ofCustomer):
                .setFields(
                    fields.map { Survey.Answer(ident: $0.ident, value: fill($0.value)) },
                    ofCustomer: ofCustomer
                )
            case .loadOlder: .loadOlder
            case .viewPage(let title, let url): .viewPage(title: fill(title), url: fill(url))
            case .trigger(let id): .trigger(fill(id))
            case .signOut: .signOut
            }
        beginActing(slot, at: now, &orders)
        let isUnderWay = customers[slot].session.act(action, at: now, with: &buffers, into: &orders)
        if !isUnderWay, customers[slot].activity == .acting { endActing(slot, &orders) }
        return !isUnderWay
    }

    private mutating func endActing(_ slot: Int, _ orders: inout Orders) {
        customers[slot].activity = .thinking
        orders.append(.stopTimer(Self.timer(.awaitTimeout, of: customers[slot].owner)))
    }

    mutating func acted(
        _ kind: ChatAction.Kind,
        _ start: StartTimes,
        isFailure: Bool,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        if !isFailure {
            let phase = plan.phase(at: start.intended)
            recorder.record(.chatAction, start, until: now, phase: phase, tag: .action(kind.rawValue))
        }
        // Whoever opens a conversation goes on when it is there.
        guard kind != .open, customers[slot].activity == .acting else { return }
        endActing(slot, &orders)
        goOn(slot, from: now, at: now, &orders)
    }

    /// The customer is in another conversation: the turn of the one before waits there for its reply.
    mutating func changedConversation(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        let before = customers[slot].turn
        let conversation = customers[slot].session.conversation
        guard before.conversation != conversation else { return }
        if before.message != nil { customers[slot].parked.append(before) }
        if let place = customers[slot].parked.firstIndex(where: { $0.conversation == conversation }) {
            customers[slot].turn = customers[slot].parked.remove(at: place)
            customers[slot].turn.number = before.number
        } else {
            customers[slot].turn = Customer.Turn(number: before.number)
        }
        customers[slot].isAssigned = false
        customers[slot].isClosed = false
    }

    mutating func conversationOpened(_ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        changedConversation(slot, at: now, &orders)
        guard customers[slot].activity == .acting || customers[slot].activity == .fillingIn else { return }
        endActing(slot, &orders)
        goOn(slot, from: now, at: now, &orders)
    }

    /// A reply in a conversation that the customer does not look at.
    mutating func repliedElsewhere(
        in conversation: ConversationID,
        by author: Author,
        _ slot: Int,
        at now: MonotonicTime
    ) {
        let place = customers[slot].parked.firstIndex { $0.conversation == conversation }
        guard let place, customers[slot].parked[place].isOpenForReply else { return }
        let start = customers[slot].parked[place].start
        customers[slot].parked[place].author = author
        guard !customers[slot].parked[place].isSettled else { return }
        customers[slot].parked[place].isSettled = true
        delivery.answered += 1
        let tag: LatencyTag = author == .ai ? .authorAI : .authorHuman
        recorder.record(.chatReply, start, until: now, phase: plan.phase(at: start.intended), tag: tag)
        recorder.count(.turns)
    }

    // MARK: Files and choices

    mutating func attach(
        _ files: [ChatFile],
        _ texts: [Template],
        _ slot: Int,
        from base: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        beginTurn(slot, from: base)
        let group = customers[slot].group
        if files.isEmpty {
            let count = plan.profile.customers[group].files.count
            let choice = customers[slot].random.index(below: count)
            customers[slot].turn.files = [plan.profile.customers[group].files[choice]]
        } else {
            customers[slot].turn.files = files
        }
        if !texts.isEmpty {
            let choice = customers[slot].random.index(below: texts.count)
            customers[slot].turn.text = texts[choice].render { customers[slot].value(of: $0) }
        }
        return say(slot, at: now, &orders)
    }

    /// Nothing when nothing is offered, or nothing of that name.
    mutating func take(
        _ answer: BehaviorStep.Answer,
        _ slot: Int,
        from base: MonotonicTime,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) -> Bool {
        let offered = customers[slot].notes?.choices ?? []
        let place: Int? =
            switch answer {
            case .any: offered.isEmpty ? nil : customers[slot].random.index(below: offered.count)
            case .number(let number): number - 1
            case .text(let text):
                offered.firstIndex { $0.text == text.render { customers[slot].value(of: $0) } }
            }
        guard let place, offered.indices.contains(place) else { return true }
        beginTurn(slot, from: base)
        customers[slot].turn.text = offered[place].text
        customers[slot].turn.choice = Int16(place)
        return say(slot, at: now, &orders)
    }

    private mutating func beginTurn(_ slot: Int, from base: MonotonicTime) {
        cutTurn(slot)
        let number = customers[slot].turn.number + 1
        customers[slot].turn = Customer.Turn(number: number, isTyped: false)
        customers[slot].turn.start.intended = base
    }

    mutating func uploaded(_ start: StartTimes, _ fate: UploadFate, at now: MonotonicTime) {
        switch fate {
        case .stored:
            recorder.count(.attachmentsSent)
            recorder.record(.attachmentUpload, start, until: now, phase: plan.phase(at: start.intended))
        case .refused: recorder.count(.attachmentsRefused)
        case .failed: break
        }
    }

    // MARK: Agents

    mutating func assigned(
        _ conversation: ConversationID,
        _ isThere: Bool,
        _ slot: Int,
        at now: MonotonicTime,
        _ orders: inout Orders
    ) {
        guard customers[slot].session.conversation == conversation else { return }
        customers[slot].isAssigned = isThere
        guard isThere else { return }
        let wished = customers[slot].wished
        if wished.intended != .never {
            customers[slot].wished.intended = .never
            recorder.record(.chatAssignment, wished, until: now, phase: plan.phase(at: wished.intended))
        }
        heard(.assignment, slot, at: now, &orders)
    }

    /// Nothing more comes in the conversation: whoever waits for something else waits in vain.
    mutating func closed(_ conversation: ConversationID, _ slot: Int, at now: MonotonicTime, _ orders: inout Orders) {
        recorder.count(.conversationsClosed)
        guard customers[slot].session.conversation == conversation else { return }
        customers[slot].isClosed = true
        cutTurn(slot)
        let waits = customers[slot].waiting
        guard waits.activity == .waiting || waits.activity == .listening else { return }
        guard waits.awaited != .closed else { return heard(.closed, slot, at: now, &orders) }
        orders.append(.stopTimer(Self.timer(.awaitTimeout, of: customers[slot].owner)))
        customers[slot].mind.go(to: customers[slot].late)
        goOn(slot, from: now, at: now, &orders)
    }
}
