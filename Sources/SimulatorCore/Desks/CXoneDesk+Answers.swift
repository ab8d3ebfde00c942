import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import TextForms

// What is due: answers to requests, pushes, and the bot's next steps.

extension CXoneDesk {
    mutating func perform(_ job: CXoneJob, at now: MonotonicTime, into orders: inout Orders) {
        switch job {
        case .call(let visit, let route):
            answerDue(visit, route, into: &orders)
        case .reply(let visit, let reply):
            answerDue(visit, reply, into: &orders)
        case .answer(let socket, let event, let answer):
            guard !sockets.isSilent(socket) else { return }
            send(orders.write { write(answer, to: event, into: &$0) }, to: socket, into: &orders)
        case .status(let customer, let thread):
            let changed = CaseStatusChanged(contact: contact(customer, thread))
            push(to: customer, at: now, into: &orders) { changed.append($0, to: &$1) }
        case .welcome(let customer):
            guard let text = setup.channels[store[customer].channel].rules.welcome else { return }
            let action = ProactiveAction(action: store[customer].ids.uuid(), name: "Greeting", text: text)
            push(to: customer, at: now, into: &orders) { action.append($0, to: &$1) }
        case .echo(let place):
            echo(place, at: now, into: &orders)
        case .seen(let place):
            let message = object(place)
            push(to: place.customer, at: now, into: &orders) { push, bytes in
                MessageChanged(isReadByAgent: false, message: message).append(push, to: &bytes)
            }
        case .bot(let customer, let thread):
            play(customer, thread, at: now, into: &orders)
        }
    }

    mutating func send(_ range: ByteRange, to socket: SocketID, into orders: inout Orders) {
        guard !sockets.isSilent(socket) else { return }
        counters.framesSent += 1
        orders.append(.sendText(socket, .unobserved, range))
    }

    private mutating func write(_ answer: CXoneAnswer, to event: EchoedID, into bytes: inout [UInt8]) {
        switch answer {
        case .acknowledged:
            ServerResponse.appendAcknowledgement(of: event, to: &bytes)
        case .authorized(let customer):
            let isTokenShown = setup.channels[store[customer].channel].rules.session == .authorized
            let token = AccessToken(token: EchoedID(store[customer].ids.uuid()).spelling, expiresIn: 3_600)
            ConsumerAuthorized(customer: store[customer].identity, accessToken: isTokenShown ? token : nil)
                .append(to: event, into: &bytes)
        case .reconnected:
            ConsumerReconnected.append(to: event, into: &bytes)
        case .refreshed(let customer):
            let token = AccessToken(token: EchoedID(store[customer].ids.uuid()).spelling, expiresIn: 3_600)
            TokenRefreshed(accessToken: token).append(to: event, into: &bytes)
        case .recovered(let customer, let id):
            let rules = setup.channels[store[customer].channel].rules
            if let recovered = recovered(customer, id) {
                let type: ServerEventType = rules.mode == .liveChat ? .livechatRecovered : .threadRecovered
                recovered.append(type, to: event, into: &bytes)
            } else if rules.mode == .liveChat {
                counters.count(.nothingToRecover)
                if rules.recoverLivechatDoesNotFail {
                    LivechatRecovered.appendNothing(to: event, into: &bytes)
                } else {
                    write(.refused(.recoveringLivechatFailed, "There is no live chat"), to: event, into: &bytes)
                }
            } else {
                counters.count(.nothingToRecover)
                write(.refused(.recoveringThreadFailed, "There is no such thread"), to: event, into: &bytes)
            }
        case .older(let customer, let request):
            if let loaded = older(customer, request) {
                loaded.append(to: event, into: &bytes)
            } else {
                counters.count(.badScrollToken)
                write(.refused(.inconsistentData, "The scroll token is not this thread's"), to: event, into: &bytes)
            }
        case .listed(let customer):
            list(customer).append(to: event, into: &bytes)
        case .metadata(let customer, let id):
            if let metadata = metadata(customer, id) {
                metadata.append(to: event, into: &bytes)
            } else {
                counters.count(.nothingToRecover)
                write(.refused(.inconsistentData, "There is no such thread"), to: event, into: &bytes)
            }
        case .changed(let type):
            ThreadChanged.append(type, to: event, into: &bytes)
        case .refused(let code, let explanation):
            refusalCount += 1
            OperationError(event: event, code: code, transaction: "tx-\(refusalCount)", message: "\(explanation)")
                .append(to: &bytes)
        }
    }

    /// Says something to all of a customer's sockets, in one frame.
    ///
    /// The frame's id is drawn whether or not anybody listens, so that absence changes nothing that comes later.
    private mutating func push(
        to customer: Int,
        at now: MonotonicTime,
        reply: Ledger.ReplyNumber? = nil,
        into orders: inout Orders,
        encode: (ServerPush, inout [UInt8]) -> Void
    ) {
        let event = store[customer].ids.uuid()
        guard !store[customer].sockets.isEmpty else { return }
        let place = setup.channels[store[customer].channel].place
        let push = ServerPush(event: event, at: setup.wall.time(at: now), place: place)
        let range = orders.write { encode(push, &$0) }
        for socket in store[customer].sockets where !sockets.isSilent(socket) {
            counters.framesSent += 1
            guard let reply, let place = sockets.place(of: socket) else {
                orders.append(.sendText(socket, .unobserved, range))
                continue
            }
            sendingCount += 1
            let sending = SendingID(owner: WireOwner(UInt64(place)), sendingCount)
            ledger.send(reply, as: sending.local, on: place)
            orders.append(.sendText(socket, sending, range))
        }
    }

    private mutating func echo(_ place: CXonePlace, at now: MonotonicTime, into orders: inout Orders) {
        let contact = contact(place.customer, place.thread)
        // A thread begins with a customer's message.
        let isFirst = place.message == 0
        if isFirst {
            let thread = threadObject(place.customer, place.thread)
            push(to: place.customer, at: now, into: &orders) { push, bytes in
                CaseCreated(contact: contact, thread: thread).append(push, to: &bytes)
            }
        }
        announce(place, at: now, reply: nil, into: &orders)
        // A live chat has a queue before its agent.
        if isFirst, setup.channels[store[place.customer].channel].rules.mode != .liveChat {
            assign(place.customer, place.thread, to: setup.agent, at: now, into: &orders)
        }
    }

    private mutating func assign(
        _ customer: Int,
        _ thread: Int,
        to agent: AgentObject?,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let previous = store[customer].threads[thread].isAssigned ? setup.agent : nil
        store[customer].threads[thread].isAssigned = agent != nil
        let assigned = CaseAssigned(contact: contact(customer, thread), assignee: agent, previous: previous)
        push(to: customer, at: now, into: &orders) { assigned.append($0, to: &$1) }
    }

    private mutating func announce(
        _ place: CXonePlace,
        at now: MonotonicTime,
        reply: Ledger.ReplyNumber?,
        into orders: inout Orders
    ) {
        let created = MessageCreated(contact: contact(place.customer, place.thread), message: object(place))
        push(to: place.customer, at: now, reply: reply, into: &orders) { push, bytes in
            created.append(push, to: &bytes)
        }
    }

    private mutating func play(_ customer: Int, _ thread: Int, at now: MonotonicTime, into orders: inout Orders) {
        while let action = store[customer].threads[thread].agenda.popDue(at: now) {
            switch action {
            case .typingStarted:
                type(true, customer, thread, at: now, into: &orders)
            case .typingEnded:
                type(false, customer, thread, at: now, into: &orders)
            case .say(let text, let isAI):
                say(text, nil, isAI: isAI, customer, thread, at: now, into: &orders)
            case .show(let text, let content, let isAI):
                say(text, content, isAI: isAI, customer, thread, at: now, into: &orders)
            case .queued(let position):
                let contact = "case-\(store[customer].threads[thread].number)"
                let place = PositionInQueue(contact: contact, queue: "q-1", position: position)
                push(to: customer, at: now, into: &orders) { place.append($0, to: &$1) }
            case .assigned:
                assign(customer, thread, to: setup.agent, at: now, into: &orders)
            case .ended:
                close(customer, thread, at: now)
                let changed = CaseStatusChanged(contact: contact(customer, thread))
                push(to: customer, at: now, into: &orders) { changed.append($0, to: &$1) }
            }
        }
        guard let due = store[customer].threads[thread].agenda.nextDue else { return }
        jobs.add(.bot(customer: customer, thread: thread), at: due)
    }

    private mutating func say(
        _ text: String,
        _ content: RichContent?,
        isAI: Bool,
        _ customer: Int,
        _ thread: Int,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let id = EchoedID(store[customer].ids.uuid())
        guard case .uuid(let spelled) = id else { return }
        var message = CXoneMessage(
            id: spelled,
            author: isAI ? .ai : .human,
            at: setup.wall.time(at: now),
            text: text
        )
        message.rich = content
        let index = store[customer].keep(message, in: thread)
        counters.repliesMade += 1
        let reply = ledger.reply(MessageID(spelled.value))
        let place = CXonePlace(customer: customer, thread: thread, message: index)
        announce(place, at: now, reply: reply, into: &orders)
    }

    private mutating func type(
        _ isStart: Bool,
        _ customer: Int,
        _ thread: Int,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        let id = EchoedID.uuid(store[customer].threads[thread].id)
        let typing = SenderTyping(isStart: isStart, thread: id, user: setup.agent)
        push(to: customer, at: now, into: &orders) { push, bytes in typing.append(push, to: &bytes) }
    }
}
