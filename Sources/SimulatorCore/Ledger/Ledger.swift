public import ChatModel
public import Exchange

/// The simulator's own account of a run: what it stored, and which of its replies a customer cannot have missed.
///
/// It is kept apart from everything that customers measure, so that the two accounts can contradict each other. A
/// delivery counts once its last byte was written, and only while neither side had begun to close.
public struct Ledger: Sendable {
    private var stored: [MessageID] = []
    private var replies: [Reply] = []
    private var connections: [Connection] = []

    private struct Reply {
        var id: MessageID
        var deliveries: UInt32 = 0
        var isObliging = false
    }

    /// What happened on one connection since it was opened; its place is used again by a later one.
    private struct Connection {
        /// Replies under way, under the numbers of their sendings.
        var sending: [(number: Int, reply: ReplyNumber)] = []
        var delivered: [ReplyNumber] = []
    }

    /// A reply's place in the account.
    public struct ReplyNumber: Hashable, Sendable {
        fileprivate var index: Int32
    }

    public init() {}

    /// A customer's message went into a history; told as often as that happens.
    public mutating func store(_ id: MessageID) {
        stored.append(id)
    }

    /// A reply was made, whether or not anybody is there to hear it.
    public mutating func reply(_ id: MessageID) -> ReplyNumber {
        replies.append(Reply(id: id))
        return ReplyNumber(index: Int32(truncatingIfNeeded: replies.count - 1))
    }

    /// A connection took this place.
    public mutating func open(_ connection: Int) {
        while connections.count <= connection { connections.append(Connection()) }
        connections[connection] = Connection()
    }

    /// The reply is handed to the connection, as the sending with this number.
    public mutating func send(_ reply: ReplyNumber, as number: Int, on connection: Int) {
        guard connections.indices.contains(connection) else { return }
        connections[connection].sending.append((number, reply))
    }

    /// The sending was written to its last byte; answers whether there was one with this number.
    public mutating func sent(_ number: Int, on connection: Int) -> Bool {
        guard connections.indices.contains(connection),
            let place = connections[connection].sending.firstIndex(where: { $0.number == number })
        else { return false }
        let reply = connections[connection].sending.remove(at: place).reply
        connections[connection].delivered.append(reply)
        replies[Int(reply.index)].deliveries += 1
        return true
    }

    /// The connection ended; what it had delivered must have been seen if `fate` says so, and what was under way was
    /// not delivered.
    public mutating func close(_ connection: Int, _ fate: ConnectionFate) {
        guard connections.indices.contains(connection) else { return }
        if fate == .handshake {
            for reply in connections[connection].delivered { replies[Int(reply.index)].isObliging = true }
        }
        connections[connection] = Connection()
    }

    /// The account as it stands; connections that stand oblige too.
    public func report() -> LedgerReport {
        var obliging = replies.map(\.isObliging)
        for reply in connections.flatMap(\.delivered) { obliging[Int(reply.index)] = true }
        var times: [LedgerReport.Stored] = []
        for id in stored.sorted(by: { $0.value < $1.value }) {
            if times.last?.id == id {
                times[times.count - 1].times += 1
            } else {
                times.append(LedgerReport.Stored(id: id, times: 1))
            }
        }
        let answers = replies.indices.map { index in
            LedgerReport.Reply(
                id: replies[index].id,
                deliveries: Int(replies[index].deliveries),
                isObliging: obliging[index]
            )
        }
        return LedgerReport(stored: times, replies: answers.sorted { $0.id.value < $1.id.value })
    }
}

/// How a connection ended, as far as it matters for what its customer must have seen.
public enum ConnectionFate: Hashable, Sendable {
    /// By a close handshake, whoever began it: whatever was written before it arrived before it.
    case handshake
    /// Reset, lost or aborted: what was written may never have arrived.
    case broken

    /// Code 1006 says that no close frame came, so nobody knows how far the peer had read.
    public init(code: UInt16, cause: WireCause) {
        self =
            switch cause {
            case .peer, .us: code == 1006 ? .broken : .handshake
            default: .broken
            }
    }
}
