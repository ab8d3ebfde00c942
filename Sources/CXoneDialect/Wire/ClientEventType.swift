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
    /// An event that this room does not read: to be acknowledged and nothing more.
    case other

    private static let names: [(name: StaticString, type: Self)] = [
        ("SendMessage", .sendMessage),
        ("SenderTypingStarted", .typingStarted),
        ("SenderTypingEnded", .typingEnded),
        ("MessageSeenByCustomer", .messageSeen),
        ("RecoverThread", .recoverThread),
        ("LoadMoreMessages", .loadMoreMessages),
        ("AuthorizeCustomer", .authorize),
        ("ReconnectCustomer", .reconnect),
        ("RefreshToken", .refreshToken),
        ("AuthorizeConsumer", .authorize),
        ("ReconnectConsumer", .reconnect),
        ("MessageSeenByConsumer", .messageSeen),
    ]

    package init(_ name: RawSpan) {
        var found = Self.other
        for known in Self.names where name.spells(known.name) { found = known.type }
        self = found
    }

    /// The name that the iOS client sends.
    package var iosName: StaticString {
        switch self {
        case .authorize: "AuthorizeCustomer"
        case .reconnect: "ReconnectCustomer"
        case .refreshToken: "RefreshToken"
        case .recoverThread: "RecoverThread"
        case .loadMoreMessages: "LoadMoreMessages"
        case .sendMessage: "SendMessage"
        case .typingStarted: "SenderTypingStarted"
        case .typingEnded: "SenderTypingEnded"
        case .messageSeen: "MessageSeenByCustomer"
        case .other: "Other"
        }
    }

    /// Which of the two keys the iOS client puts the identity under.
    var iosIdentityKey: StaticString {
        switch self {
        case .reconnect, .refreshToken: #""consumerIdentity":"#
        default: #""customerIdentity":"#
        }
    }
}
