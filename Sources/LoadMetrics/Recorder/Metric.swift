/// A latency that is measured; each has a response and a service reading.
public enum LatencyMetric: Int, CaseIterable, Hashable, Sendable {
    case chatConnect
    case chatReady
    case chatAck
    case chatEcho
    case chatTypingDelay
    case chatReply
    case chatReconnect
    case wsHeartbeat
    case httpCall
    /// From the beginning of a storm until a customer whose connection it took can chat again, or gives up; while 95 % and
    /// more come back, its 95th percentile is when 95 % were back.
    case stormRecovery
    /// Between two steps of a behaviour, by the name that it gives the time.
    case chatStep
    /// From an action, such as the opening of another conversation, to its end.
    case chatAction
    /// From the wish for an agent to the agent, where a platform has a queue.
    case chatAssignment
    /// Of one file.
    case attachmentUpload

    public var name: String {
        switch self {
        case .chatConnect: "chat_connect_duration"
        case .chatReady: "chat_ready_duration"
        case .chatAck: "chat_ack_duration"
        case .chatEcho: "chat_echo_duration"
        case .chatTypingDelay: "chat_typing_delay"
        case .chatReply: "chat_reply_duration"
        case .chatReconnect: "chat_reconnect_duration"
        case .wsHeartbeat: "ws_heartbeat_duration"
        case .httpCall: "http_call_duration"
        case .stormRecovery: "storm_recovery_duration"
        case .chatStep: "chat_step_duration"
        case .chatAction: "chat_action_duration"
        case .chatAssignment: "chat_assignment_duration"
        case .attachmentUpload: "attachment_upload_duration"
        }
    }
}

/// A share of attempts that failed.
public enum RateMetric: Int, CaseIterable, Hashable, Sendable {
    case chatConnectFailed
    case chatMessageFailed

    public var name: String {
        switch self {
        case .chatConnectFailed: "chat_connect_failed"
        case .chatMessageFailed: "chat_message_failed"
        }
    }
}

/// Something that is counted over the whole run, whatever the phase.
public enum CounterMetric: Int, CaseIterable, Hashable, Sendable {
    case messagesSent
    case messagesReceived
    case messagesLost
    case messagesDuplicated
    case messagesAIGenerated
    case typingEvents
    case turns
    case reconnects
    /// Connections that the driver or a behaviour broke on purpose.
    case drops
    /// Customers whose connection a storm took, and those of them who came back.
    case stormDropped
    case stormReturned
    case framesUnrecognized
    case attachmentsSent
    /// Files that the client or the platform did not take.
    case attachmentsRefused
    case conversationsOpened
    case conversationsClosed
    /// Tagged with the close code.
    case wsClosed
    /// Tagged with the kind.
    case errors
    case bytesSent
    case bytesReceived

    public var name: String {
        switch self {
        case .messagesSent: "messages_sent"
        case .messagesReceived: "messages_received"
        case .messagesLost: "messages_lost"
        case .messagesDuplicated: "messages_duplicated"
        case .messagesAIGenerated: "messages_ai_generated"
        case .typingEvents: "typing_events"
        case .turns: "turns"
        case .reconnects: "reconnects"
        case .drops: "drops"
        case .stormDropped: "storm_dropped"
        case .stormReturned: "storm_returned"
        case .framesUnrecognized: "frames_unrecognized"
        case .attachmentsSent: "attachments_sent"
        case .attachmentsRefused: "attachments_refused"
        case .conversationsOpened: "conversations_opened"
        case .conversationsClosed: "conversations_closed"
        case .wsClosed: "ws_closed"
        case .errors: "errors"
        case .bytesSent: "bytes_sent"
        case .bytesReceived: "bytes_received"
        }
    }

    /// The key of its tag, where it has one.
    public var tagKey: String? {
        switch self {
        case .wsClosed: "code"
        case .errors: "kind"
        default: nil
        }
    }
}
