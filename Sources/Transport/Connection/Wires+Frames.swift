import CLinux
import Clockwork
import Exchange
import Glibc
import WireFormat

/// WebSocket: frames in, frames out, and the ways in which a socket ends.
extension Wires {
    // MARK: In

    mutating func takeFrames(_ slot: Int, _ bytes: UnsafeMutableRawBufferPointer, _ deliver: Deliver) {
        let wire = slab[slot]
        let generation = wire.pointee.generation
        var rest = bytes
        while wire.pointee.stage == .open || wire.pointee.stage == .closing, !wire.pointee.isMuted {
            var item: WebSocketDecoder.Item?
            do {
                item = try wire.pointee.decoder.next(&rest, limits: frameLimits)
                if wire.pointee.decoder.itemIsCompressed { item = try inflate(slot, item) }
            } catch {
                return broken(slot, error, deliver)
            }
            guard let item else { break }
            let socket = SocketID(wire.pointee.socket)
            switch item.opcode {
            case .text: tell(.text(socket, item.bytes.bytes), deliver)
            case .binary: tell(.binary(socket, item.bytes.bytes), deliver)
            case .ping: if wire.pointee.stage == .open { append(.pong, item.bytes.bytes, to: slot) }
            case .close: return closeArrived(slot, item.bytes, deliver)
            // Only a client that pinged wants to hear of it.
            case .pong: if wire.pointee.role == .client { tell(.ponged(socket), deliver) }
            case .continuation: break
            }
            guard isCurrent(slot, generation) else { return }
        }
        if output.runCount > 0 {
            flush()
            if told < deferred.count { settle(deliver) }
        }
    }

    private mutating func closeArrived(_ slot: Int, _ payload: UnsafeRawBufferPointer, _ deliver: Deliver) {
        let code: UInt16
        do {
            code = try WebSocketClose.code(of: payload)
        } catch {
            return broken(slot, error, deliver)
        }
        let wasOpen = slab[slot].pointee.stage == .open
        let isServer = slab[slot].pointee.role == .server
        let generation = slab[slot].pointee.generation
        let socket = forgetSocket(slot)
        if wasOpen { appendClose(code, to: slot) }
        // The server ends the connection first; a client that did would keep its port busy for a minute.
        linger(slot, endingWriting: false)
        flush()
        if isServer, isCurrent(slot, generation) {
            if slab[slot].pointee.backlog == nil { release(slot) } else { endWriting(slot) }
        }
        tell(.closed(socket, code: code, wasOpen ? .peer : .us), deliver)
    }

    /// The peer broke the rules: it is told which, and nothing more is read.
    private mutating func broken(_ slot: Int, _ fault: WebSocketFault, _ deliver: Deliver) {
        let socket = forgetSocket(slot)
        if slab[slot].pointee.stage == .open { appendClose(fault.closeCode, to: slot) }
        linger(slot, endingWriting: true)
        flush()
        let isLarge = fault == .tooLarge || fault == .inflatedTooLarge
        let cause: WireCause = isLarge ? .tooLarge : .badFrame(code: fault.closeCode)
        tell(.closed(socket, code: 1006, cause), deliver)
    }

    /// The connection ended without a close from the peer.
    mutating func socketEnded(_ slot: Int, _ cause: WireCause, _ deliver: Deliver) {
        let wasOpen = slab[slot].pointee.stage == .open
        let socket = forgetSocket(slot)
        release(slot)
        tell(.closed(socket, code: 1006, wasOpen ? cause : .us), deliver)
    }

    // MARK: Out

    mutating func send(_ opcode: WebSocketOpcode, _ socket: SocketID, _ sending: SendingID, _ payload: RawSpan) {
        guard let slot = sockets[socket.number], slab[slot].pointee.stage == .open else { return }
        guard !slab[slot].pointee.isMuted else {
            // The phone's own kernel takes it; the network does not.
            if sending != .unobserved { deferred.append(.sent(sending, Self.clock())) }
            return
        }
        if slab[slot].pointee.deflate != nil, appendCompressed(opcode, payload, to: slot, ending: sending) { return }
        append(opcode, payload, to: slot, ending: sending)
    }

    mutating func ping(_ socket: SocketID) {
        guard let slot = sockets[socket.number], slab[slot].pointee.stage == .open, !slab[slot].pointee.isMuted else {
            return
        }
        append(.ping, [UInt8]().span.bytes, to: slot)
    }

    @inline(__always)
    private mutating func append(
        _ opcode: WebSocketOpcode,
        _ payload: RawSpan,
        to slot: Int,
        ending sending: SendingID = .unobserved
    ) {
        let start = output.count
        let key = key(for: slot)
        payload.withUnsafeBytes { output.append(opcode, $0, key: key) }
        noteOutput(slot, from: start, ending: sending)
    }

    private mutating func appendClose(_ code: UInt16, to slot: Int) {
        let start = output.count
        let key = key(for: slot)
        WebSocketEncoder.withClosePayload(code) { payload in
            payload.withUnsafeBytes { output.append(.close, $0, key: key) }
        }
        noteOutput(slot, from: start)
    }

    mutating func key(for slot: Int) -> UInt32? {
        slab[slot].pointee.role == .client ? UInt32(truncatingIfNeeded: random.next()) : nil
    }

    mutating func close(_ socket: SocketID, code: UInt16) {
        guard let slot = sockets[socket.number] else { return }
        switch slab[slot].pointee.stage {
        case .open where !slab[slot].pointee.isMuted:
            appendClose(code, to: slot)
            slab[slot].pointee.stage = .closing
            deadlines.set(slot, at: Self.clock() + limits.closeTimeout)
        case .closing where !slab[slot].pointee.isMuted: break
        case .open, .closing: cut(slot, .us)
        default: openingFailed(slot, .us)
        }
    }

    mutating func abort(_ socket: SocketID) {
        guard let slot = sockets[socket.number] else { return }
        flush(slot)
        // Writing may have cut it already.
        guard sockets[socket.number] == slot else { return }
        cut(slot, .us)
    }

    mutating func mute(_ socket: SocketID) {
        guard let slot = sockets[socket.number], !slab[slot].pointee.isMuted else { return }
        flush(slot)
        guard sockets[socket.number] == slot else { return }
        let wire = slab[slot]
        wire.pointee.isMuted = true
        if wire.pointee.descriptor >= 0 {
            systemCalls.others += 1
            _ = clinux_unwatch(doorbell.pollDescriptor, wire.pointee.descriptor)
        }
        let moment = Self.clock()
        for sending in wire.pointee.backlog?.sendings ?? [] { deferred.append(.sent(SendingID(sending.id), moment)) }
        wire.pointee.backlog = nil
    }

    // MARK: Ends

    /// Ends a wire by a reset and tells so after the orders of this event.
    mutating func cut(_ slot: Int, _ cause: WireCause) {
        switch slab[slot].pointee.stage {
        case .open, .closing:
            let socket = forgetSocket(slot)
            release(slot, byReset: true)
            deferred.append(.closed(socket, code: 1006, cause))
        case .resolving, .connecting, .greeting:
            slab[slot].pointee.isMuted = true
            openingFailed(slot, cause)
        case .calling:
            if case .line(let line) = slab[slot].pointee.dealing { lineFailed(slot, line, cause) }
        case .serving: visitorCut(slot, cause)
        case .securing:
            slab[slot].pointee.isMuted = true
            securingFailed(slot, cause)
        case .lingering: release(slot, byReset: true)
        case .free, .listening: break
        }
    }

    mutating func cutAll() {
        for slot in 0..<slab.room { cut(slot, .us) }
    }

    /// Waits for the peer's end without telling anybody.
    mutating func linger(_ slot: Int, endingWriting: Bool) {
        slab[slot].pointee.stage = .lingering
        slab[slot].pointee.dealing = .nothing
        deadlines.set(slot, at: Self.clock() + limits.lingerTimeout)
        if endingWriting { endWriting(slot) }
    }
}
