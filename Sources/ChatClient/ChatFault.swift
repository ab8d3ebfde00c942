public import Exchange

/// What can go wrong for a customer, whoever is to blame: outcomes, counted by ``name``.
public enum ChatFault: Hashable, Sendable {
    case wire(WireCause)
    /// A call was answered with this status, outside 200 ..< 300.
    case status(ChatCall, UInt16)
    /// The channel's configuration could not be understood.
    case badConfiguration
    case authorizationRefused
    case historyRefused
    case messageRefused
    case inconsistentData
    case clientTooOld
    /// The platform's gateway answered instead of the platform.
    case gateway
    /// A request was not answered within the dialect's limit.
    case eventTimeout
    case heartbeatMissed
    /// A required question of the form has no answer.
    case missingAnswers
    /// The connection ended before a message was acknowledged, or before anybody could ask what became of it.
    case connectionGone
    /// All attempts of the reconnect policy are spent.
    case attemptsSpent
    /// A message that had failed turned up in the conversation.
    case failedButStored
    /// A frame that is not JSON.
    case malformedFrame
    /// A frame whose JSON lacks what its kind must have.
    case incompleteFrame
    /// A frame at a moment when it means nothing: unasked, twice, or too late.
    case unexpectedEvent
    /// Binary where the dialect has text only.
    case binaryFrame
    /// A file is too large or of a kind that is not allowed.
    case attachmentRefused
    /// A file could not be uploaded.
    case uploadFailed
    /// No agent is there, so there is no chat.
    case offline
    case conversationClosed
    /// The channel has no such thing.
    case notSupported
    case tokenRefused
    case tokenExpired
    /// What a platform left to be fetched could not be fetched.
    case eventUnavailable
    /// An action was refused, a transcript say.
    case actionRefused

    /// As it stands in `errors{kind}`.
    public var name: String {
        switch self {
        case .wire(let cause): Self.name(of: cause)
        case .status: "http_status"
        case .badConfiguration: "bad_configuration"
        case .authorizationRefused: "authorization_refused"
        case .historyRefused: "history_refused"
        case .messageRefused: "message_refused"
        case .inconsistentData: "inconsistent_data"
        case .clientTooOld: "client_too_old"
        case .gateway: "gateway_error"
        case .eventTimeout: "event_timeout"
        case .heartbeatMissed: "heartbeat_missed"
        case .missingAnswers: "missing_answers"
        case .connectionGone: "connection_gone"
        case .attemptsSpent: "attempts_spent"
        case .failedButStored: "failed_but_stored"
        case .malformedFrame: "malformed_frame"
        case .incompleteFrame: "incomplete_frame"
        case .unexpectedEvent: "unexpected_event"
        case .binaryFrame: "binary_frame"
        case .attachmentRefused: "attachment_refused"
        case .uploadFailed: "upload_failed"
        case .offline: "offline"
        case .conversationClosed: "conversation_closed"
        case .notSupported: "not_supported"
        case .tokenRefused: "token_refused"
        case .tokenExpired: "token_expired"
        case .eventUnavailable: "event_unavailable"
        case .actionRefused: "action_refused"
        }
    }

    private static func name(of cause: WireCause) -> String {
        switch cause {
        case .peer: "closed_by_peer"
        case .us: "closed_by_us"
        case .refused: "connection_refused"
        case .reset: "connection_reset"
        case .lost: "connection_lost"
        case .timedOut: "timed_out"
        case .unreachable: "unreachable"
        case .unresolved: "unresolved"
        case .noDescriptors: "no_descriptors"
        case .noPorts: "no_ports"
        case .hostNotAllowed: "host_not_allowed"
        case .badHandshake: "bad_handshake"
        case .badNegotiation: "bad_negotiation"
        case .redirectedUpgrade: "redirected_upgrade"
        case .tooManyRedirects: "too_many_redirects"
        case .redirectRing: "redirect_ring"
        case .redirectNotAllowed: "redirect_not_allowed"
        case .badRedirect: "bad_redirect"
        case .badEncoding: "bad_encoding"
        case .badResponse: "bad_response"
        case .badFrame: "bad_frame"
        case .tooLarge: "too_large"
        case .tls(let fault): fault.rawValue
        case .system: "system_error"
        }
    }
}
