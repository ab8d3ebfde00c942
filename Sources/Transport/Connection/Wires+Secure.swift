import CLinux
import Clockwork
import Exchange
import Glibc
import TextForms

/// TLS: the step between a connection and its first byte of HTTP, and the way through it for all that comes after.
///
/// A plain wire meets none of this: it is asked once for each read and each write whether it has a `tls`.
extension Wires {
    // MARK: Handshakes

    /// Where a URL of this scheme cannot lead.
    func isServed(_ scheme: URLText.Scheme, _ wanted: (plain: URLText.Scheme, secure: URLText.Scheme)) -> Bool {
        scheme == wanted.plain || (scheme == wanted.secure && tls != nil)
    }

    /// Begins as a client; the deadline is set already.
    mutating func beginSecuring(_ slot: Int, _ origin: TLSOrigin) {
        slab[slot].pointee.stage = .securing
        guard let tls, let settings = tlsByHost[origin.host] ?? tlsSettings,
            let state = tls.client(settings, to: origin, at: now)
        else { return openingFailed(slot, .system(errno: ENOMEM)) }
        if settings.resumedShare > 0 { state.origin = origin }
        slab[slot].pointee.tls = state
        do throws(TLSFault) {
            _ = try state.shakeHands()
            sendRecords(slot)
        } catch {
            openingFailed(slot, .tls(error))
        }
    }

    /// Begins as a server, where its listener wants that.
    mutating func awaitHandshake(_ slot: Int, from listener: Int) {
        guard let tls, let context = tls.server(at: listener) else { return }
        guard let state = TLSState(context, tls.pipe, host: nil) else { return release(slot, byReset: true) }
        slab[slot].pointee.tls = state
        slab[slot].pointee.stage = .securing
        deadlines.set(slot, at: now + limits.requestTimeout)
    }

    /// True when the wire is secured and still there.
    private mutating func shakeHands(_ slot: Int, _ state: TLSState, _ tls: TLSLoop) -> Bool {
        let generation = slab[slot].pointee.generation
        do throws(TLSFault) {
            let isDone = try state.shakeHands()
            tls.keepGivenSession(of: state.origin, at: now)
            sendRecords(slot)
            guard isDone, isCurrent(slot, generation), !slab[slot].pointee.isBroken else { return false }
        } catch {
            // The peer is told by an alert.
            sendRecords(slot)
            if isCurrent(slot, generation) { securingFailed(slot, .tls(error)) }
            return false
        }
        tls.counts.handshakes += 1
        if state.wasResumed {
            tls.counts.resumed += 1
            // A server of TLS 1.2 gives no new one.
            if let origin = state.origin { tls.keepSession(of: state, origin, at: now) }
        }
        if case .visits = slab[slot].pointee.dealing {
            slab[slot].pointee.stage = .serving
            deadlines.set(slot, at: now + limits.visitorIdle)
        } else {
            secured(slot)
        }
        return isCurrent(slot, generation)
    }

    /// A server drops who does not get through and counts it; a client is told why.
    mutating func securingFailed(_ slot: Int, _ cause: WireCause) {
        guard case .visits = slab[slot].pointee.dealing else { return openingFailed(slot, cause) }
        tls?.counts.refused += 1
        if cause == .tls(.notTLS) { tls?.counts.plaintext += 1 }
        release(slot)
    }

    // MARK: In

    /// What the kernel gave for a secured wire.
    mutating func receiveRecords(
        _ slot: Int,
        _ state: TLSState,
        _ bytes: UnsafeMutableRawBufferPointer,
        _ deliver: Deliver
    ) {
        guard let tls else { return }
        let generation = slab[slot].pointee.generation
        tls.pipe.give(bytes)
        // What one connection leaves unread must not meet the next.
        defer { tls.pipe.giveNothing() }
        if slab[slot].pointee.stage == .securing {
            if state.isPlain(bytes) {
                securingFailed(slot, .tls(.notTLS))
                return settle(deliver)
            }
            let isSecured = shakeHands(slot, state, tls)
            if told < deferred.count { settle(deliver) }
            guard isSecured, isCurrent(slot, generation) else { return }
        }
        while readRecords(slot, state, tls, deliver), isCurrent(slot, generation) {}
    }

    /// Decrypts as much as there is room for; true when there may be more.
    private mutating func readRecords(_ slot: Int, _ state: TLSState, _ tls: TLSLoop, _ deliver: Deliver) -> Bool {
        let generation = slab[slot].pointee.generation
        var filled = 0
        var reading = TLSState.Reading.bytes(0)
        while case .bytes(let count) = reading {
            filled += count
            guard filled < tls.plain.count else { break }
            reading = state.read(into: UnsafeMutableRawBufferPointer(rebasing: tls.plain[filled...]))
        }
        tls.keepGivenSession(of: state.origin, at: now)
        // An answer to a wish for new keys, or an alert.
        if !tls.pipe.output.isEmpty { sendRecords(slot) }
        if filled > 0, isCurrent(slot, generation) {
            consume(slot, UnsafeMutableRawBufferPointer(rebasing: tls.plain[..<filled]), deliver)
        }
        guard isCurrent(slot, generation) else { return false }
        switch reading {
        case .bytes: return true
        case .needsMore: break
        case .ended: ended(slot, .lost, deliver)
        case .failed(let fault): ended(slot, .tls(fault), deliver)
        }
        return false
    }

    /// A connection that ended by itself, with no word of the peer's that it may: what came may have been cut short.
    func isCutShort(_ slot: Int) -> Bool {
        slab[slot].pointee.tls.map { !$0.hasEnded } ?? false
    }

    // MARK: Out

    /// Encrypts one run; the kernel gets all of it or the rest waits.
    mutating func flushSecured(_ slot: Int, _ state: TLSState, _ run: Output.Run) {
        guard !slab[slot].pointee.isBroken else { return }
        guard state.write(UnsafeRawBufferPointer(start: output.start + run.start, count: run.end - run.start)) else {
            tls?.pipe.clearOutput()
            return broke(slot)
        }
        sendRecords(slot, sendings: run.sendings)
    }

    /// Hands over to the kernel what OpenSSL has composed for this wire.
    mutating func sendRecords(_ slot: Int, sendings: Range<Int> = 0..<0) {
        guard let tls else { return }
        defer { tls.pipe.clearOutput() }
        let wire = slab[slot]
        let records = tls.pipe.output
        guard !records.isEmpty, wire.pointee.descriptor >= 0, !wire.pointee.isBroken else { return }
        var taken = 0
        if wire.pointee.backlog == nil {
            let answer = clinux_send(wire.pointee.descriptor, records.baseAddress, records.count)
            systemCalls.sends += 1
            guard answer >= 0 || answer == -Int64(EAGAIN) else { return broke(slot) }
            taken = max(0, Int(answer))
            bytesSent += taken
        }
        guard taken < records.count else {
            if !sendings.isEmpty { tellSent(sendings) }
            if wire.pointee.endsWriting { endWriting(slot) }
            return
        }
        let backlog = wire.pointee.backlog ?? Backlog()
        wire.pointee.backlog = backlog
        backlog.append(UnsafeRawBufferPointer(rebasing: records[taken...]))
        // Where in the records a sending ends is OpenSSL's secret: it is told with the last of them.
        let end = backlog.taken + backlog.count
        for place in sendings { backlog.sendings.append((output.sendings[place].id.number, end)) }
        if backlog.count > limits.unsent { cut(slot, .tooLarge) }
    }

    /// The peer is told that nothing more comes, and whoever had the connection may resume it.
    mutating func leaveSecured(_ slot: Int, _ state: TLSState, byReset: Bool) {
        guard let tls else { return }
        if let origin = state.origin { tls.keepSession(of: state, origin, at: Self.clock()) }
        guard !byReset, slab[slot].pointee.backlog == nil, state.endWriting() else { return }
        sendRecords(slot)
    }
}
