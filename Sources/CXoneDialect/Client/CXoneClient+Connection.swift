import ChatClient
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneClient {
    mutating func open(isFirst: Bool, at now: MonotonicTime, into orders: inout Orders) {
        sockets += 1
        let id = SocketID(owner: owner, sockets)
        socket = id
        stage = .opening(isFirst: isFirst)
        openedBy = now
        let url = orders.write { bytes in
            let token = channel.isSecured ? transaction?.text : nil
            address.appendSocketURL(sender, token: token, isSecured: channel.isSecured, to: &bytes)
        }
        orders.append(.open(id, url: url, fields: .empty))
    }

    mutating func opened(
        _ timings: WireTimings,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        events.append(.connected(StartTimes(intended: openedBy, sent: timings.began)))
        if client != .web { startHeartbeat(at: now + client.heartbeat, into: &orders) }
        if channel.isSecured {
            if client == .web { beatAtOnce(at: now, into: &orders) }
            goThroughMode(at: now, into: &orders, telling: &events)
        } else {
            authorize(at: now, into: &orders, telling: &events)
        }
    }

    private mutating func startHeartbeat(at moment: MonotonicTime, into orders: inout Orders) {
        heartbeat = HeartbeatGrid(next: moment)
        orders.append(.startSlackTimer(timer(.heartbeat), at: heartbeat.next))
    }

    /// The web client's first heartbeat leaves as soon as it is let in.
    mutating func beatAtOnce(at now: MonotonicTime, into orders: inout Orders) {
        guard heartbeat.next == .never else { return }
        startHeartbeat(at: now + client.heartbeat, into: &orders)
        sendHeartbeat(at: now, into: &orders)
    }

    mutating func failedToOpen(
        _ cause: WireCause,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        switch stage {
        case .opening(isFirst: true):
            fail(.wire(cause), into: &orders, telling: &events)
        case .opening(isFirst: false):
            lose(.wire(cause), code: 1_006, into: &orders, telling: &events)
        default:
            // Only an opening socket can fail; one that stood is closed. Whoever says otherwise has ended it all the same.
            closed(1_006, cause, into: &orders, telling: &events)
        }
    }

    mutating func closed(
        _ code: UInt16,
        _ cause: WireCause,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard stage == .leaving else {
            // Android takes a normal close for a goodbye.
            if client == .android, code == 1_000, cause == .peer {
                return fail(.wire(cause), into: &orders, telling: &events)
            }
            return lose(.wire(cause), code: code, into: &orders, telling: &events)
        }
        rest(in: .over, into: &orders)
        events.append(.left(closeCode: code))
    }

    /// The connection is gone, and the vendor's client would try again.
    mutating func lose(
        _ fault: ChatFault,
        code: UInt16,
        atOnce: Bool = false,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        rest(in: .lost, into: &orders)
        events.append(.lost(fault, closeCode: code, retriesAtOnce: atOnce))
    }

    /// Getting or being ready has failed for good.
    mutating func fail(_ fault: ChatFault, into orders: inout Orders, telling events: inout [ChatEvent]) {
        if let socket, stage != .opening(isFirst: true) {
            orders.append(.close(socket, code: Self.goingAway))
        }
        rest(in: .over, into: &orders)
        events.append(.failed(fault))
    }

    /// Forgets the connection and everything that hung on it.
    private mutating func rest(in stage: Stage, into orders: inout Orders) {
        if request != nil { orders.append(.stopTimer(timer(.request))) }
        if isAckTimerSet { orders.append(.stopTimer(timer(.acknowledgement))) }
        if heartbeat.next != .never { orders.append(.stopTimer(timer(.heartbeat))) }
        if refresh != nil { orders.append(.stopTimer(timer(.refresh))) }
        if act != nil { orders.append(.stopTimer(timer(.act))) }
        act = nil
        // What waited for its files has failed with everything that was not acknowledged.
        if !uploads.isEmpty { uploads.removeAll() }
        if !errands.isEmpty {
            for errand in errands { orders.append(.cancelCall(errand.fetch.id)) }
            errands.removeAll()
        }
        if !loading.isEmpty { loading.removeAll() }
        request = nil
        refresh = nil
        held.removeAll()
        isAckTimerSet = false
        heartbeat = HeartbeatGrid()
        unacknowledged.removeAll()
        socket = nil
        self.stage = stage
    }

    mutating func drop(_ method: DropMethod, into orders: inout Orders, telling events: inout [ChatEvent]) {
        if let fetch, method != .silence {
            // On the way up there is no socket to break, only the call.
            orders.append(.cancelCall(fetch.id))
            self.fetch = nil
            return fail(.wire(.us), into: &orders, telling: &events)
        }
        guard let socket, stage != .leaving else { return }
        switch method {
        case .reset:
            orders.append(.abort(socket))
        case .silence:
            orders.append(.mute(socket))
        case .close:
            if case .opening = stage { return orders.append(.abort(socket)) }
            orders.append(.close(socket, code: Self.goingAway))
            quieten(in: .dropping, into: &orders)
        }
    }

    mutating func leave(into orders: inout Orders, telling events: inout [ChatEvent]) {
        switch stage {
        case .leaving:
            return
        case .authorizing, .recovering, .ready, .dropping:
            if let socket, stage != .dropping { orders.append(.close(socket, code: Self.goingAway)) }
            quieten(in: .leaving, into: &orders)
        case .idle, .fetching, .opening, .lost, .over:
            if let fetch { orders.append(.cancelCall(fetch.id)) }
            if let socket { orders.append(.abort(socket)) }
            fetch = nil
            rest(in: .over, into: &orders)
            // There was no connection whose code could be told.
            events.append(.left(closeCode: 0))
        }
    }

    /// The close has begun: nothing more is asked or awaited, but what arrives is heard.
    private mutating func quieten(in stage: Stage, into orders: inout Orders) {
        let closing = socket
        let waiting = unacknowledged
        let beating = heartbeat
        rest(in: stage, into: &orders)
        socket = closing
        unacknowledged = waiting
        heartbeat = beating
    }

    private var isClosing: Bool { stage == .dropping || stage == .leaving }

    mutating func fired(
        _ id: TimerID,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard id.owner == owner, let timer = ClientTimer(rawValue: id.local) else { return }
        switch timer {
        case .request: requestTimedOut(at: now, into: &orders, telling: &events)
        case .acknowledgement: acknowledgementTimedOut(at: now, into: &orders, telling: &events)
        case .heartbeat: beat(at: now, into: &orders, telling: &events)
        case .refresh: refreshTimedOut(at: now, into: &orders, telling: &events)
        case .act: actTimedOut(into: &orders, telling: &events)
        }
    }

    /// One timer for both: the next heartbeat, or the answer to the last.
    private mutating func beat(at now: MonotonicTime, into orders: inout Orders, telling events: inout [ChatEvent]) {
        guard let socket, heartbeat.next != .never, !isClosing else { return }
        if heartbeat.isAwaited, let limit = client.heartbeatLimit {
            let deadline = heartbeat.asked + limit
            guard now >= deadline else { return orders.append(.startTimer(timer(.heartbeat), at: deadline)) }
            orders.append(.close(socket, code: Self.goingAway))
            retired = socket
            // No close of the peer's will be waited for: the vendor's client opens its next connection, iOS at once.
            return lose(.heartbeatMissed, code: 1_006, atOnce: client == .ios, into: &orders, telling: &events)
        }
        guard now + TimerSlack.early >= heartbeat.next else {
            return orders.append(.startSlackTimer(timer(.heartbeat), at: heartbeat.next))
        }
        sendHeartbeat(at: now, into: &orders)
    }

    private mutating func sendHeartbeat(at now: MonotonicTime, into orders: inout Orders) {
        guard let socket else { return }
        heartbeat.asked = now
        heartbeat.sent = now
        heartbeat.isAwaited = true
        if client == .android {
            orders.append(.ping(socket))
        } else {
            let frame = orders.write { JSONWriter.append(Heartbeat.frame, to: &$0) }
            sendings += 1
            heartbeat.sending = SendingID(owner: owner, sendings)
            orders.append(.sendText(socket, heartbeat.sending, frame))
        }
        if let limit = client.heartbeatLimit {
            orders.append(.startTimer(timer(.heartbeat), at: now + limit))
        } else {
            while heartbeat.next <= now { heartbeat.next += client.heartbeat }
            orders.append(.startSlackTimer(timer(.heartbeat), at: heartbeat.next))
        }
    }

    mutating func answered(at now: MonotonicTime, into orders: inout Orders, telling events: inout [ChatEvent]) {
        guard heartbeat.isAwaited else { return events.append(.fault(.unexpectedEvent)) }
        // It may have been asked a little before it was due.
        let intended = min(heartbeat.next, heartbeat.asked)
        events.append(.heartbeatAnswered(StartTimes(intended: intended, sent: heartbeat.sent)))
        heartbeat.isAwaited = false
        guard !isClosing, client.heartbeatLimit != nil else { return }
        // A grid: a late heartbeat does not put off those after it.
        repeat { heartbeat.next += client.heartbeat } while heartbeat.next <= now
        orders.append(.startSlackTimer(timer(.heartbeat), at: heartbeat.next))
    }
}
