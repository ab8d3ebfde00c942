/// The armed timers of one loop, earliest first; those for one moment fire in the order in which they were armed.
///
/// A binary heap with a table from key to place, so that arming, moving and stopping are O(log n) and a stopped timer
/// leaves nothing behind. A key is armed at most once: arming it again moves it.
public struct TimerQueue<Key: Hashable & Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var due: MonotonicTime
        @usableFromInline var order: UInt64
        @usableFromInline var key: Key

        @usableFromInline
        init(due: MonotonicTime, order: UInt64, key: Key) {
            self.due = due
            self.order = order
            self.key = key
        }

        @inlinable
        func isBefore(_ other: Entry) -> Bool {
            due == other.due ? order < other.order : due < other.due
        }
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var places: [Key: Int] = [:]
    @usableFromInline var armed: UInt64 = 0

    public init() {}

    @inlinable public var count: Int { heap.count }
    @inlinable public var isEmpty: Bool { heap.isEmpty }
    @inlinable public var nextDue: MonotonicTime? { heap.first?.due }

    @inlinable
    public mutating func arm(_ key: Key, at due: MonotonicTime) {
        armed += 1
        let entry = Entry(due: due, order: armed, key: key)
        if let place = places[key] {
            let old = heap[place]
            heap[place] = entry
            if entry.isBefore(old) { siftUp(place) } else { siftDown(place) }
        } else {
            heap.append(entry)
            places[key] = heap.count - 1
            siftUp(heap.count - 1)
        }
    }

    /// Nothing happens when the timer is not armed.
    @inlinable
    public mutating func stop(_ key: Key) {
        guard let place = places[key] else { return }
        remove(at: place)
    }

    /// Takes out the earliest timer if it is due.
    @inlinable
    public mutating func popDue(at now: MonotonicTime) -> (key: Key, due: MonotonicTime)? {
        guard let first = heap.first, first.due <= now else { return nil }
        remove(at: 0)
        return (first.key, first.due)
    }

    @usableFromInline
    mutating func remove(at place: Int) {
        places[heap[place].key] = nil
        let last = heap.removeLast()
        guard place < heap.count else { return }
        let old = heap[place]
        heap[place] = last
        places[last.key] = place
        if last.isBefore(old) { siftUp(place) } else { siftDown(place) }
    }

    @usableFromInline
    mutating func siftUp(_ start: Int) {
        var place = start
        let entry = heap[place]
        while place > 0 {
            let parent = (place - 1) / 2
            guard entry.isBefore(heap[parent]) else { break }
            heap[place] = heap[parent]
            places[heap[place].key] = place
            place = parent
        }
        heap[place] = entry
        places[entry.key] = place
    }

    @usableFromInline
    mutating func siftDown(_ start: Int) {
        var place = start
        let entry = heap[place]
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(entry) else { break }
            heap[place] = heap[child]
            places[heap[place].key] = place
            place = child
        }
        heap[place] = entry
        places[entry.key] = place
    }
}
