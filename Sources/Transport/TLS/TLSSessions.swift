import Clockwork

/// The sessions that owners got from servers and may take up again: the last one of each owner and origin.
///
/// An owner who never comes back is not known to be gone, so a session is forgotten after some time, and the oldest when
/// there are too many.
///
/// Ownership: owned by its loop.
struct TLSSessions<Session> {
    private struct Entry {
        var session: Session
        var number: UInt64
    }

    private var entries: [TLSOrigin.Key: Entry] = [:]
    /// In the order in which they came; those that were taken or replaced since are passed over.
    private var queue: [(key: TLSOrigin.Key, number: UInt64, until: MonotonicTime)] = []
    private var first = 0
    private var next: UInt64 = 0

    var count: Int { entries.count }

    mutating func put(_ session: Session, for key: TLSOrigin.Key, at now: MonotonicTime) {
        next += 1
        entries[key] = Entry(session: session, number: next)
        queue.append((key, next, now + TransportLimits.sessionKept))
        forget(at: now)
    }

    /// A session is taken up once, as tickets should be.
    mutating func take(_ key: TLSOrigin.Key, at now: MonotonicTime) -> Session? {
        forget(at: now)
        return entries.removeValue(forKey: key)?.session
    }

    private mutating func forget(at now: MonotonicTime) {
        while first < queue.count {
            let (key, number, until) = queue[first]
            let isCurrent = entries[key]?.number == number
            guard !isCurrent || until <= now || entries.count > TransportLimits.sessions else { break }
            if isCurrent { entries[key] = nil }
            first += 1
        }
        guard first > 1_024, first > queue.count / 2 else { return }
        queue.removeFirst(first)
        first = 0
    }
}

/// Where a secured connection of ours leads, and for whom.
struct TLSOrigin {
    struct Key: Hashable {
        var owner: UInt64
        var host: String
        var port: UInt16
    }

    var key: Key
    /// Of the dealing that wanted it.
    var number: UInt64

    var host: String { key.host }

    init(owner: UInt64, number: UInt64, host: String, port: UInt16) {
        key = Key(owner: owner, host: host, port: port)
        self.number = number
    }
}
