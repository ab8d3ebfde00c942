import CLinux
import Clockwork
import Exchange
import TextForms
import WireFormat

/// HTTP calls: one connection for each owner and origin, used in turn.
extension Wires {
    // MARK: Orders

    mutating func call(
        _ id: CallID,
        _ method: WireMethod,
        url: RawSpan,
        fields: RawSpan,
        body: RawSpan,
        upload: Call.Upload? = nil
    ) {
        guard let place = try? URLText(url), place.scheme == .http else {
            deferred.append(.failed(.call(id), Self.refusal(of: url)))
            return
        }
        let line = line(of: id.owner.number, to: place, in: url)
        guard line.calls.count < limits.callsInLine else {
            deferred.append(.failed(.call(id), .tooLarge))
            return
        }
        var request: [UInt8] = []
        HTTPWriter.appendRequestHead(
            method.rawValue,
            to: place,
            in: url,
            fields: fields,
            bodyLength: body.byteCount + (upload?.count ?? 0),
            into: &request
        )
        request.append(copying: body)
        var call = Call(id: id, method: method, request: request, timings: WireTimings(all: Self.clock()))
        call.upload = upload
        line.calls.append(call)
        if line.slot < 0 {
            // With others before it, the line is among the unconnected already.
            if line.calls.count == 1 { connect(line) }
        } else if slab[line.slot].pointee.stage == .calling, !line.isUnderWay {
            startCall(line.slot, line)
        }
    }

    private mutating func line(of owner: UInt64, to url: URLText, in text: RawSpan) -> CallLine {
        let origin = Origin(scheme: url.scheme, host: url.hostText(in: text), port: url.port)
        if let line = lines[owner]?.first(where: { $0.origin == origin }) { return line }
        let line = CallLine(owner: owner, origin: origin)
        lines[owner, default: []].append(line)
        return line
    }

    mutating func cancelCall(_ id: CallID) {
        for line in lines[id.owner.number] ?? [] {
            guard let index = line.calls.firstIndex(where: { $0.id == id }) else { continue }
            if index == 0, line.slot >= 0, line.isUnderWay || line.calls.count == 1 { hangUp(line) }
            line.calls.remove(at: index)
            goOn(line)
        }
    }

    mutating func hangUp(_ owner: WireOwner) {
        for line in lines[owner.number] ?? [] where line.calls.isEmpty && line.slot >= 0 {
            hangUp(line)
            goOn(line)
        }
    }

    // MARK: The connection

    mutating func connectLines(_ deliver: Deliver) {
        guard !unconnected.isEmpty else { return }
        let list = unconnected
        unconnected = []
        for line in list where line.slot < 0 && !line.calls.isEmpty { connect(line) }
        if told < deferred.count { settle(deliver) }
    }

    private mutating func connect(_ line: CallLine) {
        let slot = slab.take()
        line.slot = slot
        line.hasServed = false
        line.steps = WireTimings(all: Self.clock())
        slab[slot].pointee.dealing = .line(line)
        resolve(slot, host: line.origin.host)
    }

    private mutating func hangUp(_ line: CallLine) {
        release(line.slot)
        line.slot = -1
        line.forgetResponse()
    }

    /// A line without a connection gets a new one if it has calls, and is forgotten if not.
    private mutating func goOn(_ line: CallLine) {
        guard line.slot < 0 else { return }
        if !line.calls.isEmpty { return unconnected.append(line) }
        lines[line.owner]?.removeAll { $0 === line }
        if lines[line.owner]?.isEmpty == true { lines[line.owner] = nil }
    }

    /// The connection could not be made or did not hold: the first call pays for it.
    mutating func lineFailed(_ slot: Int, _ line: CallLine, _ cause: WireCause) {
        hangUp(line)
        if !line.calls.isEmpty { deferred.append(.failed(.call(line.calls.removeFirst().id), cause)) }
        goOn(line)
    }

    mutating func callDeadlinePassed(_ slot: Int) {
        guard case .line(let line) = slab[slot].pointee.dealing else { return }
        if line.isUnderWay { return lineFailed(slot, line, .timedOut) }
        hangUp(line)
        goOn(line)
    }

    mutating func lineEnded(_ slot: Int, _ cause: WireCause, _ deliver: Deliver) {
        guard case .line(let line) = slab[slot].pointee.dealing else { return }
        guard line.isUnderWay, let call = line.calls.first else {
            hangUp(line)
            return goOn(line)
        }
        if line.body?.connectionEnded() == .complete {
            line.keepsConnection = false
            return finish(slot, line, deliver)
        }
        guard line.hasServed, !line.hasHeard, call.isIdempotent, !call.wasRetried else {
            return lineFailed(slot, line, cause)
        }
        // The server had given the connection up before it saw the call.
        line.calls[0].wasRetried = true
        hangUp(line)
        goOn(line)
    }

    // MARK: One call

    mutating func startCall(_ slot: Int, _ line: CallLine) {
        guard let call = line.calls.first else {
            return deadlines.set(slot, at: Self.clock() + limits.httpIdle)
        }
        line.isUnderWay = true
        deadlines.set(slot, at: call.timings.began + limits.callTimeout)
        let start = output.count
        call.request.withUnsafeBytes { output.append($0) }
        noteOutput(slot, from: start)
        flush(slot)
        if call.upload != nil { goOnUploading(slot) }
        // Writing may have ended the connection and the call with it.
        guard line.isUnderWay, !line.calls.isEmpty else { return }
        line.calls[0].timings.sent = Self.clock()
        guard let steps = line.steps else { return }
        line.steps = nil
        let began = call.timings.began
        line.calls[0].timings.resolved = max(began, steps.resolved)
        line.calls[0].timings.connected = max(began, steps.connected)
        line.calls[0].timings.secured = max(began, steps.secured)
    }

    /// Writes shared bytes slice by slice, and never holds more than one slice of its own.
    mutating func goOnUploading(_ slot: Int) {
        guard slab[slot].pointee.stage == .calling, case .line(let line) = slab[slot].pointee.dealing else { return }
        while line.isUnderWay, let upload = line.calls.first?.upload, slab[slot].pointee.backlog == nil {
            let start = output.count
            if upload.offset < upload.content.count {
                let end = min(upload.offset + Self.uploadSlice, upload.content.count)
                upload.content.bytes.withUnsafeBytes { bytes in
                    output.append(UnsafeRawBufferPointer(rebasing: bytes[upload.offset..<end]))
                }
                line.calls[0].upload?.offset = end
            } else {
                upload.tail.withUnsafeBytes { output.append($0) }
                line.calls[0].upload = nil
                line.calls[0].timings.sent = Self.clock()
            }
            noteOutput(slot, from: start)
            flush(slot)
        }
    }

    private static var uploadSlice: Int { 64 << 10 }

    mutating func takeResponse(_ slot: Int, _ bytes: UnsafeMutableRawBufferPointer, _ deliver: Deliver) {
        guard case .line(let line) = slab[slot].pointee.dealing else { return }
        let generation = slab[slot].pointee.generation
        var place = 0
        while place < bytes.count, isCurrent(slot, generation) {
            guard line.isUnderWay else {
                // Nobody asked for this.
                hangUp(line)
                return goOn(line)
            }
            line.hasHeard = true
            let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
            if line.body == nil {
                guard let used = takeHead(slot, line, rest, deliver) else { break }
                place += used
                guard isCurrent(slot, generation) else { return }
            } else {
                place += takeBody(slot, line, rest, deliver)
                guard isCurrent(slot, generation) else { return }
            }
            judgeBody(slot, line, deliver)
        }
        if told < deferred.count { settle(deliver) }
    }

    /// Answers how many bytes belonged to the head, or nil when it is not whole or wrong.
    private mutating func takeHead(
        _ slot: Int,
        _ line: CallLine,
        _ bytes: UnsafeRawBufferPointer,
        _ deliver: Deliver
    ) -> Int? {
        guard let call = line.calls.first else { return nil }
        let kept = line.head.count
        line.head.append(contentsOf: bytes)
        let head = line.head
        let span = head.span.bytes
        switch HTTPResponseHead.parse(span, limit: limits.head) {
        case .incomplete: return nil
        case .tooLarge: lineFailed(slot, line, .tooLarge)
        case .malformed: lineFailed(slot, line, .badResponse)
        case .head(let parsed) where parsed.status == 101: lineFailed(slot, line, .badResponse)
        case .head(let parsed):
            line.head = []
            if parsed.isInterim { return parsed.length - kept }
            let isHEAD = call.method == .head
            line.body = HTTPBodyDecoder(parsed.body(answeringHEAD: isHEAD), limit: limits.body)
            line.keepsConnection = parsed.keepsConnection(answeringHEAD: isHEAD)
            tell(.head(call.id, status: parsed.status, fields: span.extracting(parsed.fields)), deliver)
            return parsed.length - kept
        }
        return nil
    }

    private mutating func takeBody(
        _ slot: Int,
        _ line: CallLine,
        _ bytes: UnsafeRawBufferPointer,
        _ deliver: Deliver
    ) -> Int {
        guard var body = line.body, let id = line.calls.first?.id else { return bytes.count }
        let generation = slab[slot].pointee.generation
        let used = body.decode(bytes.bytes) { piece in
            if isCurrent(slot, generation) { tell(.chunk(id, piece), deliver) }
        }
        if isCurrent(slot, generation) { line.body = body }
        return used
    }

    private mutating func judgeBody(_ slot: Int, _ line: CallLine, _ deliver: Deliver) {
        switch line.body?.progress {
        case .complete: finish(slot, line, deliver)
        case .tooLarge: lineFailed(slot, line, .tooLarge)
        case .malformed: lineFailed(slot, line, .badResponse)
        case .needsMore, nil: break
        }
    }

    private mutating func finish(_ slot: Int, _ line: CallLine, _ deliver: Deliver) {
        var call = line.calls.removeFirst()
        call.timings.answered = now
        let keeps = line.keepsConnection
        line.forgetResponse()
        line.hasServed = true
        if keeps {
            deadlines.set(slot, at: now + limits.httpIdle)
            if !line.calls.isEmpty { startCall(slot, line) }
        } else {
            hangUp(line)
            if !line.calls.isEmpty { unconnected.append(line) }
        }
        tell(.finished(call.id, call.timings), deliver)
        if line.slot < 0, line.calls.isEmpty { goOn(line) }
    }
}
