import CLinux
import Clockwork
import Exchange
import Glibc
import TextForms
import WireFormat

/// From an order to a connection: resolving, the one place that connects, and the WebSocket handshake.
extension Wires {
    mutating func open(_ socket: SocketID, url: RawSpan, fields: RawSpan) {
        precondition(sockets[socket.number] == nil, "two sockets have the number \(socket.number)")
        let began = Self.clock()
        guard let place = try? URLText(url), isServed(place.scheme, (.ws, .wss)) else {
            deferred.append(.failed(.socket(socket), Self.refusal(of: url)))
            return
        }
        let key = WebSocketKey(UInt128(random.next()) << 64 | UInt128(random.next()))
        let opening = Opening(
            url: place,
            text: url,
            fields: fields,
            key: key,
            offer: compression?.terms,
            began: began
        )
        let slot = slab.take()
        slab[slot].pointee.socket = socket.number
        slab[slot].pointee.dealing = .opening(opening)
        sockets.insert(socket.number, slot: slot)
        resolve(slot, host: opening.destination.host)
    }

    /// Why an address cannot be called: what is spoken there has no place in this transport, or it is none.
    static func refusal(of url: RawSpan) -> WireCause {
        (try? URLText(url)) == nil ? .system(errno: EINVAL) : .system(errno: EPROTONOSUPPORT)
    }

    /// Takes up a wire that has somewhere to go.
    mutating func resolve(_ slot: Int, host: String) {
        slab[slot].pointee.stage = .resolving
        let moment = Self.clock()
        deadlines.set(slot, at: moment + limits.connectTimeout)
        switch resolver.addresses(of: host, at: moment, answerTo: doorbell) {
        case .known(let addresses): resolved(slot, addresses)
        case .asked: unresolved[host, default: []].append((slot, slab[slot].pointee.generation))
        case .tooMany: openingFailed(slot, .unresolved)
        }
    }

    mutating func takeResolutions(_ deliver: Deliver) {
        for resolution in doorbell.takeResolutions() {
            resolver.learn(resolution, at: now)
            for (slot, generation) in unresolved.removeValue(forKey: resolution.host) ?? []
            where isCurrent(slot, generation) {
                resolved(slot, resolution.addresses)
            }
        }
        flush()
        if told < deferred.count { settle(deliver) }
    }

    private mutating func resolved(_ slot: Int, _ addresses: [SocketAddress]) {
        guard !addresses.isEmpty else { return openingFailed(slot, .unresolved) }
        let moment = Self.clock()
        switch slab[slot].pointee.dealing {
        case .opening(let opening):
            opening.destination.addresses = addresses[...]
            opening.timings.resolved = moment
        case .line(let line):
            line.destination.addresses = addresses[...]
            line.steps?.resolved = moment
        default: break
        }
        connect(slot)
    }

    /// The only place where this process connects to anything: the next address that the policy allows is tried.
    private mutating func connect(_ slot: Int) {
        guard var destination = destination(of: slot) else { return }
        while let address = destination.addresses.popFirst() {
            guard policy.allows(destination.host, at: address) else {
                destination.cause = destination.cause ?? .hostNotAllowed
                continue
            }
            var raw = address.raw
            raw.port = destination.port
            let code = startConnecting(slot, &raw)
            if code == 0 {
                keep(destination, of: slot)
                slab[slot].pointee.stage = .connecting
                return
            }
            destination.cause = destination.cause ?? Self.cause(code)
        }
        openingFailed(slot, destination.cause ?? .unresolved)
    }

    /// Answers an errno, or 0 when the kernel will tell how it went.
    private mutating func startConnecting(_ slot: Int, _ address: inout clinux_address) -> CInt {
        systemCalls.others += 4
        let descriptor = clinux_socket(address.family)
        guard descriptor >= 0 else { return -descriptor }
        var answer = clinux_connect(descriptor, &address)
        if answer == 0 || answer == -EINPROGRESS {
            answer = clinux_watch(doorbell.pollDescriptor, descriptor, token(slot))
        }
        guard answer == 0 else {
            clinux_close(descriptor)
            return -answer
        }
        slab[slot].pointee.descriptor = descriptor
        return 0
    }

    private func destination(of slot: Int) -> Destination? {
        switch slab[slot].pointee.dealing {
        case .opening(let opening): opening.destination
        case .line(let line): line.destination
        default: nil
        }
    }

    private func keep(_ destination: Destination, of slot: Int) {
        switch slab[slot].pointee.dealing {
        case .opening(let opening): opening.destination = destination
        case .line(let line): line.destination = destination
        default: break
        }
    }

    /// The kernel has something to say about a connection under way.
    mutating func connectionDecided(_ slot: Int, _ happened: UInt32, _ deliver: Deliver) {
        var code: CInt = 0
        // A connection that failed is never just writable, so only a doubt is worth asking about.
        let isDoubtful = happened & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        if isDoubtful || happened & EPOLLOUT.rawValue == 0 {
            code = clinux_pending_error(slab[slot].pointee.descriptor)
            systemCalls.others += 1
        }
        if code != 0 {
            clinux_close(slab[slot].pointee.descriptor)
            slab[slot].pointee.descriptor = -1
            if var destination = destination(of: slot) {
                destination.cause = destination.cause ?? Self.cause(code)
                keep(destination, of: slot)
            }
            connect(slot)
        } else {
            connected(slot)
        }
        if told < deferred.count { settle(deliver) }
    }

    private mutating func connected(_ slot: Int) {
        switch slab[slot].pointee.dealing {
        case .opening(let opening):
            opening.timings.connected = now
            deadlines.set(slot, at: now + limits.handshakeTimeout)
            guard opening.destination.isSecure else { return secured(slot) }
            let socket = SocketID(slab[slot].pointee.socket)
            beginSecuring(slot, origin(of: opening.destination, socket.owner.number, socket.number))
        case .line(let line):
            line.steps?.connected = now
            guard line.destination.isSecure else { return secured(slot) }
            deadlines.set(slot, at: now + limits.handshakeTimeout)
            let number = line.calls.first?.id.number ?? line.owner
            beginSecuring(slot, origin(of: line.destination, line.owner, number))
        default: break
        }
    }

    private func origin(of destination: Destination, _ owner: UInt64, _ number: UInt64) -> TLSOrigin {
        TLSOrigin(owner: owner, number: number, host: destination.host, port: destination.port)
    }

    /// The first byte of HTTP can be written.
    mutating func secured(_ slot: Int) {
        switch slab[slot].pointee.dealing {
        case .opening(let opening):
            opening.timings.secured = now
            slab[slot].pointee.stage = .greeting
            let start = output.count
            opening.request.withUnsafeBytes { output.append($0) }
            noteOutput(slot, from: start)
            flush()
            opening.timings.sent = Self.clock()
        case .line(let line):
            line.steps?.secured = now
            slab[slot].pointee.stage = .calling
            startCall(slot, line)
            flush()
        default: break
        }
    }

    /// Ends what has not opened.
    mutating func openingFailed(_ slot: Int, _ cause: WireCause) {
        if case .line(let line) = slab[slot].pointee.dealing { return lineFailed(slot, line, cause) }
        let socket = forgetSocket(slot)
        release(slot, byReset: slab[slot].pointee.isMuted)
        deferred.append(.failed(.socket(socket), cause))
    }

    /// The server's answer to the upgrade, or a piece of it.
    mutating func takeGreeting(_ slot: Int, _ bytes: UnsafeMutableRawBufferPointer, _ deliver: Deliver) {
        guard case .opening(let opening) = slab[slot].pointee.dealing else { return }
        guard !opening.answer.isEmpty else { return judgeGreeting(slot, opening, bytes, deliver) }
        var answer = opening.answer
        opening.answer = []
        answer.append(contentsOf: bytes)
        answer.withUnsafeMutableBytes { judgeGreeting(slot, opening, $0, deliver) }
    }

    /// `bytes` are all that has come of the answer; they are kept only when more must come.
    private mutating func judgeGreeting(
        _ slot: Int,
        _ opening: Opening,
        _ bytes: UnsafeMutableRawBufferPointer,
        _ deliver: Deliver
    ) {
        var rest = bytes
        while true {
            let span = UnsafeRawBufferPointer(rest).bytes
            switch HTTPResponseHead.parse(span, limit: limits.head) {
            case .incomplete: return opening.answer.append(contentsOf: rest)
            case .tooLarge: openingFailed(slot, .tooLarge)
            case .malformed: openingFailed(slot, .badResponse)
            case .head(let head) where head.isInterim:
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[head.length...])
                continue
            case .head(let head):
                do {
                    let agreement = try WebSocketUpgrade.check(
                        head,
                        fields: span.extracting(head.fields),
                        key: opening.key,
                        offered: opening.offer
                    )
                    if let agreement { compress(slot, agreement, role: .client) }
                    let more = UnsafeMutableRawBufferPointer(rebasing: rest[head.length...])
                    return opened(slot, opening, more, deliver)
                } catch {
                    openingFailed(slot, Self.cause(error))
                }
            }
            return settle(deliver)
        }
    }

    private static func cause(_ fault: WebSocketUpgradeFault) -> WireCause {
        switch fault {
        case .notSwitched(let status) where HTTPStatus.isRedirect(status): .redirectedUpgrade(status: status)
        case .notSwitched(let status): .badHandshake(status: status)
        case .unrequestedExtension, .unrequestedProtocol, .badExtension: .badNegotiation
        default: .badHandshake(status: 101)
        }
    }

    /// `more` is what came behind the answer's head: frames.
    private mutating func opened(
        _ slot: Int,
        _ opening: Opening,
        _ more: UnsafeMutableRawBufferPointer,
        _ deliver: Deliver
    ) {
        let wire = slab[slot]
        let generation = wire.pointee.generation
        wire.pointee.stage = .open
        wire.pointee.role = .client
        wire.pointee.dealing = .nothing
        deadlines.clear(slot)
        opening.timings.answered = now
        tell(.opened(SocketID(wire.pointee.socket), opening.timings), deliver)
        guard !more.isEmpty, isCurrent(slot, generation) else { return }
        takeFrames(slot, more, deliver)
    }
}
