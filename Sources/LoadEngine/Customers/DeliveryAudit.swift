public import ChatClient
public import ChatModel

/// What became of every message of one loop, or of all of them added up.
///
/// `sent` = `echoed` + `failed` + `lost` + `pending`, at every moment.
public struct DeliveryAudit: Hashable, Sendable {
    public var sent = 0
    public var acked = 0
    public var echoed = 0
    public var answered = 0
    public var failed = 0
    public var lost = 0
    public var duplicated = 0
    public var outOfOrder = 0

    public init() {}

    public var pending: Int { sent - echoed - failed - lost }

    mutating func settle(_ settlement: Settlement) {
        switch settlement {
        case .echoed: echoed += 1
        case .failed: failed += 1
        case .lost: lost += 1
        }
    }

    public mutating func add(_ other: DeliveryAudit) {
        sent += other.sent
        acked += other.acked
        echoed += other.echoed
        answered += other.answered
        failed += other.failed
        lost += other.lost
        duplicated += other.duplicated
        outOfOrder += other.outOfOrder
    }
}

/// The customers' side of the books, id by id, for comparison with a simulator's.
public struct CustomerLedger: Sendable {
    /// Every message said, and its fate; nil while it is open.
    public private(set) var said: [(id: MessageID, fate: Settlement?)] = []
    /// Every message of the other side that a customer saw.
    public private(set) var seen: [MessageID] = []
    private var places: [MessageID: Int] = [:]

    public init() {}

    mutating func say(_ id: MessageID) {
        places[id] = said.count
        said.append((id, nil))
    }

    mutating func settle(_ id: MessageID, _ fate: Settlement) {
        guard let place = places[id] else { return }
        said[place].fate = fate
    }

    mutating func see(_ id: MessageID) {
        seen.append(id)
    }

    public mutating func add(_ other: CustomerLedger) {
        said += other.said
        seen += other.seen
    }
}
