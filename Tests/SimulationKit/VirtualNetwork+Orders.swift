import Clockwork
import Exchange

/// Carrying out what the programs order.
extension VirtualNetwork where Client: ~Copyable, Server: ~Copyable {
    mutating func perform(_ request: WireRequest, _ bytes: [UInt8], _ shared: [SharedBytes], of side: Side) {
        switch request {
        case .open(let id, let url, _): visit(.socket(id), .get, Array(bytes[url.bounds]), [], [])
        case .call(let id, let method, let url, let fields, let body):
            visit(
                .call(id),
                method,
                Array(bytes[url.bounds]),
                Array(bytes[fields.bounds]),
                Array(bytes[body.bounds])
            )
        case .upload(let id, let method, let url, let fields, let body):
            let whole = bytes[body.head.bounds] + body.content.bytes(of: shared).bytes + bytes[body.tail.bounds]
            visit(.call(id), method, Array(bytes[url.bounds]), Array(bytes[fields.bounds]), Array(whole))
        case .ping(let id):
            guard let link = link(of: id, side), !links[link].isMuted else { break }
            deliveries.add(.ponged(side, id), at: arrival(after: .never) + (arrival(after: .never) - now))
        case .sendText(let id, let sending, let range): send(id, sending, Array(bytes[range.bounds]), true, of: side)
        case .sendBinary(let id, let sending, let range): send(id, sending, Array(bytes[range.bounds]), false, of: side)
        case .close(let id, let code): close(id, code, of: side)
        case .abort(let id): abort(id, of: side)
        case .mute(let id): if let link = link(of: id, side) { links[link].isMuted = true }
        case .cancelCall(let id): cancelled.insert(id)
        case .hangUp: break
        case .answer(let id, let status, let fields, let body):
            answer(id, status, fields: Array(bytes[fields.bounds]), body: Array(bytes[body.bounds]))
        case .acceptUpgrade(let id, let socket): accept(id, as: socket)
        case .refuseUpgrade(let id, let status): refuse(id, status)
        case .startTimer(let id, let due): start(id, at: due, of: side)
        case .startSlackTimer(let id, let due):
            // Some fire as early as they may, and none before it was started.
            let shift = Duration.nanoseconds(-Int64(Double(TimerSlack.early.nanoseconds) * random.unit()))
            start(id, at: min(due, max(now, due + shift)), of: side)
        case .stopTimer(let id):
            if side == .client { clientTimers.stop(id) } else { serverTimers.stop(id) }
        }
    }

    private mutating func start(_ id: TimerID, at due: MonotonicTime, of side: Side) {
        if side == .client { clientTimers.arm(id, at: due) } else { serverTimers.arm(id, at: due) }
    }

    private mutating func visit(
        _ origin: VirtualVisit.Origin,
        _ method: WireMethod,
        _ url: [UInt8],
        _ fields: [UInt8],
        _ body: [UInt8]
    ) {
        let due = arrival(after: .never)
        guard !isRefusing else {
            switch origin {
            case .call(let id): deliveries.add(.failed(.client, .call(id), .refused), at: due)
            case .socket(let id): deliveries.add(.failed(.client, .socket(id), .refused), at: due)
            }
            return
        }
        visitCount += 1
        let id = VisitID(visitCount)
        visits[id] = VirtualVisit(
            origin: origin,
            method: method,
            target: Self.target(of: url),
            fields: fields,
            body: body,
            began: now
        )
        deliveries.add(.visit(id), at: due)
    }

    /// The path and query of an absolute URL.
    private static func target(of url: [UInt8]) -> [UInt8] {
        var slashes = 0
        for (index, byte) in url.enumerated() {
            if byte == UInt8(ascii: "/") { slashes += 1 }
            if slashes == 3 { return Array(url[index...]) }
            if byte == UInt8(ascii: "?") { return [UInt8(ascii: "/")] + url[index...] }
        }
        return [UInt8(ascii: "/")]
    }

    private mutating func accept(_ id: VisitID, as socket: SocketID) {
        guard let visit = visits.removeValue(forKey: id), case .socket(let client) = visit.origin else { return }
        let link = links.count
        links.append(VirtualLink(client: client, server: socket))
        linkOfSocket[SideSocket(side: .client, socket: client)] = link
        linkOfSocket[SideSocket(side: .server, socket: socket)] = link
        deliveries.add(.opened(.server, socket, WireTimings(all: now)), at: now)
        links[link].lastToClient = arrival(after: .never)
        var timings = WireTimings(all: visit.began)
        timings.answered = links[link].lastToClient
        deliveries.add(.opened(.client, client, timings), at: links[link].lastToClient)
    }

    private mutating func refuse(_ id: VisitID, _ status: UInt16) {
        guard let visit = visits.removeValue(forKey: id), case .socket(let client) = visit.origin else { return }
        let due = arrival(after: .never)
        deliveries.add(.failed(.client, .socket(client), .badHandshake(status: status)), at: due)
    }

    private mutating func answer(_ id: VisitID, _ status: UInt16, fields: [UInt8], body: [UInt8]) {
        guard let visit = visits.removeValue(forKey: id) else { return }
        guard case .call(let call) = visit.origin else {
            visits[id] = visit
            return refuse(id, status)
        }
        let due = arrival(after: .never)
        var timings = WireTimings(all: visit.began)
        timings.answered = due
        deliveries.add(.answer(call, status: status, fields: fields, body: body, timings), at: due)
    }

    private mutating func send(_ id: SocketID, _ sending: SendingID, _ bytes: [UInt8], _ isText: Bool, of side: Side) {
        guard let link = link(of: id, side), links[link].isOpen(side), !links[link].hasClosed(side) else { return }
        if sending != .unobserved { deliveries.add(.sent(side, sending, at: now), at: now) }
        guard !links[link].isMuted else { return }
        deliveries.add(.message(link: link, to: side.other, bytes, isText: isText), at: due(on: link, to: side.other))
    }

    private mutating func close(_ id: SocketID, _ code: UInt16, of side: Side) {
        guard let link = link(of: id, side), links[link].isOpen(side), !links[link].hasClosed(side) else { return }
        if links[link].isMuted { return abort(id, of: side) }
        if side == .client { links[link].clientClosed = true } else { links[link].serverClosed = true }
        deliveries.add(.close(link: link, to: side.other, code: code), at: due(on: link, to: side.other))
    }

    private mutating func abort(_ id: SocketID, of side: Side) {
        guard let link = link(of: id, side), links[link].isOpen(side) else { return }
        end(link, side)
        deliveries.add(.ended(side, id, code: 1006, .us), at: now)
        deliveries.add(.reset(link: link, to: side.other), at: due(on: link, to: side.other))
    }

    mutating func due(on link: Int, to side: Side) -> MonotonicTime {
        if side == .client {
            links[link].lastToClient = arrival(after: links[link].lastToClient)
            return links[link].lastToClient
        }
        links[link].lastToServer = arrival(after: links[link].lastToServer)
        return links[link].lastToServer
    }

    func link(of id: SocketID, _ side: Side) -> Int? {
        linkOfSocket[SideSocket(side: side, socket: id)]
    }

    mutating func end(_ link: Int, _ side: Side) {
        if side == .client { links[link].isClientOpen = false } else { links[link].isServerOpen = false }
        let socket = side == .client ? links[link].client : links[link].server
        linkOfSocket[SideSocket(side: side, socket: socket)] = nil
    }
}

extension VirtualLink {
    func isOpen(_ side: Side) -> Bool { side == .client ? isClientOpen : isServerOpen }
    func hasClosed(_ side: Side) -> Bool { side == .client ? clientClosed : serverClosed }
    func socket(_ side: Side) -> SocketID { side == .client ? client : server }
}
