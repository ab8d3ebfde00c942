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
    /// Nil means the customer's last chat.
    case recoverLivechat(ThreadReference?)
    case fetchThreadList
    case loadThreadMetadata(ThreadReference)
    case updateThread(ThreadReference)
    case archiveThread(ThreadReference)
    case endContact(EndContact)
    case sendTranscript(SendTranscript)
    case setFields(CustomFieldsSet)
    case sendOutbound(SendMessage)
    case executeTrigger(ExecuteTrigger)
    case sendOfflineMessage
    case generateAuthorizationToken
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
        case .recoverLivechat: self = .recoverLivechat(try ThreadReference.ifPresent(in: frame))
        case .fetchThreadList: self = .fetchThreadList
        case .loadThreadMetadata: self = .loadThreadMetadata(try ThreadReference(frame))
        case .updateThread: self = .updateThread(try ThreadReference.named(frame))
        case .archiveThread: self = .archiveThread(try ThreadReference(frame))
        case .endContact: self = .endContact(try EndContact(frame))
        case .sendTranscript: self = .sendTranscript(try SendTranscript(frame))
        case .setContactFields, .setCustomerFields: self = .setFields(try CustomFieldsSet(frame))
        case .sendOutbound: self = .sendOutbound(try SendMessage(frame))
        case .executeTrigger: self = .executeTrigger(try ExecuteTrigger(frame))
        case .sendOfflineMessage: self = .sendOfflineMessage
        case .generateAuthorizationToken: self = .generateAuthorizationToken
        case .other: self = .other
        }
    }
}
