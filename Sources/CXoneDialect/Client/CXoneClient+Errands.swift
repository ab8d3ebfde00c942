import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import TextForms

/// Calls beside the way up: files, events that were left to be fetched, what the analytics are told.
extension CXoneClient {
    mutating func returned(
        _ errand: Errand,
        sent: MonotonicTime?,
        failure: WireCause?,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        let done = errand.fetch
        let isFailure = failure != nil || !Self.isSuccess(done.status)
        let start = StartTimes(intended: done.intended, sent: sent ?? done.ordered)
        events.append(.called(done.what, start, isFailure: isFailure))
        let fault = failure.map(ChatFault.wire) ?? (isFailure ? .status(done.what, done.status) : nil)
        switch errand.purpose {
        case .configuration, .visitor, .analytics, .log:
            if let fault { events.append(.fault(fault)) }
        case .upload(let id):
            let answer =
                fault == nil
                ? try? reader.read(done.body.span.bytes) { (body) throws(JSONFault) in try AttachmentAnswer(body) } : nil
            uploadEnded(id, answer, start, fault, at: now, into: &orders, telling: &events)
        case .storedEvent:
            guard fault == nil else { return events.append(.fault(.eventUnavailable)) }
            received(done.body.span.bytes, at: now, reader: &reader, into: &orders, telling: &events)
        case .message:
            guard fault == nil else { return events.append(.fault(.eventUnavailable)) }
            let facts = try? reader.read(done.body.span.bytes) { (body) throws(JSONFault) in try MessageFacts(body) }
            guard let facts else { return events.append(.fault(.incompleteFrame)) }
            arrived(facts, telling: &events)
        case .renewal:
            guard refresh != nil else { return }
            if fault == nil, understand(done, at: now, reader: &reader) == nil {
                goOnAfterRenewal(at: now, into: &orders)
            } else {
                failedToRenew(.tokenRefused, into: &orders, telling: &events)
            }
        }
    }

    // MARK: Files

    /// A file that the channel does not allow takes its message with it; no byte of it leaves.
    mutating func upload(
        _ files: [ChatFile],
        of saying: Saying,
        in conversation: ConversationID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let thread = known(conversation), thread.state != .closed, stage == .ready else {
            return events.append(.refused(saying.id, stage == .ready ? .messageRefused : .connectionGone))
        }
        let limits = channel.files ?? FileRestrictions()
        // The web client looks at neither size nor type.
        if client != .web, let bad = files.first(where: { !limits.allows(size: $0.size, mimeType: $0.mimeType) }) {
            _ = bad
            events.append(.uploaded(StartTimes(intended: now, sent: now), .refused))
            return events.append(.refused(saying.id, .attachmentRefused))
        }
        uploads.append(Upload(saying: saying, conversation: conversation, files: files))
        uploadNext(of: saying.id, at: now, into: &orders, telling: &events)
    }

    /// The next file of a message, or the message itself when all are there.
    private mutating func uploadNext(
        of id: MessageID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let index = uploads.firstIndex(where: { $0.saying.id == id }) else { return }
        while let file = uploads[index].files.first {
            guard client == .android, let known = uploaded.first(where: { $0.file === file }) else {
                return upload(file, of: id, at: now, into: &orders)
            }
            // What was uploaded before is not uploaded again.
            attach(file, known.url, at: index)
        }
        let done = uploads.remove(at: index)
        send(done.saying, in: done.conversation, at: now, into: &orders, telling: &events)
    }

    private mutating func attach(_ file: ChatFile, _ url: String, at index: Int) {
        uploads[index].files.removeFirst()
        uploads[index].saying.attachments.append(
            AttachmentObject(url: url, friendlyName: file.name, mimeType: file.mimeType, fileName: file.name)
        )
    }

    private mutating func upload(
        _ file: ChatFile,
        of id: MessageID,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        calls += 1
        let call = CallID(owner: owner, calls)
        let fields = callFields(into: &orders)
        let url = orders.write { $0.append(contentsOf: address.attachmentURL) }
        let body = AttachmentUpload.body(of: file, into: &orders)
        orders.append(.upload(call, .post, url: url, fields: fields, body))
        let fetch = Fetch(id: call, what: .attachment, attempt: 1, intended: now, ordered: now)
        errands.append(Errand(fetch: fetch, purpose: .upload(id)))
    }

    private mutating func uploadEnded(
        _ id: MessageID,
        _ answer: AttachmentAnswer?,
        _ start: StartTimes,
        _ fault: ChatFault?,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let index = uploads.firstIndex(where: { $0.saying.id == id }), let file = uploads[index].files.first
        else { return }
        guard case .stored(let url)? = answer else {
            uploads.remove(at: index)
            events.append(.uploaded(start, answer == .refused ? .refused : .failed))
            if let fault { events.append(.fault(fault)) }
            return events.append(.refused(id, answer == .refused ? .attachmentRefused : .uploadFailed))
        }
        events.append(.uploaded(start, .stored))
        if client == .android { uploaded.append((file, url)) }
        attach(file, url, at: index)
        uploadNext(of: id, at: now, into: &orders, telling: &events)
    }

    // MARK: What else is called

    mutating func fetchStoredEvent(_ url: String, at now: MonotonicTime, into orders: inout Orders) {
        get(url, .storedEvent, .storedEvent, at: now, into: &orders)
    }

    private mutating func get(
        _ url: String,
        _ what: ChatCall,
        _ purpose: Errand.Purpose,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        calls += 1
        let id = CallID(owner: owner, calls)
        let fields = callFields(into: &orders)
        let url = orders.write { $0.append(contentsOf: url.utf8) }
        orders.append(.call(id, .get, url: url, fields: fields, body: .empty))
        errands.append(
            Errand(fetch: Fetch(id: id, what: what, attempt: 1, intended: now, ordered: now), purpose: purpose)
        )
    }

    /// Tells the analytics; the first page of a visit tells of the visit too.
    mutating func tellVisit(_ kind: VisitorEvent.Kind, at now: MonotonicTime, into orders: inout Orders) {
        // The web client's host tells them itself, or nobody does.
        guard client != .web else { return }
        let isNew = sender.visit == nil
        let visit = sender.visit ?? random.uuid()
        sender.visit = visit
        for kind in isNew ? [.visit, kind] : [kind] {
            let event = VisitorEvent(
                id: random.uuid(),
                visit: visit,
                destination: sender.destination,
                at: wall.time(at: now),
                kind: kind
            )
            calls += 1
            let id = CallID(owner: owner, calls)
            let fields = callFields(into: &orders)
            let url = orders.write { bytes in
                bytes.append(contentsOf: address.visitorURL)
                UUIDText.append(sender.visitor, to: &bytes)
                JSONWriter.append("/events", to: &bytes)
            }
            let body = orders.write { event.append(client, to: &$0) }
            orders.append(.call(id, .post, url: url, fields: fields, body: body))
            let fetch = Fetch(id: id, what: .analytics, attempt: 1, intended: now, ordered: now)
            errands.append(Errand(fetch: fetch, purpose: .analytics))
        }
    }
}
