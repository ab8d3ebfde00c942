import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import TextForms

// What customers do with their threads, besides talking in them.

extension CXoneDesk {
    private func place(of thread: EchoedID, of customer: Int) -> Int? {
        store[customer].threads.firstIndex { EchoedID.uuid($0.id) == thread }
    }

    mutating func change(
        _ thread: EchoedID,
        _ answer: ServerEventType,
        from asker: CXoneAsker,
        at now: MonotonicTime,
        _ change: (inout CXoneThread) -> Void
    ) {
        guard let place = place(of: thread, of: asker.customer) else {
            return refuse(asker.event, on: asker.socket, .nothingToRecover, at: now)
        }
        change(&store[asker.customer].threads[place])
        self.answer(asker, .changed(answer), after: setup.delays.ack, at: now)
    }

    mutating func endContact(_ end: EndContact, from asker: CXoneAsker, at now: MonotonicTime) {
        guard let place = place(of: end.thread, of: asker.customer) else {
            return refuse(asker.event, on: asker.socket, .nothingToRecover, at: now)
        }
        let due = answer(asker, .acknowledged, after: setup.delays.ack, at: now)
        close(asker.customer, place, at: now)
        jobs.add(.status(customer: asker.customer, thread: place), at: due)
    }

    /// Nothing more is said in the thread by anybody; a channel with one thread opens a new case for the next message.
    mutating func close(_ customer: Int, _ thread: Int, at now: MonotonicTime) {
        let isLive = setup.channels[store[customer].channel].rules.mode == .liveChat
        store[customer].threads[thread].status = .closed
        store[customer].threads[thread].statusAt = setup.wall.time(at: now)
        store[customer].threads[thread].isAssigned = false
        store[customer].threads[thread].isClosed = isLive
        if isLive { store[customer].threads[thread].agenda = .init() }
    }

    mutating func sendTranscript(_ asked: SendTranscript, from asker: CXoneAsker, at now: MonotonicTime) {
        let isAllowed = setup.channels[store[asker.customer].channel].rules.allowsTranscript
        let isKnown = store[asker.customer].threads.contains { "case-\($0.number)" == asked.contact }
        guard isAllowed, isKnown, !asked.recipients.isEmpty else {
            let refusal = CXoneAnswer.refused(.sendingTranscriptFailed, "There is nothing to send, or nobody to send it to")
            answer(asker, refusal, after: setup.delays.ack, at: now)
            return
        }
        answer(asker, .changed(.transcriptSent), after: setup.delays.ack, at: now)
    }

    mutating func keep(_ set: CustomFieldsSet, from asker: CXoneAsker, at now: MonotonicTime) {
        let wallNow = setup.wall.time(at: now)
        if let thread = set.thread {
            guard let place = place(of: thread, of: asker.customer) else {
                return refuse(asker.event, on: asker.socket, .nothingToRecover, at: now)
            }
            store[asker.customer].threads[place].keep(set.fields, at: wallNow)
        } else {
            CXoneThread.merge(set.fields, into: &store[asker.customer].fields, at: wallNow)
        }
        answer(asker, .acknowledged, after: setup.delays.ack, at: now)
    }

    /// What the customer was greeted with, said by the agent's side.
    mutating func takeOutbound(_ sent: SendMessage, from asker: CXoneAsker, at now: MonotonicTime) {
        guard case .uuid(let threadID) = sent.thread, case .uuid(let id) = sent.message else {
            return refuse(asker.event, on: asker.socket, .badIdentifier, at: now)
        }
        let wallNow = setup.wall.time(at: now)
        let found = store.thread(threadID, of: asker.customer, at: wallNow, number: caseCount + 1)
        guard let thread = found else { return refuse(asker.event, on: asker.socket, .overloaded, at: now) }
        caseCount = max(caseCount, store[asker.customer].threads[thread].number)
        let due = answer(asker, .acknowledged, after: setup.delays.ack, at: now)
        let message = CXoneMessage(id: id, author: .human, at: wallNow, text: sent.text)
        let place = store[asker.customer].keep(message, in: thread, fields: sent.contactFields)
        jobs.add(.echo(CXonePlace(customer: asker.customer, thread: thread, message: place)), at: due)
    }

    /// Once for each customer of a channel that greets.
    mutating func greet(_ customer: Int, at due: MonotonicTime) {
        guard setup.channels[store[customer].channel].rules.welcome != nil, !store[customer].isWelcomed,
            store[customer].threads.isEmpty
        else { return }
        store[customer].isWelcomed = true
        jobs.add(.welcome(customer: customer), at: due)
    }

    func list(_ customer: Int) -> ThreadListFetched {
        let threads = store[customer].threads
        return ThreadListFetched(
            threads: threads.indices.filter { !threads[$0].messages.isEmpty }.map { threadObject(customer, $0) }
        )
    }

    func metadata(_ customer: Int, _ id: EchoedID) -> ThreadMetadataLoaded? {
        guard let thread = place(of: id, of: customer), let last = store[customer].threads[thread].messages.indices.last
        else { return nil }
        return ThreadMetadataLoaded(
            ownerAssignee: store[customer].threads[thread].isAssigned ? setup.agent : nil,
            lastMessage: object(CXonePlace(customer: customer, thread: thread, message: last))
        )
    }
}
