import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

// What a frame causes at once, and what it puts on the list for later.

extension CXoneDesk {
    mutating func received(
        _ frame: RawSpan,
        on socket: SocketID,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders
    ) {
        counters.framesReceived += 1
        guard let place = sockets.place(of: socket) else { return counters.count(.unexpectedEvent) }
        guard !jobs.isFull else { return counters.count(.overloaded) }
        let request: CXoneRequest
        do throws(JSONFault) {
            request = try CXoneRequest.read(frame, with: &reader)
        } catch {
            return counters.count(.malformedFrame)
        }
        switch request {
        case .heartbeat:
            send(orders.write { JSONWriter.append(Heartbeat.answer, to: &$0) }, to: socket, into: &orders)
        case .event(let envelope, let payload):
            guard let channel = setup.channel(brand: envelope.brand, envelope.channel) else {
                return refuse(envelope.event, on: socket, .wrongChannel, at: now)
            }
            guard let customer = store.customer(envelope.customer, of: channel) else {
                return refuse(envelope.event, on: socket, .overloaded, at: now)
            }
            seat(customer, at: place, on: socket)
            take(payload, from: CXoneAsker(customer: customer, socket: socket, event: envelope.event), at: now)
        case .unknown(let event):
            refuse(event, on: socket, .unknownEvent, at: now)
        case .incomplete(let event?):
            refuse(event, on: socket, .incompleteFrame, at: now)
        case .incomplete(nil):
            counters.count(.incompleteFrame)
        }
    }

    /// A socket belongs to whoever was last named on it: queued frames may come before an authorization.
    private mutating func seat(_ customer: Int, at place: Int, on socket: SocketID) {
        let before = sockets.customer(at: place)
        guard before != customer else { return }
        if let before { store[before].sockets.removeAll { $0 == socket } }
        sockets.seat(customer, at: place)
        store[customer].sockets.append(socket)
    }

    private mutating func take(_ payload: ClientPayload, from asker: CXoneAsker, at now: MonotonicTime) {
        let delays = setup.delays
        let customer = asker.customer
        switch payload {
        case .authorize(let shown):
            let session = setup.channels[store[customer].channel].rules.session
            guard session != .authorized || shown.authorizationCode?.isEmpty == false else {
                counters.count(.unknownToken)
                let refusal = CXoneAnswer.refused(.consumerAuthorizationFailed, "No authorization code was shown")
                answer(asker, refusal, after: delays.authorize, at: now)
                return
            }
            store[customer].isAuthorized = true
            let due = answer(asker, .authorized(customer: customer), after: delays.authorize, at: now)
            greet(customer, at: due)
        case .reconnect:
            // ours: no token is looked at; whoever is known may come back.
            let isKnown = store[customer].isAuthorized
            if !isKnown { counters.count(.unknownToken) }
            let refusal = CXoneAnswer.refused(.consumerReconnectionFailed, "Nobody was authorized under this name")
            answer(asker, isKnown ? .reconnected : refusal, after: delays.authorize, at: now)
        case .refreshToken:
            answer(asker, .refreshed(customer: customer), after: delays.authorize, at: now)
        case .recoverThread(let reference):
            answer(asker, .recovered(customer: customer, reference?.thread), after: delays.recover, at: now)
        case .loadMoreMessages(let request):
            answer(asker, .older(customer: customer, request), after: delays.recover, at: now)
        case .recoverLivechat(let reference):
            answer(asker, .recovered(customer: customer, reference?.thread), after: delays.recover, at: now)
        case .fetchThreadList:
            greet(customer, at: answer(asker, .listed(customer: customer), after: delays.recover, at: now))
        case .loadThreadMetadata(let reference):
            answer(asker, .metadata(customer: customer, reference.thread), after: delays.recover, at: now)
        case .sendMessage(let message):
            take(message, from: asker, at: now)
        case .sendOutbound(let message):
            takeOutbound(message, from: asker, at: now)
        case .messageSeen(let reference):
            see(reference, from: asker, at: now)
        case .updateThread(let reference):
            change(reference.thread, .threadUpdated, from: asker, at: now) { $0.name = reference.name ?? $0.name }
        case .archiveThread(let reference):
            change(reference.thread, .threadArchived, from: asker, at: now) { $0.isClosed = true }
        case .endContact(let end):
            endContact(end, from: asker, at: now)
        case .sendTranscript(let transcript):
            sendTranscript(transcript, from: asker, at: now)
        case .setFields(let fields):
            keep(fields, from: asker, at: now)
        case .sendOfflineMessage:
            answer(asker, .changed(.offlineMessageSent), after: delays.ack, at: now)
        case .typing, .executeTrigger, .generateAuthorizationToken, .other:
            answer(asker, .acknowledged, after: delays.ack, at: now)
        }
    }

    mutating func take(_ sent: SendMessage, from asker: CXoneAsker, at now: MonotonicTime) {
        guard case .uuid(let threadID) = sent.thread, case .uuid(let id) = sent.message else {
            return refuse(asker.event, on: asker.socket, .badIdentifier, at: now)
        }
        let customer = asker.customer
        // A message that comes again is acknowledged again and stored once.
        if store[customer].hasSent(id) {
            counters.count(.duplicateMessage)
            answer(asker, .acknowledged, after: setup.delays.ack, at: now)
            return
        }
        let wallNow = setup.wall.time(at: now)
        guard let thread = store.thread(threadID, of: customer, at: wallNow, number: caseCount + 1) else {
            return refuse(asker.event, on: asker.socket, .overloaded, at: now)
        }
        guard !store[customer].threads[thread].isClosed else {
            return refuse(asker.event, on: asker.socket, .closedConversation, at: now)
        }
        let acknowledged = answer(asker, .acknowledged, after: setup.delays.ack, at: now)
        caseCount = max(caseCount, store[customer].threads[thread].number)
        var message = CXoneMessage(id: id, author: .customer, at: wallNow, text: sent.text)
        message.postback = sent.postback
        message.parameters = sent.parameters
        message.attachments = sent.attachments
        if !sent.customerFields.isEmpty {
            CXoneThread.merge(sent.customerFields, into: &store[customer].fields, at: wallNow)
        }
        let place = store[customer].keep(message, in: thread, fields: sent.contactFields)
        ledger.store(MessageID(id.value))
        counters.messagesStored += 1

        let drawn = now + setup.delays.echo.draw(using: &store[customer].delays)
        let echoed = max(drawn, acknowledged, store[customer].lastEcho)
        store[customer].lastEcho = echoed
        jobs.add(.echo(CXonePlace(customer: customer, thread: thread, message: place)), at: echoed)
        // What the vendor's client says by itself is answered by nobody; the first of a live chat opens it.
        if !sent.isHidden { return think(about: message, customer, thread, from: echoed) }
        if place == 0, isLive(customer) { openQueue(customer, thread, from: echoed) }
    }

    private func isLive(_ customer: Int) -> Bool {
        setup.channels[store[customer].channel].rules.mode == .liveChat
    }

    private mutating func openQueue(_ customer: Int, _ thread: Int, from start: MonotonicTime) {
        steps.removeAll(keepingCapacity: true)
        store[customer].threads[thread].bot.enterQueue(following: setup.script, into: &steps)
        play(customer, thread, from: start)
    }

    private mutating func play(_ customer: Int, _ thread: Int, from start: MonotonicTime) {
        let wasIdle = store[customer].threads[thread].agenda.isEmpty
        store[customer].threads[thread].agenda.append(steps, at: start)
        if wasIdle, let due = store[customer].threads[thread].agenda.nextDue {
            jobs.add(.bot(customer: customer, thread: thread), at: due)
        }
    }

    /// The bot begins when the customer sees the message.
    private mutating func think(about message: CXoneMessage, _ customer: Int, _ thread: Int, from start: MonotonicTime) {
        steps.removeAll(keepingCapacity: true)
        let person = store[customer].bot
        store[customer].threads[thread].bot.answer(
            to: message.postback.map { message.text + "\n" + $0 } ?? message.text,
            hasAttachment: !message.attachments.isEmpty,
            from: person,
            following: setup.script,
            matcher: &matcher,
            into: &steps
        )
        play(customer, thread, from: start)
    }

    private mutating func see(_ reference: ThreadReference, from asker: CXoneAsker, at now: MonotonicTime) {
        let due = answer(asker, .acknowledged, after: setup.delays.ack, at: now)
        let seen = store[asker.customer].see(reference.thread, at: setup.wall.time(at: now))
        guard let (thread, message) = seen else { return }
        jobs.add(.seen(CXonePlace(customer: asker.customer, thread: thread, message: message)), at: due)
    }

    /// Answers when it will be answered.
    @discardableResult
    mutating func answer(
        _ asker: CXoneAsker,
        _ answer: CXoneAnswer,
        after delay: Distribution,
        at now: MonotonicTime
    ) -> MonotonicTime {
        let due = now + delay.draw(using: &store[asker.customer].delays)
        jobs.add(.answer(asker.socket, asker.event, answer), at: due)
        return due
    }

    mutating func refuse(
        _ event: EchoedID,
        on socket: SocketID,
        _ trouble: SimulatorTrouble,
        at now: MonotonicTime
    ) {
        counters.count(trouble)
        let due = now + setup.delays.ack.draw(using: &callDelays)
        jobs.add(.answer(socket, event, .refused(.inconsistentData, trouble.explanation)), at: due)
    }
}

/// Who asks for something, and how the answer finds its way.
struct CXoneAsker {
    var customer: Int
    var socket: SocketID
    var event: EchoedID
}

extension SimulatorTrouble {
    fileprivate var explanation: StaticString {
        switch self {
        case .wrongChannel: "The brand or the channel is another one's"
        case .unknownEvent: "The event type is not known"
        case .badIdentifier: "An id is not a UUID"
        case .overloaded: "There is no room for more"
        case .closedConversation: "The conversation is over"
        default: "Something is missing or has the wrong type"
        }
    }
}
