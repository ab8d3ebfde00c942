public import ChatModel
public import Clockwork

/// What a session asks its dialect to do.
public enum ChatCommand: Sendable {
    /// The vendor's whole sequence from nothing to a state in which a customer can chat: calls, socket, authorization,
    /// history. `intended` is the arrival's planned moment. Ends in `ready` or `failed`.
    case connect(intended: MonotonicTime)
    /// The same after a lost connection, on the same address, as the vendor's client does it.
    case reconnect
    /// Makes a conversation; the answers are those of the channel's form, empty when it has none. Ends in `began` or
    /// `fault`. Where a customer may have several, the one before stays open.
    case begin(answers: [Survey.Answer])
    /// Goes to the next of the customer's conversations, and reads its history if the platform has one; ends in `opened`
    /// or `fault`.
    case openNext
    case send(MessageID, in: ConversationID, text: String)
    /// Uploads the files and sends a message that names them; a file that is refused takes the message with it.
    case sendFiles(MessageID, in: ConversationID, text: String, [ChatFile])
    /// One of the choices that a message offered.
    case answer(MessageID, in: ConversationID, RichContent.Choice)
    case act(ChatAction, in: ConversationID)
    case typing(Bool, in: ConversationID)
    case markSeen(ConversationID)
    /// Reads the conversation's history again; ends in `historyRead`, or in `fault` when it was refused or not answered.
    case recover(ConversationID)
    /// The next older page of the history, after a `historyRead` that had more; ends like `recover`.
    case recoverMore(ConversationID)
    /// The driver breaks the connection. For a reset or a close `lost` follows; a silence is found out by the dialect.
    case drop(DropMethod)
    /// Goodbye, with the close code of the vendor's own client; ends in `left`. Nothing but what is already under way is
    /// told before, and nothing at all after.
    case leave
}

/// How a connection is broken on purpose.
public enum DropMethod: String, Hashable, Sendable {
    /// A TCP reset.
    case reset
    /// A close frame with code 1001.
    case close
    /// Reads stop and writes vanish.
    case silence
}
