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
        guard let place = try? URLText(url), isServed(place.scheme, (.http, .https)) else {
            deferred.append(.failed(.call(id), Self.refusal(of: url)))
            return
        }
        let began = Self.clock()
        queue(Call(id, method, to: place, in: url, fields: fields, body: body, upload, began: began))
    }

    /// Puts a call behind those of its owner to its origin.
    private mutating func queue(_ call: Call) {
        let line = line(of: call.id.owner.number, to: call.stop.origin)
        guard line.calls.count < limits.callsInLine else {
            deferred.append(.failed(.call(call.id), .tooLarge))
            return
        }
        line.calls.append(call)
        if line.slot < 0 {
            // With others before it, the line is among the unconnected already.
            if line.calls.count == 1 { connect(line) }
        } else if slab[line.slot].pointee.stage == .calling, !line.isUnderWay {
            startCall(line.slot, line)
        }
    }

    private mutating func line(of owner: UInt64, to origin: Origin) -> CallLine {
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
        if !line.calls.isEmpty {
            let call = line.calls.removeFirst()
            let isElsewhere = call.wasLed && cause == .hostNotAllowed
            deferred.append(.failed(.call(call.id), isElsewhere ? .redirectNotAllowed : cause))
        }
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
        if !isCutShort(slot), line.body?.connectionEnded() == .complete {
            line.keepsConnection = false
            return judgeBody(slot, line, deliver)
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
        line.calls[0].upload?.written = 0
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
        while line.isUnderWay, let upload = line.calls.first?.upload, !upload.isDone, slab[slot].pointee.backlog == nil {
            let start = output.count
            let slice = upload.slice(Self.uploadSlice)
            slice.bytes.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[slice.range])) }
            line.calls[0].upload?.written += slice.range.count
            if line.calls[0].upload?.isDone == true { line.calls[0].timings.sent = Self.clock() }
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
            let isHEAD = call.stop.method == .head
            line.body = HTTPBodyDecoder(parsed.body(answeringHEAD: isHEAD), limit: limits.body)
            line.keepsConnection = parsed.keepsConnection(answeringHEAD: isHEAD)
            let fields = span.extracting(parsed.fields)
            if let cause = takeFields(line, call, parsed.status, fields) {
                lineFailed(slot, line, cause)
                return nil
            }
            if line.calls[0].lead == nil { tell(.head(call.id, status: parsed.status, fields: fields), deliver) }
            return parsed.length - kept
        }
        return nil
    }

    /// Whether the response leads elsewhere and how its body is to be read; answers what is wrong with that.
    private func takeFields(_ line: CallLine, _ call: Call, _ status: UInt16, _ fields: RawSpan) -> WireCause? {
        if let lead = call.lead(status, fields: fields) {
            line.calls[0].lead = lead
            return call.refusal(of: lead, limit: limits.redirects)
        }
        guard call.takesCodings, line.body?.progress == .needsMore else { return nil }
        do throws(HTTPContentFault) {
            let coding = try HTTPContentCoding.read(fields)
            line.content = coding.map { HTTPContentDecoder($0, limit: limits.body) }
            return nil
        } catch {
            return .badEncoding
        }
    }

    private mutating func takeBody(
        _ slot: Int,
        _ line: CallLine,
        _ bytes: UnsafeRawBufferPointer,
        _ deliver: Deliver
    ) -> Int {
        guard var body = line.body, let id = line.calls.first?.id else { return bytes.count }
        let generation = slab[slot].pointee.generation
        let isTold = line.calls.first?.lead == nil
        let used = body.decode(bytes.bytes) { piece in
            guard isTold, line.contentFault == nil, isCurrent(slot, generation) else { return }
            guard let content = line.content else { return tell(.chunk(id, piece), deliver) }
            do throws(HTTPContentFault) {
                try content.decode(piece) { piece in
                    if isCurrent(slot, generation) { tell(.chunk(id, piece), deliver) }
                }
            } catch {
                if isCurrent(slot, generation) { line.contentFault = error }
            }
        }
        if isCurrent(slot, generation) { line.body = body }
        return used
    }

    private mutating func judgeBody(_ slot: Int, _ line: CallLine, _ deliver: Deliver) {
        if line.body?.progress == .complete, line.contentFault == nil {
            do throws(HTTPContentFault) { try line.content?.end() } catch { line.contentFault = error }
        }
        if let fault = line.contentFault {
            return lineFailed(slot, line, fault == .tooLarge ? .tooLarge : .badEncoding)
        }
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
        let lead = call.lead
        if let lead { call.follow(lead) }
        let returns = lead != nil && call.stop.origin == line.origin
        if returns { line.calls.insert(call, at: 0) }
        if keeps {
            deadlines.set(slot, at: now + limits.httpIdle)
            if !line.calls.isEmpty { startCall(slot, line) }
        } else {
            hangUp(line)
            if !line.calls.isEmpty { unconnected.append(line) }
        }
        if lead == nil {
            tell(.finished(call.id, call.timings), deliver)
        } else if !returns {
            queue(call)
        }
        if line.slot < 0, line.calls.isEmpty { goOn(line) }
    }
}
