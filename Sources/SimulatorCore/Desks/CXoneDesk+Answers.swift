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
        case .answer(let socket, let event, let answer):
            guard !sockets.isSilent(socket) else { return }
            send(orders.write { write(answer, to: event, into: &$0) }, to: socket, into: &orders)
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
            ConsumerAuthorized(customer: store[customer].identity, accessToken: nil).append(to: event, into: &bytes)
        case .reconnected:
            ConsumerReconnected.append(to: event, into: &bytes)
        case .refreshed(let customer):
            let token = AccessToken(token: EchoedID(store[customer].ids.uuid()).text, expiresIn: 3_600)
            TokenRefreshed(accessToken: token).append(to: event, into: &bytes)
        case .recovered(let customer, let id):
            if let recovered = recovered(customer, id) {
                recovered.append(to: event, into: &bytes)
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
        let push = ServerPush(event: event, at: setup.wall.time(at: now), place: setup.place)
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
        if isFirst {
            let agent = setup.agent
            push(to: place.customer, at: now, into: &orders) { push, bytes in
                CaseAssigned(contact: contact, assignee: agent, previous: nil).append(push, to: &bytes)
            }
        }
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
                let id = EchoedID(store[customer].ids.uuid())
                guard case .uuid(let spelled) = id else { continue }
                let author: Author = isAI ? .ai : .human
                let message = CXoneMessage(id: spelled, author: author, at: setup.wall.time(at: now), text: text)
                let index = store[customer].keep(message, in: thread)
                counters.repliesMade += 1
                let reply = ledger.reply(MessageID(spelled.value))
                let place = CXonePlace(customer: customer, thread: thread, message: index)
                announce(place, at: now, reply: reply, into: &orders)
            }
        }
        guard let due = store[customer].threads[thread].agenda.nextDue else { return }
        jobs.add(.bot(customer: customer, thread: thread), at: due)
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
