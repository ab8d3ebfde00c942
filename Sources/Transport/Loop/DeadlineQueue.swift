import Clockwork

/// One deadline for each slot of a table, earliest first.
///
/// A binary heap whose places stand in a list by slot, so that setting, moving and clearing never hash and never leave
/// anything behind.
struct DeadlineQueue {
    private var heap: [(due: UInt64, slot: Int32)] = []
    private var places: [Int32] = []

    var count: Int { heap.count }
    var nextDue: MonotonicTime? { heap.first.map { MonotonicTime(nanoseconds: $0.due) } }

    mutating func set(_ slot: Int, at due: MonotonicTime) {
        while places.count <= slot { places.append(-1) }
        let entry = (due: due.nanoseconds, slot: Int32(truncatingIfNeeded: slot))
        var place = Int(places[slot])
        if place < 0 {
            place = heap.count
            heap.append(entry)
        }
        settle(entry, from: place)
    }

    mutating func clear(_ slot: Int) {
        guard slot < places.count, places[slot] >= 0 else { return }
        let place = Int(places[slot])
        places[slot] = -1
        let last = heap.removeLast()
        if place < heap.count { settle(last, from: place) }
    }

    /// Takes out a slot whose deadline has passed.
    mutating func popDue(at now: MonotonicTime) -> Int? {
        guard let first = heap.first, first.due <= now.nanoseconds else { return nil }
        clear(Int(first.slot))
        return Int(first.slot)
    }

    /// Puts an entry into the hole at `start`, or where it belongs above or below it.
    private mutating func settle(_ entry: (due: UInt64, slot: Int32), from start: Int) {
        var place = start
        while place > 0, entry.due < heap[(place - 1) / 2].due {
            put(heap[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].due < heap[child].due { child += 1 }
            guard heap[child].due < entry.due else { break }
            put(heap[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    private mutating func put(_ entry: (due: UInt64, slot: Int32), at place: Int) {
        heap[place] = entry
        places[Int(entry.slot)] = Int32(truncatingIfNeeded: place)
    }
}
