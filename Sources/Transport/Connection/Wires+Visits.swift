import CLinux
import Clockwork
import Exchange
import Glibc
import TextForms
import WireFormat

/// HTTP visits: clients come in, ask, are answered, and may become WebSockets.
extension Wires {
    // MARK: Coming in

    @usableFromInline
    mutating func listen(_ listener: Listener) throws(SystemError) {
        let slot = slab.take()
        let answer = clinux_watch(doorbell.pollDescriptor, listener.descriptor, token(slot))
        systemCalls.others += 1
        guard answer == 0 else {
            slab.giveBack(slot)
            throw SystemError(call: "epoll_ctl", code: -answer)
        }
        slab[slot].pointee.descriptor = listener.descriptor
        slab[slot].pointee.stage = .listening
        slab[slot].pointee.dealing = .listener(listener)
        guard let identity = listener.identity else { return }
        let room = tls ?? TLSLoop()
        room.serve(identity, at: slot)
        tls = room
    }

    mutating func accept(_ slot: Int) {
        for _ in 0..<limits.accepted {
            let descriptor = clinux_accept(slab[slot].pointee.descriptor)
            systemCalls.others += 1
            if descriptor >= 0 {
                welcome(descriptor, from: slot)
            } else if descriptor == -EAGAIN || descriptor == -EINVAL {
                // Nobody waits, or the listener pauses.
                return
            } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-descriptor) {
                // Whoever waits in the kernel is told nothing until there is room; asking at once again would only spin.
                return deadlines.set(slot, at: Self.clock() + TransportLimits.acceptRest)
            }
        }
        comeBack(to: slot)
    }

    private mutating func welcome(_ descriptor: CInt, from listener: Int) {
        let slot = slab.take()
        systemCalls.others += 1
        guard clinux_watch(doorbell.pollDescriptor, descriptor, token(slot)) == 0 else {
            clinux_close(descriptor)
            return slab.giveBack(slot)
        }
        slab[slot].pointee.descriptor = descriptor
        slab[slot].pointee.stage = .serving
        slab[slot].pointee.dealing = .visits(VisitLine(accepted: now))
        deadlines.set(slot, at: now + limits.visitorIdle)
        if tls != nil { awaitHandshake(slot, from: listener) }
    }

    // MARK: Asking

    mutating func takeRequests(_ slot: Int, _ bytes: UnsafeMutableRawBufferPointer, _ deliver: Deliver) {
        guard case .visits(let line) = slab[slot].pointee.dealing else { return }
        if line.visit == nil, line.input.isEmpty {
            let generation = slab[slot].pointee.generation
            let used = requests(slot, line, UnsafeRawBufferPointer(bytes).bytes, deliver)
            if isCurrent(slot, generation) { keepRest(slot, line, UnsafeRawBufferPointer(bytes)[used...]) }
        } else {
            line.input.append(contentsOf: bytes)
            if line.visit == nil {
                takeInput(slot, line, deliver)
            } else if line.input.count > limits.head + limits.body {
                line.isPaused = true
            }
        }
    }

    /// What waited behind a visit that has been answered, or behind an upgrade.
    mutating func takeLeftover(_ slot: Int, _ deliver: Deliver) {
        guard case .visits(let line) = slab[slot].pointee.dealing else { return }
        line.isPaused = false
        if slab[slot].pointee.stage == .open {
            var rest = line.input
            slab[slot].pointee.dealing = .nothing
            rest.withUnsafeMutableBytes { takeFrames(slot, $0, deliver) }
        } else if line.visit == nil, !line.input.isEmpty {
            takeInput(slot, line, deliver)
        }
    }

    private mutating func takeInput(_ slot: Int, _ line: VisitLine, _ deliver: Deliver) {
        let bytes = line.input
        line.input = []
        let generation = slab[slot].pointee.generation
        let used = requests(slot, line, bytes.span.bytes, deliver)
        if isCurrent(slot, generation) { bytes.withUnsafeBytes { keepRest(slot, line, $0[used...]) } }
    }

    private mutating func keepRest(_ slot: Int, _ line: VisitLine, _ rest: Slice<UnsafeRawBufferPointer>) {
        guard !rest.isEmpty else { return }
        line.input = Array(rest)
        guard slab[slot].pointee.stage == .open else { return }
        slab[slot].pointee.dealing = .visits(line)
        comeBack(to: slot)
    }

    /// Answers how many bytes are done with: all that belong to visits which were told or whose body is arriving.
    private mutating func requests(_ slot: Int, _ line: VisitLine, _ bytes: RawSpan, _ deliver: Deliver) -> Int {
        let generation = slab[slot].pointee.generation
        var place = 0
        while line.visit == nil, isCurrent(slot, generation), slab[slot].pointee.stage == .serving {
            let rest = bytes.extracting(place..<bytes.byteCount)
            if let head = line.head {
                place += line.decoder.decode(rest) { line.body.append(copying: $0) }
                switch line.decoder.progress {
                case .needsMore:
                    awaitRest(slot, line)
                    return place
                case .complete: visited(slot, line, head, deliver)
                case .tooLarge: refuse(slot, 413)
                case .malformed(let fault): refuse(slot, fault.status)
                }
                continue
            }
            guard rest.byteCount > 0 else { return place }
            switch HTTPRequestHead.parse(rest, limit: limits.head) {
            case .incomplete:
                awaitRest(slot, line)
                return place
            case .tooLarge: refuse(slot, 431)
            case .malformed(let fault): refuse(slot, fault.status)
            case .head(let head):
                place += head.length
                if head.body == .none {
                    let bytes = rest.extracting(0..<head.length)
                    visited(slot, line, head, bytes, bytes.extracting(0..<0), deliver)
                } else {
                    awaitBody(slot, line, head, rest)
                }
            }
        }
        return place
    }

    private mutating func awaitBody(_ slot: Int, _ line: VisitLine, _ head: HTTPRequestHead, _ bytes: RawSpan) {
        line.head = head
        line.headBytes.append(copying: bytes.extracting(0..<head.length))
        line.decoder = HTTPBodyDecoder(head.body, limit: limits.body)
        guard head.expectsContinue, line.decoder.progress == .needsMore else { return }
        let start = output.count
        output.compose { HTTPWriter.appendContinue(into: &$0) }
        noteOutput(slot, from: start)
        flush(slot)
    }

    private mutating func awaitRest(_ slot: Int, _ line: VisitLine) {
        guard !line.isReceiving else { return }
        line.isReceiving = true
        deadlines.set(slot, at: now + limits.requestTimeout)
    }

    private mutating func visited(_ slot: Int, _ line: VisitLine, _ head: HTTPRequestHead, _ deliver: Deliver) {
        let bytes = line.headBytes
        let body = line.body
        line.head = nil
        line.headBytes = []
        line.body = []
        visited(slot, line, head, bytes.span.bytes, body.span.bytes, deliver)
    }

    private mutating func visited(
        _ slot: Int,
        _ line: VisitLine,
        _ head: HTTPRequestHead,
        _ bytes: RawSpan,
        _ body: RawSpan,
        _ deliver: Deliver
    ) {
        guard let method = WireMethod(rawValue: head.methodText(in: bytes)) else { return refuse(slot, 501) }
        if head.wantsUpgrade {
            do {
                line.key = try WebSocketUpgrade.key(of: head, in: bytes)
                line.compression = compression.flatMap { options in
                    WebSocketUpgrade.choose(options.terms, offers: bytes.extracting(head.fields))
                }
            } catch {
                return refuseToUpgrade(slot, error.status)
            }
        }
        visits += 1
        let visit = VisitID(owner: WireOwner(visits), slot)
        line.visit = visit
        line.isReceiving = false
        line.isHEAD = method == .head
        line.takesGzip = compressedAnswers != nil && HTTPContentCoding.asksForGzip(bytes.extracting(head.fields))
        line.keepsConnection = head.keepsConnection
        deadlines.set(slot, at: now + limits.answerTimeout)
        tell(
            .visited(
                visit,
                method,
                target: bytes.extracting(head.target),
                fields: bytes.extracting(head.fields),
                body: body,
                wantsUpgrade: head.wantsUpgrade
            ),
            deliver
        )
    }

    // MARK: Answering

    /// The place of a visit that still waits for its answer.
    private func place(of visit: VisitID) -> (slot: Int, line: VisitLine)? {
        let slot = visit.local
        guard slot < slab.room, case .visits(let line) = slab[slot].pointee.dealing, line.visit == visit else {
            return nil
        }
        return (slot, line)
    }

    mutating func answer(_ visit: VisitID, _ status: UInt16, fields: RawSpan, body: RawSpan) {
        guard let (slot, line) = place(of: visit) else { return }
        if line.takesGzip, let least = compressedAnswers, body.byteCount >= least {
            HTTPContentEncoder.gzip(body, into: deflateRoom)
            var more: [UInt8] = []
            more.append(copying: fields)
            more += "Content-Encoding: gzip\r\n".utf8
            line.takesGzip = false
            return answer(visit, status, fields: more.span.bytes, body: deflateRoom.bytes.bytes)
        }
        let keeps = line.keepsConnection && !line.hasEnded
        let start = output.count
        output.compose { bytes in
            HTTPWriter.appendResponseHead(
                status,
                fields: fields,
                bodyLength: body.byteCount,
                keepsConnection: keeps,
                into: &bytes
            )
        }
        if !line.isHEAD, !HTTPStatus.hasNoBody(status) { body.withUnsafeBytes { output.append($0) } }
        noteOutput(slot, from: start)
        line.visit = nil
        line.key = nil
        guard keeps else { return leave(slot, line) }
        deadlines.set(slot, at: Self.clock() + limits.visitorIdle)
        if !line.input.isEmpty || line.isPaused { comeBack(to: slot) }
    }

    mutating func acceptUpgrade(_ visit: VisitID, as socket: SocketID) {
        guard let (slot, line) = place(of: visit) else { return }
        guard let key = line.key else { preconditionFailure("visit \(visit.number) does not want an upgrade") }
        precondition(sockets[socket.number] == nil, "two sockets have the number \(socket.number)")
        let start = output.count
        let choice = line.compression
        output.compose { WebSocketUpgrade.appendAnswer(to: key, choosing: choice?.answer, into: &$0) }
        noteOutput(slot, from: start)
        line.visit = nil
        let wire = slab[slot]
        wire.pointee.stage = .open
        wire.pointee.role = .server
        wire.pointee.decoder = WebSocketDecoder(role: .server)
        if let choice { compress(slot, choice.agreement, role: .server) }
        wire.pointee.socket = socket.number
        sockets.insert(socket.number, slot: slot)
        deadlines.clear(slot)
        line.timings.sent = Self.clock()
        line.timings.answered = line.timings.sent
        deferred.append(.opened(socket, line.timings))
        if line.input.isEmpty { wire.pointee.dealing = .nothing }
        if !line.input.isEmpty || line.hasEnded { comeBack(to: slot) }
    }

    mutating func refuseUpgrade(_ visit: VisitID, _ status: UInt16) {
        guard let (slot, line) = place(of: visit) else { return }
        line.visit = nil
        refuseToUpgrade(slot, status)
    }

    private mutating func refuseToUpgrade(_ slot: Int, _ status: UInt16) {
        let start = output.count
        output.compose { WebSocketUpgrade.appendRefusal(status, into: &$0) }
        noteOutput(slot, from: start)
        linger(slot, endingWriting: true)
        flush(slot)
    }

    /// Answers without asking the program, and ends the connection.
    private mutating func refuse(_ slot: Int, _ status: UInt16) {
        let start = output.count
        let none = InlineArray<0, UInt8>(repeating: 0)
        output.compose { bytes in
            HTTPWriter.appendResponseHead(
                status,
                fields: none.span.bytes,
                bodyLength: 0,
                keepsConnection: false,
                into: &bytes
            )
        }
        noteOutput(slot, from: start)
        linger(slot, endingWriting: true)
        flush(slot)
    }

    // MARK: Leaving

    private mutating func leave(_ slot: Int, _ line: VisitLine) {
        linger(slot, endingWriting: true)
        // The client's end has been read already and will not be announced again.
        if line.hasEnded { comeBack(to: slot) }
    }

    mutating func visitorEnded(_ slot: Int, _ cause: WireCause, _ deliver: Deliver) {
        guard case .visits(let line) = slab[slot].pointee.dealing else { return }
        guard let visit = line.visit else { return release(slot) }
        if cause == .lost {
            // It may have ended only its own side and still listen.
            line.hasEnded = true
        } else {
            deferred.append(.failed(.visit(visit), cause))
            release(slot)
        }
    }

    mutating func visitorCut(_ slot: Int, _ cause: WireCause) {
        if case .visits(let line) = slab[slot].pointee.dealing, let visit = line.visit {
            deferred.append(.failed(.visit(visit), cause))
        }
        release(slot, byReset: true)
    }

    mutating func visitDeadlinePassed(_ slot: Int) {
        guard case .visits(let line) = slab[slot].pointee.dealing else { return }
        if line.visit == nil, line.isReceiving { return refuse(slot, 408) }
        if let visit = line.visit { deferred.append(.failed(.visit(visit), .timedOut)) }
        release(slot)
    }
}
