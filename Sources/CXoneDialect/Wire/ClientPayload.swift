package import JSONText

/// The `data` of a client's event, read for its type.
package enum ClientPayload: Hashable, Sendable {
    case authorize(AuthorizeCustomer)
    case reconnect(TokenPresented)
    case refreshToken(TokenPresented)
    /// Nil means the customer's last thread.
    case recoverThread(ThreadReference?)
    case loadMoreMessages(LoadMoreMessages)
    case sendMessage(SendMessage)
    case typing(Bool, ThreadReference)
    case messageSeen(ThreadReference)
    case other

    /// Reads the whole frame again; `type` is its envelope's.
    package init(_ type: ClientEventType, in frame: JSONCursor) throws(JSONFault) {
        switch type {
        case .authorize: self = .authorize(try AuthorizeCustomer(frame))
        case .reconnect: self = .reconnect(try TokenPresented(frame))
        case .refreshToken: self = .refreshToken(try TokenPresented(frame))
        case .recoverThread: self = .recoverThread(try ThreadReference.ifPresent(in: frame))
        case .loadMoreMessages: self = .loadMoreMessages(try LoadMoreMessages(frame))
        case .sendMessage: self = .sendMessage(try SendMessage(frame))
        case .typingStarted: self = .typing(true, try ThreadReference(frame))
        case .typingEnded: self = .typing(false, try ThreadReference(frame))
        case .messageSeen: self = .messageSeen(try ThreadReference(frame))
        case .other: self = .other
        }
    }
}
