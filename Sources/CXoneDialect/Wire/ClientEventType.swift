/// What a client asks of the server; both families of names, mobile and web, where they mean the same.
package enum ClientEventType: Hashable, Sendable {
    case authorize
    case reconnect
    case refreshToken
    case recoverThread
    case loadMoreMessages
    case sendMessage
    case typingStarted
    case typingEnded
    case messageSeen
    case recoverLivechat
    case fetchThreadList
    case loadThreadMetadata
    case updateThread
    case archiveThread
    case endContact
    case sendTranscript
    case setContactFields
    case setCustomerFields
    case sendOutbound
    case executeTrigger
    case sendOfflineMessage
    case generateAuthorizationToken
    /// An event that this room does not read: to be acknowledged and nothing more.
    case other

    /// A name of the mobile clients, and the web client's where it has another; what comes most often stands first.
    private static let names: [(mobile: StaticString, web: StaticString, type: Self)] = [
        ("SendMessage", "SendMessage", .sendMessage),
        ("SenderTypingStarted", "SenderTypingStarted", .typingStarted),
        ("SenderTypingEnded", "SenderTypingEnded", .typingEnded),
        ("MessageSeenByCustomer", "MessageSeenByConsumer", .messageSeen),
        ("RecoverThread", "RecoverThread", .recoverThread),
        ("LoadMoreMessages", "LoadMoreMessages", .loadMoreMessages),
        ("AuthorizeCustomer", "AuthorizeConsumer", .authorize),
        ("ReconnectCustomer", "ReconnectConsumer", .reconnect),
        ("RefreshToken", "RefreshToken", .refreshToken),
        ("RecoverLivechat", "RecoverLivechat", .recoverLivechat),
        ("FetchThreadList", "FetchThreadList", .fetchThreadList),
        ("LoadThreadMetadata", "LoadThreadMetadata", .loadThreadMetadata),
        ("UpdateThread", "UpdateThread", .updateThread),
        ("ArchiveThread", "ArchiveThread", .archiveThread),
        ("EndContact", "EndContact", .endContact),
        ("SendTranscript", "SendTranscript", .sendTranscript),
        ("SetContactCustomFields", "SetConsumerContactCustomFields", .setContactFields),
        ("SetCustomerCustomFields", "SetConsumerCustomFields", .setCustomerFields),
        ("SendOutbound", "SendOutbound", .sendOutbound),
        ("ExecuteTrigger", "ExecuteTrigger", .executeTrigger),
        ("SendOfflineMessage", "SendOfflineMessage", .sendOfflineMessage),
        ("GenerateAuthorizationToken", "GenerateAuthorizationToken", .generateAuthorizationToken),
    ]

    package init(_ name: RawSpan) {
        for known in Self.names where name.spells(known.mobile) || name.spells(known.web) {
            self = known.type
            return
        }
        self = .other
    }

    /// The name that a vendor's client sends.
    package func name(for client: VendorClient) -> StaticString {
        switch (self, client) {
        case (.authorize, _): return "AuthorizeCustomer"
        case (.reconnect, .android): return "ReconnectConsumer"
        default: break
        }
        for known in Self.names where known.type == self { return client == .web ? known.web : known.mobile }
        return "Other"
    }

    /// Which of the two keys a vendor's client puts the identity under.
    func identityKey(for client: VendorClient) -> StaticString {
        let isConsumer =
            switch client {
            case .web: true
            case .ios: Self.consumerOnIOS.contains(self)
            case .android: Self.consumerOnAndroid.contains(self)
            }
        return isConsumer ? #""consumerIdentity":"# : #""customerIdentity":"#
    }

    private static let consumerOnIOS: [Self] = [.reconnect, .refreshToken, .sendOutbound, .endContact, .sendTranscript]
    private static let consumerOnAndroid: [Self] = [
        .reconnect, .refreshToken, .sendOutbound, .endContact, .executeTrigger,
    ]
}
