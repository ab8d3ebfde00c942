public import ChatModel
public import Clockwork

/// What a dialect tells its session about the customer's dealings with the platform.
public enum ChatEvent: Hashable, Sendable {
    /// An HTTP call ended, well or not.
    case called(ChatCall, StartTimes, isFailure: Bool)
    /// The socket stands; `sent` is when the connection was begun.
    case connected(StartTimes)
    /// The customer can chat: in this conversation, or after filling in the form when there is none.
    case ready(ConversationID?)
    /// The conversation that `begin` asked for.
    case began(ConversationID)
    /// The conversation that `openNext` asked for; its history has been told.
    case opened(ConversationID)
    /// The dialect sent a message by itself, as the vendor's client does.
    case wrote(MessageID, ConversationID)
    /// What was asked by `act`, or what became of `openNext`, since when, and whether it failed.
    case acted(ChatAction.Kind, StartTimes, isFailure: Bool)
    case uploaded(StartTimes, UploadFate)
    /// So many are before the customer who waits for an agent.
    case queued(Int)
    /// An agent has taken the conversation, or left it.
    case assigned(ConversationID, Bool)
    /// Nothing more can be said in it.
    case closed(ConversationID)
    /// The write that took the message's last byte.
    case sent(MessageID, at: MonotonicTime)
    case acknowledged(MessageID)
    /// The platform or the dialect's own deadline said that the message failed.
    case refused(MessageID, ChatFault)
    /// The words of the message that is told next; only of a dialect that ``ChatDialect/tellsText``.
    case messageText(String)
    /// What the message that is told next lets a customer choose; of such a dialect only.
    case messageChoices([RichContent.Choice])
    /// A message was pushed, anybody's: the customer's own is its echo.
    case messageArrived(MessageReceipt)
    /// One message of a history that is being read.
    case historyMessage(MessageReceipt)
    case historyRead(hasMore: Bool)
    case agentTyping(Bool, in: ConversationID)
    case heartbeatAnswered(StartTimes)
    /// A frame was received, whatever it held; told before anything that was in it.
    case frameReceived
    /// Getting ready failed and the connection is closed. The vendor's client does not try again by itself.
    case failed(ChatFault)
    /// The connection ended after it had stood, or an attempt to restore it failed in a way after which the vendor's
    /// client tries again. `retriesAtOnce` when its client then makes all its attempts without a pause.
    case lost(ChatFault, closeCode: UInt16, retriesAtOnce: Bool)
    /// The goodbye is over; `closeCode` as in ``lost(_:closeCode:retriesAtOnce:)``.
    case left(closeCode: UInt16)
    /// Something went wrong that ends nothing.
    case fault(ChatFault)
    /// A frame of a kind that this dialect does not know.
    case unrecognized

    /// A message without its words: small enough to be told without allocating.
    public struct MessageReceipt: Hashable, Sendable {
        public var id: MessageID
        public var conversation: ConversationID
        public var author: Author
        public var textLength: Int

        @inlinable
        public init(id: MessageID, conversation: ConversationID, author: Author, textLength: Int) {
            self.id = id
            self.conversation = conversation
            self.author = author
            self.textLength = textLength
        }
    }
}

/// What became of an upload.
public enum UploadFate: Hashable, Sendable {
    case stored
    /// Too large or of a kind that is not allowed: the client or the platform said so.
    case refused
    case failed
}

/// The HTTP calls that a dialect may make, by what they are for.
public enum ChatCall: String, CaseIterable, Hashable, Sendable {
    case configuration
    case visitor
    case availability
    case token
    case attachment
    case analytics
    /// An event that the platform left somewhere to be fetched.
    case storedEvent = "stored_event"
    case message
}
