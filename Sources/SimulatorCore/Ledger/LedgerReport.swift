public import ChatModel
import TextForms

/// A ``Ledger`` at the end of a run, as the process that drove the customers gets it.
public struct LedgerReport: Hashable, Sendable {
    /// By id, each once.
    public var stored: [Stored]
    /// By id.
    public var replies: [Reply]

    /// A customer's message in the simulator's histories.
    public struct Stored: Hashable, Sendable {
        public var id: MessageID
        public var times: Int

        public init(id: MessageID, times: Int) {
            self.id = id
            self.times = times
        }
    }

    /// Something that the agent said.
    public struct Reply: Hashable, Sendable {
        public var id: MessageID
        public var deliveries: Int
        /// Whether it was delivered on a connection whose end leaves the customer no excuse for not having seen it.
        public var isObliging: Bool

        public init(id: MessageID, deliveries: Int, isObliging: Bool) {
            self.id = id
            self.deliveries = deliveries
            self.isObliging = isObliging
        }
    }

    public init(stored: [Stored], replies: [Reply]) {
        self.stored = stored
        self.replies = replies
    }

    /// Where the two accounts of a run contradict each other, one sentence each, in the order of the ids.
    public func contradictions(with customers: CustomerAccount) -> [String] {
        var found: [String] = []
        var times: [MessageID: Int] = [:]
        for message in stored {
            times[message.id] = message.times
            if !customers.hasSent(message.id) {
                found.append("the simulator stored message \(message.id.text), which nobody sent")
            }
        }
        for id in customers.echoed where times[id] != 1 {
            let count = times[id] ?? 0
            found.append("message \(id.text) was echoed, and the simulator stored it \(count) times")
        }
        for reply in replies where reply.isObliging && !customers.hasReceived(reply.id) {
            found.append("the simulator delivered reply \(reply.id.text), and nobody received it")
        }
        return found
    }
}

extension MessageID {
    var text: String {
        var bytes: [UInt8] = []
        UUIDText.append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
