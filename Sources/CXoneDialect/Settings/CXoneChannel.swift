public import ChatModel
import JSONText

/// The channel that a simulator plays: the `channel` of a profile's simulator.
public struct CXoneChannel: Hashable, Sendable {
    public var brandId: Int
    public var channelId: String
    public var mode: Mode
    /// Nil asks nothing before a chat.
    public var survey: Survey?
    /// What may be attached.
    public var files: FileRestrictions
    public var session: Session
    /// Whether a live chat finds an agent there.
    public var isOnline: Bool
    public var allowsTranscript: Bool
    /// Whether the recovery of a live chat that is not there is an answer without data.
    public var recoverLivechatDoesNotFail: Bool
    /// What a channel greets with; nil for nothing. May hold places, as the vendor's greetings do.
    public var welcome: String?
    /// Answers with more bytes than this are left to be fetched (`EventInS3`); nil pushes all.
    public var storedAbove: Int?
    /// The custom fields of a case and of a customer, outside the form.
    public var caseFields: [Survey.Field]
    public var customerFields: [Survey.Field]

    /// How many conversations a customer has, and whether an agent must be there.
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        case singleThread
        case multiThread
        case liveChat
    }

    /// How customers are let in.
    public enum Session: String, CaseIterable, Hashable, Sendable {
        /// By a frame, anybody.
        case open
        /// By a frame, with an authorization code, and a token that is shown with every message.
        case authorized
        /// The four kinds of secured sessions: by a token that a call brings.
        case anonymous
        case cookie
        case oauth

        /// Whether a call brings a token before the socket is opened.
        package var isSecured: Bool { self != .open && self != .authorized }
    }

    /// A single-thread channel without a form.
    ///
    /// Brand and channel are ours: a simulator has just one of each, unless it is told of more.
    public init(survey: Survey? = nil) {
        brandId = 1_234
        channelId = Self.channelId(1)
        mode = .singleThread
        self.survey = survey
        files = FileRestrictions()
        session = .open
        isOnline = true
        allowsTranscript = true
        recoverLivechatDoesNotFail = false
        caseFields = []
        customerFields = []
    }

    /// The id of a simulator's channel by its number, from 1.
    public static func channelId(_ number: Int) -> String {
        let end = String(0x0c2f_6d2f_7a0f + number, radix: 16)
        return "chat_5b0d7a54-3c8e-4a2e-9a55-" + String(repeating: "0", count: 12 - end.count) + end
    }

    /// As customers are told of it.
    package func configuration(name: String) -> ChannelConfiguration {
        var configuration = ChannelConfiguration(name: name, channel: channelId, survey: survey)
        configuration.mode = mode
        configuration.isAuthorizationEnabled = session == .authorized || session == .oauth
        configuration.hasSecuredSessions = session.isSecured
        configuration.isSecuredCookieEnabled = session == .cookie
        configuration.recoverLivechatDoesNotFail = recoverLivechatDoesNotFail
        configuration.allowsTranscript = allowsTranscript
        configuration.isProactiveChatEnabled = welcome != nil
        configuration.isOnline = isOnline
        configuration.files = files
        configuration.caseFields = caseFields
        configuration.customerFields = customerFields
        return configuration
    }
}
