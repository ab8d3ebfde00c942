import ChatModel

/// Which messages a customer has seen, on which connection and in which history: what tells a duplicate from a recovery.
///
/// Remembers the latest `limit` ids by 64 bits of each.
struct SeenMessages: Sendable {
    enum Finding: Sendable {
        case new
        case known
        case duplicate
    }

    private struct Sighting: Sendable {
        var id: UInt64
        var connection: UInt32 = 0
        var history: UInt32 = 0
    }

    static let limit = 4_096

    private var sightings: [Sighting] = []
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
        let place = place(of: id)
        defer { sightings[place.index].connection = connection }
        if place.isNew { return .new }
        return sightings[place.index].connection == connection ? .duplicate : .known
    }

    mutating func found(_ id: MessageID) -> Finding {
        let place = place(of: id)
        defer { sightings[place.index].history = history }
        if place.isNew { return .new }
        return sightings[place.index].history == history ? .duplicate : .known
    }

    private mutating func place(of id: MessageID) -> (index: Int, isNew: Bool) {
        let short = UInt64(truncatingIfNeeded: id.value ^ (id.value >> 64))
        if let index = sightings.lastIndex(where: { $0.id == short }) { return (index, false) }
        if sightings.count == SeenMessages.limit { sightings.removeFirst(SeenMessages.limit / 2) }
        sightings.append(Sighting(id: short))
        return (sightings.count - 1, true)
    }
}
