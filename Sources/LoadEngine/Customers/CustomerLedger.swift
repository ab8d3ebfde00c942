public import ChatClient
public import ChatModel
import LoadMetrics

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

extension DeliveryCounts {
    mutating func say() {
        sent += 1
        pending += 1
    }

    mutating func settle(_ fate: Settlement) {
        pending -= 1
        switch fate {
        case .echoed: echoed += 1
        case .failed: failed += 1
        case .lost: lost += 1
        }
    }
}
