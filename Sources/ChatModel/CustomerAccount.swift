/// The customers' account of a run, id by id: what they sent and what came of it, and which replies reached them in any way.
public struct CustomerAccount: Sendable {
    private var fates: [MessageID: Fate] = [:]
    private var received: Set<MessageID> = []

    /// What came of a message.
    public enum Fate: Hashable, Sendable {
        case pending
        case echoed
        case failed
        case lost
    }

    public init() {}

    /// The last thing said of a message counts.
    public mutating func sent(_ id: MessageID, _ fate: Fate) {
        fates[id] = fate
    }

    /// By a push or in a history.
    public mutating func received(_ id: MessageID) {
        received.insert(id)
    }

    /// Takes in the account of other customers.
    public mutating func add(_ other: CustomerAccount) {
        fates.merge(other.fates) { _, new in new }
        received.formUnion(other.received)
    }

    public func hasSent(_ id: MessageID) -> Bool { fates[id] != nil }
    public func hasReceived(_ id: MessageID) -> Bool { received.contains(id) }

    /// By id.
    public var echoed: [MessageID] {
        fates.filter { $0.value == .echoed }.map(\.key).sorted { $0.value < $1.value }  // sorted: hash order ends
    }
}
