import COpenSSL
import Clockwork

/// The sessions that owners got from servers and may take up again: the last one of each owner and origin.
///
/// An owner who never comes back is not known to be gone, so a session is forgotten after some time, and the oldest when
/// there are too many.
///
/// Ownership: owned by its loop, which empties it at the end.
struct TLSSessions {
    struct Key: Hashable {
        var owner: UInt64
        var host: String
        var port: UInt16
    }

    private struct Entry {
        var session: OpaquePointer
        var number: UInt64
    }

    static let limit = 16_384
    static let lifetime: Duration = .seconds(600)

    private var entries: [Key: Entry] = [:]
    /// In the order in which they came; those that were taken or replaced since are passed over.
    private var queue: [(key: Key, number: UInt64, until: MonotonicTime)] = []
    private var first = 0
    private var next: UInt64 = 0

    var count: Int { entries.count }

    /// The session is this table's from now on.
    mutating func put(_ session: OpaquePointer, for key: Key, at now: MonotonicTime) {
        next += 1
        if let older = entries.updateValue(Entry(session: session, number: next), forKey: key) {
            SSL_SESSION_free(older.session)
        }
        queue.append((key, next, now + Self.lifetime))
        forget(at: now)
    }

    /// A session is taken up once, as tickets should be; it is the caller's from now on.
    mutating func take(_ key: Key, at now: MonotonicTime) -> OpaquePointer? {
        forget(at: now)
        return entries.removeValue(forKey: key)?.session
    }

    mutating func removeAll() {
        for entry in entries.values { SSL_SESSION_free(entry.session) }
        entries = [:]
        queue = []
        first = 0
    }

    private mutating func forget(at now: MonotonicTime) {
        while first < queue.count {
            let (key, number, until) = queue[first]
            let isCurrent = entries[key]?.number == number
            guard !isCurrent || until <= now || entries.count > Self.limit else { break }
            if isCurrent, let entry = entries.removeValue(forKey: key) { SSL_SESSION_free(entry.session) }
            first += 1
        }
        guard first > 1_024, first > queue.count / 2 else { return }
        queue.removeFirst(first)
        first = 0
    }
}
