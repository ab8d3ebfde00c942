/// What names a timer: another number for each.
public protocol TimerKey: Sendable {
    var timerNumber: UInt64 { get }
}

extension Int: TimerKey {
    @inlinable public var timerNumber: UInt64 { UInt64(bitPattern: Int64(self)) }
}

/// The armed timers of one loop, earliest first; those for one moment fire in the order in which they were armed.
///
/// A heap of four branches whose entries know their slot, and slots that know their place in the heap, so that moving an
/// entry costs two stores; the table from keys to slots is only asked when a timer is armed, stopped or fired. Arming,
/// moving and stopping are O(log n), and a stopped timer leaves nothing behind. A key is armed at most once: arming it
/// again moves it.
public struct TimerQueue<Key: TimerKey>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var due: MonotonicTime
        @usableFromInline var order: UInt64
        @usableFromInline var slot: Int

        @inlinable
        init(due: MonotonicTime, order: UInt64, slot: Int) {
            self.due = due
            self.order = order
            self.slot = slot
        }

        @inlinable
        func isBefore(_ other: Entry) -> Bool {
            due == other.due ? order < other.order : due < other.due
        }
    }

    @usableFromInline var heap: [Entry] = []
    /// By slot: where its entry stands in the heap.
    @usableFromInline var places: [Int] = []
    @usableFromInline var keys: [Key] = []
    @usableFromInline var freeSlots: [Int] = []
    @usableFromInline var slots = SlotTable()
    @usableFromInline var armed: UInt64 = 0

    public init() {}

    @inlinable public var count: Int { heap.count }
    @inlinable public var isEmpty: Bool { heap.isEmpty }
    @inlinable public var nextDue: MonotonicTime? { heap.first?.due }

    @inlinable
    public mutating func arm(_ key: Key, at due: MonotonicTime) {
        armed += 1
        if let slot = slots[key.timerNumber] {
            let place = places[slot]
            let entry = Entry(due: due, order: armed, slot: slot)
            // Armed later, so at the same moment it comes after itself too.
            if entry.isBefore(heap[place]) { siftUp(entry, from: place) } else { siftDown(entry, from: place) }
        } else {
            let slot = takeSlot(for: key)
            let entry = Entry(due: due, order: armed, slot: slot)
            heap.append(entry)
            siftUp(entry, from: heap.count - 1)
        }
    }

    /// Nothing happens when the timer is not armed.
    @inlinable
    public mutating func stop(_ key: Key) {
        guard let slot = slots[key.timerNumber] else { return }
        slots.remove(key.timerNumber)
        remove(at: places[slot])
    }

    /// Takes out the earliest timer if it is due.
    @inlinable
    public mutating func popDue(at now: MonotonicTime) -> (key: Key, due: MonotonicTime)? {
        guard let first = heap.first, first.due <= now else { return nil }
        let key = keys[first.slot]
        slots.remove(key.timerNumber)
        remove(at: 0)
        return (key, first.due)
    }

    @inlinable
    mutating func takeSlot(for key: Key) -> Int {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            keys[slot] = key
        } else {
            slot = keys.count
            keys.append(key)
            places.append(0)
        }
        slots.insert(key.timerNumber, slot: slot)
        return slot
    }

    /// The entry's key is out of the table already.
    @inlinable
    mutating func remove(at place: Int) {
        freeSlots.append(heap[place].slot)
        let last = heap.removeLast()
        guard place < heap.count else { return }
        if last.isBefore(heap[place]) { siftUp(last, from: place) } else { siftDown(last, from: place) }
    }

    /// Puts an entry where it belongs, at `start` or above it.
    @inlinable
    mutating func siftUp(_ entry: Entry, from start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 4
            guard entry.isBefore(heap[parent]) else { break }
            put(heap[parent], at: place)
            place = parent
        }
        put(entry, at: place)
    }

    /// Puts an entry where it belongs, at `start` or below it.
    @inlinable
    mutating func siftDown(_ entry: Entry, from start: Int) {
        var place = start
        while true {
            let first = 4 * place + 1
            guard first < heap.count else { break }
            var least = first
            for child in first + 1..<max(first + 1, min(first + 4, heap.count)) where heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard heap[least].isBefore(entry) else { break }
            put(heap[least], at: place)
            place = least
        }
        put(entry, at: place)
    }

    @inlinable
    mutating func put(_ entry: Entry, at place: Int) {
        heap[place] = entry
        places[entry.slot] = place
    }
}
