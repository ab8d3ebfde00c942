/// What a server tells a client, as far as the iOS client or this room gives it a meaning.
package enum ServerEventType: Hashable, Sendable {
    case messageCreated
    case messageSeenChanged
    case messageReadChanged
    case typingStarted
    case typingEnded
    case caseCreated
    case caseStatusChanged
    case caseInboxAssigneeChanged
    case consumerAuthorized
    case consumerReconnected
    case tokenRefreshed
    case threadRecovered
    case moreMessagesLoaded
    case livechatRecovered
    case threadListFetched
    case threadMetadataLoaded
    case threadUpdated
    case threadArchived
    case transcriptSent
    case setPositionInQueue
    case fireProactiveAction
    case eventInS3
    case offlineMessageSent
    case authorizationTokenGenerated
    case other

    /// Those that come most often first.
    private static let names: [(name: StaticString, type: Self)] = [
        ("MessageCreated", .messageCreated),
        ("SenderTypingStarted", .typingStarted),
        ("SenderTypingEnded", .typingEnded),
        ("MessageSeenChanged", .messageSeenChanged),
        ("MessageReadChanged", .messageReadChanged),
        ("CaseCreated", .caseCreated),
        ("CaseStatusChanged", .caseStatusChanged),
        ("CaseInboxAssigneeChanged", .caseInboxAssigneeChanged),
        ("ConsumerAuthorized", .consumerAuthorized),
        ("ConsumerReconnected", .consumerReconnected),
        ("TokenRefreshed", .tokenRefreshed),
        ("ThreadRecovered", .threadRecovered),
        ("MoreMessagesLoaded", .moreMessagesLoaded),
        ("LivechatRecovered", .livechatRecovered),
        ("ThreadListFetched", .threadListFetched),
        ("ThreadMetadataLoaded", .threadMetadataLoaded),
        ("ThreadUpdated", .threadUpdated),
        ("ThreadArchived", .threadArchived),
        ("TranscriptSent", .transcriptSent),
        ("SetPositionInQueue", .setPositionInQueue),
        ("FireProactiveAction", .fireProactiveAction),
        ("EventInS3", .eventInS3),
        ("OfflineMessageSent", .offlineMessageSent),
        ("AuthorizationTokenGenerated", .authorizationTokenGenerated),
    ]

    package init(_ name: RawSpan) {
        for known in Self.names where name.spells(known.name) {
            self = known.type
            return
        }
        self = .other
    }

    package var wireName: StaticString {
        var found: StaticString = "Other"
        for known in Self.names where known.type == self { found = known.name }
        return found
    }
}
