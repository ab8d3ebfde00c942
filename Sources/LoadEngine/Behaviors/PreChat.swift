/// Chats for a number of turns, after the form where the channel has one, and leaves.
struct PreChat: Sendable {
    private var turnsLeft: Int

    init(turns: Int) {
        turnsLeft = turns
    }

    mutating func next() -> Intent {
        guard turnsLeft > 0 else { return .leave }
        turnsLeft -= 1
        return .turn
    }
}
