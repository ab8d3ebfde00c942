import CLinux
import Clockwork
public import Exchange
import Glibc
import WireFormat

/// One turn: wait, tell what happened, tell which timers are due.
extension Wires {
    /// Answers how late the latest timer was.
    @usableFromInline
    mutating func turn(_ deliver: Deliver) -> Duration {
        let count = wait()
        bytesReceived = 0
        bytesSent = 0
        allowance = TransportLimits.deferredInARow
        if told < deferred.count { settle(deliver) }
        let waitedBefore = waiting.count
        for place in 0..<count { happened(events[place], deliver) }
        if waitedBefore > 0 { resumeFirst(waitedBefore, deliver) }
        let lateness = fireTimers(deliver)
        while let slot = deadlines.popDue(at: now) {
            deadlinePassed(slot, deliver)
            if told < deferred.count { settle(deliver) }
        }
        connectLines(deliver)
        return lateness
    }

    /// Performs orders and writes what they brought about.
    @usableFromInline
    mutating func perform(_ orders: inout Orders) {
        if !orders.isEmpty {
            orders.drain { request, bytes, shared in perform(request, bytes, shared) }
        }
        flush()
    }

    private mutating func wait() -> Int {
        var nanoseconds: Int64 = -1
        if !waiting.isEmpty || !unconnected.isEmpty || told < deferred.count {
            nanoseconds = 0
        } else if let due = earliest(timers.nextDue, deadlines.nextDue) {
            nanoseconds = max(0, (due - Self.clock()).nanoseconds)
        }
        let count = clinux_wait(doorbell.pollDescriptor, events, CInt(TransportLimits.batch), nanoseconds)
        now = Self.clock()
        systemCalls.waits += 1
        if count < 0 { precondition(count == -EINTR, "epoll refuses to wait: errno \(-count)") }
        return max(0, Int(count))
    }

    private func earliest(_ one: MonotonicTime?, _ other: MonotonicTime?) -> MonotonicTime? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    @inline(__always)
    private mutating func happened(_ event: epoll_event, _ deliver: Deliver) {
        var event = event
        let token = clinux_epoll_token(&event)
        guard token != Doorbell.token else {
            doorbell.hush()
            wasRung = true
            return takeResolutions(deliver)
        }
        let slot = Int(token & 0xFFFF_FFFF)
        let generation = UInt32(token >> 32)
        guard isCurrent(slot, generation), !slab[slot].pointee.isMuted else { return }
        switch slab[slot].pointee.stage {
        case .listening: accept(slot)
        case .connecting: connectionDecided(slot, event.events, deliver)
        default:
            if event.events & EPOLLOUT.rawValue != 0, slab[slot].pointee.backlog != nil {
                flushBacklog(slot)
                if told < deferred.count { settle(deliver) }
                guard isCurrent(slot, generation) else { return }
            }
            let ends = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
            if event.events & (EPOLLIN.rawValue | ends) != 0 {
                receive(slot, toTheEnd: event.events & ends != 0, deliver)
            }
        }
    }

    private mutating func resumeFirst(_ count: Int, _ deliver: Deliver) {
        let first = waiting[..<count]
        waiting = Array(waiting[count...])
        for (slot, generation) in first where isCurrent(slot, generation) {
            slab[slot].pointee.isWaitingForTurn = false
            resume(slot, deliver)
        }
    }

    private mutating func resume(_ slot: Int, _ deliver: Deliver) {
        guard !slab[slot].pointee.isMuted else { return }
        switch slab[slot].pointee.stage {
        case .listening: accept(slot)
        case .open, .closing, .lingering, .securing, .greeting, .calling, .serving:
            let generation = slab[slot].pointee.generation
            takeLeftover(slot, deliver)
            if isCurrent(slot, generation) { receive(slot, toTheEnd: true, deliver) }
        case .free, .resolving, .connecting: break
        }
    }

    private mutating func fireTimers(_ deliver: Deliver) -> Duration {
        var lateness = Duration.zero
        var began: MonotonicTime?
        // What is armed meanwhile for a time that has passed fires in the next turn.
        var left = timers.count
        while left > 0, let (timer, due) = timers.popDue(at: now) {
            left -= 1
            if began == nil { began = Self.clock() }
            if let began { lateness = max(lateness, began - due) }
            tell(.fired(timer), deliver)
        }
        return lateness
    }

    /// Reads until there is nothing more, or until others should have their turn.
    private mutating func receive(_ slot: Int, toTheEnd: Bool, _ deliver: Deliver) {
        let generation = slab[slot].pointee.generation
        for _ in 0..<TransportLimits.fillsInARow {
            guard mayRead(slot) else { return }
            let count = clinux_receive(slab[slot].pointee.descriptor, input.baseAddress, input.count)
            systemCalls.receives += 1
            guard count > 0 else {
                if count == -Int64(EAGAIN) { return }
                return ended(slot, -CInt(truncatingIfNeeded: count), deliver)
            }
            bytesReceived += Int(count)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: input[..<Int(count)])
            if let tls = slab[slot].pointee.tls {
                receiveRecords(slot, tls, bytes, deliver)
            } else {
                consume(slot, bytes, deliver)
            }
            guard isCurrent(slot, generation) else { return }
            // A short read has emptied the socket; what comes later is announced anew, but an end was announced already.
            if count < input.count, !toTheEnd { return }
        }
        comeBack(to: slot)
    }

    private func mayRead(_ slot: Int) -> Bool {
        guard slab[slot].pointee.descriptor >= 0, !slab[slot].pointee.isMuted else { return false }
        if case .visits(let line) = slab[slot].pointee.dealing { return !line.isPaused && !line.hasEnded }
        return true
    }

    @inline(__always)
    mutating func consume(_ slot: Int, _ bytes: UnsafeMutableRawBufferPointer, _ deliver: Deliver) {
        switch slab[slot].pointee.stage {
        case .open, .closing:
            // What came together with the upgrade comes first.
            if case .visits = slab[slot].pointee.dealing {
                let generation = slab[slot].pointee.generation
                takeLeftover(slot, deliver)
                guard isCurrent(slot, generation) else { return }
            }
            takeFrames(slot, bytes, deliver)
        case .greeting: takeGreeting(slot, bytes, deliver)
        case .calling: takeResponse(slot, bytes, deliver)
        case .serving: takeRequests(slot, bytes, deliver)
        case .lingering: takeLate(slot, bytes.count)
        case .free, .listening, .resolving, .connecting, .securing: break
        }
    }

    /// Whoever goes on sending without looking at the answer is not waited for.
    @inline(never)
    private mutating func takeLate(_ slot: Int, _ count: Int) {
        slab[slot].pointee.lateBytes += Int32(truncatingIfNeeded: count)
        if slab[slot].pointee.lateBytes > TransportLimits.lateRoom { release(slot, byReset: true) }
    }

    /// The peer's end, or an error instead of it.
    private mutating func ended(_ slot: Int, _ code: CInt, _ deliver: Deliver) {
        let isReset = code == 0 && slab[slot].pointee.isBroken
        ended(slot, code != 0 ? Self.cause(code) : isReset ? .reset : .lost, deliver)
    }

    mutating func ended(_ slot: Int, _ cause: WireCause, _ deliver: Deliver) {
        switch slab[slot].pointee.stage {
        case .open, .closing: socketEnded(slot, cause, deliver)
        case .securing: securingFailed(slot, cause)
        case .greeting: openingFailed(slot, cause)
        case .calling: lineEnded(slot, cause, deliver)
        case .serving: visitorEnded(slot, cause, deliver)
        case .lingering: release(slot)
        case .free, .listening, .resolving, .connecting: break
        }
        if told < deferred.count { settle(deliver) }
    }

    private mutating func deadlinePassed(_ slot: Int, _ deliver: Deliver) {
        switch slab[slot].pointee.stage {
        case .listening: accept(slot)
        case .resolving, .connecting, .greeting: openingFailed(slot, .timedOut)
        case .securing: securingFailed(slot, .timedOut)
        case .free, .open: break
        case .closing: cut(slot, .us)
        case .lingering: release(slot, byReset: slab[slot].pointee.backlog != nil)
        case .calling: callDeadlinePassed(slot)
        case .serving: visitDeadlinePassed(slot)
        }
    }
}
