/// Loses its connection once, half-way through its turns, comes back, and goes on.
struct Reconnect: Sendable {
    private var turnsLeft: Int
    private let turnsLeftAtDrop: Int
    private var hasDropped = false

    init(turns: Int) {
        turnsLeft = turns
        turnsLeftAtDrop = turns / 2
    }

    mutating func next() -> Intent {
        if turnsLeft == turnsLeftAtDrop, !hasDropped {
            hasDropped = true
            return .drop
        }
        guard turnsLeft > 0 else { return .leave }
        turnsLeft -= 1
        return .turn
    }
}
