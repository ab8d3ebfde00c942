/// A repeatable source of randomness: one seed, one sequence, on every machine.
///
/// A run's seed is split once, by name, so that one more draw for one customer changes no other customer.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    @inlinable
    public init(seed: UInt64) {
        self.init(state: seed)
    }

    @usableFromInline
    init(state: UInt64) {
        self.state = state
    }

    /// The stream of that name, and of that number among those that share the name.
    public init(seed: UInt64, stream name: StaticString, _ number: UInt64 = 0) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        name.withUTF8Buffer { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        var mixer = SeededRandom(state: seed ^ hash)
        let named = mixer.next()
        mixer = SeededRandom(state: named &+ number &* 0xD134_2543_DE82_EF95)
        state = mixer.next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in 0 ..< 1.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number in 0 ..< `count`; 0 when there is nothing to choose from.
    public mutating func index(below count: Int) -> Int {
        count > 1 ? Int(next().multipliedFullWidth(by: UInt64(count)).high) : 0
    }

    /// A version 4 UUID.
    public mutating func uuid() -> UInt128 {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return UInt128(high) << 64 | UInt128(low)
    }
}
