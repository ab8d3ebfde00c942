import ChatModel
import Clockwork

/// The messages that a customer has sent and whose fate is not known yet, and those that failed.
///
/// Few at a time: a customer waits for an answer. Holds at most `limit` open messages; a send beyond it is refused.
struct Outbox: Sendable {
    struct Entry: Sendable {
        var id: MessageID
        var conversation: ConversationID
        var start: StartTimes
        var isAcknowledged = false
        var isSettled = false
    }

    static let limit = 64
    /// Of the failed, so many of the latest are remembered, to know them again.
    static let failedLimit = 64

    private(set) var entries: [Entry] = []
    private var failed: [MessageID] = []

    var isFull: Bool { entries.count >= Outbox.limit }
    /// Whether a message waits for its acknowledgement.
    var hasPending: Bool { entries.contains { !$0.isAcknowledged && !$0.isSettled } }
    /// Whether a message was acknowledged and has not been seen in the conversation.
    var hasUnseen: Bool { entries.contains { $0.isAcknowledged && !$0.isSettled } }

    /// The conversation of the first message that was acknowledged and has not been seen.
    var unseenConversation: ConversationID? {
        entries.first { $0.isAcknowledged && !$0.isSettled }?.conversation
    }

    mutating func add(
        _ id: MessageID,
        in conversation: ConversationID,
        intended: MonotonicTime,
        at now: MonotonicTime
    ) {
        entries.append(Entry(id: id, conversation: conversation, start: StartTimes(intended: intended, sent: now)))
    }

    mutating func sent(_ id: MessageID, at moment: MonotonicTime) {
        guard let place = place(of: id) else { return }
        entries[place].start.sent = moment
    }

    /// The times of the message, if it is one that waited for this.
    mutating func acknowledged(_ id: MessageID) -> StartTimes? {
        guard let place = place(of: id), !entries[place].isAcknowledged else { return nil }
        entries[place].isAcknowledged = true
        let start = entries[place].start
        if entries[place].isSettled { entries.remove(at: place) }
        return start
    }

    /// The times of the message, if this settles it, and whether one that was sent before it in its conversation is still
    /// unseen.
    mutating func seen(_ id: MessageID) -> (start: StartTimes, isEarly: Bool)? {
        guard let place = place(of: id), !entries[place].isSettled else { return nil }
        let start = entries[place].start
        let conversation = entries[place].conversation
        let isEarly = entries[..<place].contains { !$0.isSettled && $0.conversation == conversation }
        if entries[place].isAcknowledged {
            entries.remove(at: place)
        } else {
            // Kept until its acknowledgement, whose latency is measured all the same.
            entries[place].isSettled = true
        }
        return (start, isEarly)
    }

    mutating func refused(_ id: MessageID) -> StartTimes? {
        guard let place = place(of: id) else { return nil }
        let entry = entries.remove(at: place)
        guard !entry.isSettled else { return nil }
        remember(id)
        return entry.start
    }

    /// Takes out an open message: with `unacknowledged` the first that has no acknowledgement, else the first of all.
    mutating func takeOpen(unacknowledged: Bool) -> (id: MessageID, start: StartTimes)? {
        entries.removeAll { $0.isSettled }
        guard let place = entries.firstIndex(where: { !unacknowledged || !$0.isAcknowledged }) else { return nil }
        let entry = entries.remove(at: place)
        return (entry.id, entry.start)
    }

    /// Takes out the first open message of a conversation.
    mutating func takeOpen(in conversation: ConversationID) -> (id: MessageID, start: StartTimes)? {
        guard let place = entries.firstIndex(where: { !$0.isSettled && $0.conversation == conversation }) else {
            return nil
        }
        let entry = entries.remove(at: place)
        return (entry.id, entry.start)
    }

    mutating func remember(_ id: MessageID) {
        if failed.count == Outbox.failedLimit { failed.removeFirst() }
        failed.append(id)
    }

    /// True once for a message that failed before.
    mutating func turnedUp(_ id: MessageID) -> Bool {
        guard !failed.isEmpty, let place = failed.firstIndex(of: id) else { return false }
        failed.remove(at: place)
        return true
    }

    private func place(of id: MessageID) -> Int? {
        entries.firstIndex { $0.id == id }
    }
}
