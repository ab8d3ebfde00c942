public import ChatModel
public import Clockwork

/// What a session tells the engine: everything that is measured, and everything a behaviour waits for.
public enum SessionSignal: Hashable, Sendable {
    case called(ChatCall, StartTimes, isFailure: Bool)
    case connected(StartTimes, isFirst: Bool)
    /// The customer can chat; for a return, when the connection was found lost and when the attempt began.
    case ready(StartTimes, isFirst: Bool)
    /// The channel's form is to be filled in.
    case formWanted
    /// The form is filled in and the conversation made.
    case conversationBegan
    /// The customer is in another of its conversations, or could not get there.
    case conversationOpened
    /// A message that nobody of ours said, but the vendor's client.
    case wrote(MessageID)
    case acted(ChatAction.Kind, StartTimes, isFailure: Bool)
    case uploaded(StartTimes, UploadFate)
    case queued(Int)
    case assigned(ConversationID, Bool)
    case conversationClosed(ConversationID)
    /// An attempt to get ready, the first or a later one, ended; it was due since then.
    case connectAttempted(since: MonotonicTime, isFailure: Bool)
    /// The write that took the message's last byte.
    case sent(MessageID, at: MonotonicTime)
    case acknowledged(StartTimes)
    case settled(MessageID, Settlement, StartTimes)
    /// A message that had failed turned up.
    case failedButStored(MessageID)
    /// The words of what arrives next.
    case replyText(String)
    case replyChoices([RichContent.Choice])
    /// A message of the other side, for the first time.
    case replyArrived(MessageID, Author, in: ConversationID)
    /// An id twice on one connection or twice in one history.
    case duplicated
    /// An echo before that of a message that was sent earlier.
    case outOfOrder
    case agentTyping(Bool, in: ConversationID)
    case heartbeatAnswered(StartTimes)
    case fault(ChatFault)
    case unrecognized
    case socketClosed(code: UInt16)
    case dropped
    case ended(SessionEnd)
}

/// What became of a message; each is settled once.
public enum Settlement: Hashable, Sendable {
    case echoed
    case failed(ChatFault)
    case lost
}

/// How a session ended.
public enum SessionEnd: Hashable, Sendable {
    case left
    case failed(ChatFault)
}
