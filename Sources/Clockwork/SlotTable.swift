/// From the number of a socket or a timer to its slot, by open addressing.
///
/// Numbers come from our own programs and not from peers, so a multiplication is hash enough.
public struct SlotTable: Sendable {
    @usableFromInline var keys: [UInt64]
    /// -1 where there is none.
    @usableFromInline var slots: [Int32]
    public private(set) var count = 0
    @usableFromInline var shift: UInt64

    public init() {
        keys = Array(repeating: 0, count: 64)
        slots = Array(repeating: -1, count: 64)
        shift = 58
    }

    @inlinable
    @inline(__always)
    func home(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    @inlinable
    public subscript(key: UInt64) -> Int? {
        var place = home(key)
        let mask = keys.count &- 1
        while slots[place] >= 0 {
            if keys[place] == key { return Int(slots[place]) }
            place = (place &+ 1) & mask
        }
        return nil
    }

    /// The key must not be there yet.
    public mutating func insert(_ key: UInt64, slot: Int) {
        if 2 * (count + 1) > keys.count { grow() }
        put(key, Int32(truncatingIfNeeded: slot))
        count += 1
    }

    /// Nothing happens when the key is not there.
    public mutating func remove(_ key: UInt64) {
        var place = home(key)
        let mask = keys.count &- 1
        while slots[place] >= 0, keys[place] != key { place = (place &+ 1) & mask }
        guard slots[place] >= 0 else { return }
        count -= 1
        // Whatever could not lie nearer to its home because of this entry moves up.
        var hole = place
        var next = (place &+ 1) & mask
        while slots[next] >= 0 {
            let distance = (next &- home(keys[next])) & mask
            if distance >= (next &- hole) & mask {
                keys[hole] = keys[next]
                slots[hole] = slots[next]
                hole = next
            }
            next = (next &+ 1) & mask
        }
        slots[hole] = -1
    }

    private mutating func put(_ key: UInt64, _ slot: Int32) {
        var place = home(key)
        while slots[place] >= 0 { place = (place &+ 1) & (keys.count &- 1) }
        keys[place] = key
        slots[place] = slot
    }

    private mutating func grow() {
        let old = (keys, slots)
        keys = Array(repeating: 0, count: 2 * old.0.count)
        slots = Array(repeating: -1, count: 2 * old.0.count)
        shift -= 1
        for place in old.0.indices where old.1[place] >= 0 { put(old.0[place], old.1[place]) }
    }
}
