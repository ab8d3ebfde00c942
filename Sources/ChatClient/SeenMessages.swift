import ChatModel

/// Which messages a customer has seen, on which connection and in which history: what tells a duplicate from a recovery.
///
/// Remembers 64 bits of each id, of the latest messages at least `limit`, and of twice as many at most.
struct SeenMessages: Sendable {
    enum Finding: Sendable {
        case new
        case known
        case duplicate
    }

    static let limit = 2_048

    private var recent = SightingTable()
    private var older = SightingTable()
    private var connection: UInt32 = 1
    private var history: UInt32 = 1

    mutating func connectionBegan() {
        connection += 1
        history += 1
    }

    mutating func historyBegan() {
        history += 1
    }

    mutating func pushed(_ id: MessageID) -> Finding {
        meet(id, .connection, connection)
    }

    mutating func found(_ id: MessageID) -> Finding {
        meet(id, .history, history)
    }

    private mutating func meet(_ id: MessageID, _ place: SightingTable.Place, _ now: UInt32) -> Finding {
        let short = SightingTable.short(id)
        if let before = recent.exchange(place, of: short, now) ?? older.exchange(place, of: short, now) {
            return before == now ? .duplicate : .known
        }
        if recent.count == Self.limit {
            older = recent
            recent = SightingTable()
        }
        recent.insert(short, place, now)
        return .new
    }
}

/// Sightings by id, open to the next slot; three quarters of the slots are taken at most.
struct SightingTable: Sendable {
    /// Where a message was seen.
    enum Place: Sendable {
        case connection
        case history
    }

    private struct Sighting: Sendable {
        /// Zero where nothing stands.
        var id: UInt64 = 0
        var connection: UInt32 = 0
        var history: UInt32 = 0

        mutating func exchange(_ place: Place, _ now: UInt32) -> UInt32 {
            switch place {
            case .connection:
                defer { connection = now }
                return connection
            case .history:
                defer { history = now }
                return history
            }
        }
    }

    private var slots: [Sighting] = []
    private(set) var count = 0

    /// Never zero.
    static func short(_ id: MessageID) -> UInt64 {
        let short = UInt64(truncatingIfNeeded: id.value ^ (id.value >> 64))
        return short == 0 ? .max : short
    }

    /// Notes that it was seen at the place now, and answers when it was seen there before; nil for an unknown id.
    mutating func exchange(_ place: Place, of id: UInt64, _ now: UInt32) -> UInt32? {
        guard !slots.isEmpty else { return nil }
        let slot = slot(for: id)
        return slots[slot].id == id ? slots[slot].exchange(place, now) : nil
    }

    /// Of an id that is not there yet.
    mutating func insert(_ id: UInt64, _ place: Place, _ now: UInt32) {
        if 4 * (count + 1) > 3 * slots.count { grow() }
        count += 1
        var sighting = Sighting(id: id)
        _ = sighting.exchange(place, now)
        slots[slot(for: id)] = sighting
    }

    private mutating func grow() {
        let before = slots
        slots = Array(repeating: Sighting(), count: max(4, 2 * before.count))
        for sighting in before where sighting.id != 0 { slots[slot(for: sighting.id)] = sighting }
    }

    /// Where the id stands, or the free slot where it belongs.
    private func slot(for id: UInt64) -> Int {
        // Ids that somebody counted up must not stand in one heap: the product's upper half depends on every bit.
        var slot = Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
        while slots[slot].id != id, slots[slot].id != 0 { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}
