public import ChatModel

/// What a customer can do in a conversation, or around it, besides talking. Each ends in one `acted`.
public enum ChatAction: Hashable, Sendable {
    case rename(String)
    case archive
    /// Says that the conversation is over.
    case end
    /// Has what was said mailed to an address.
    case sendTranscript(to: String)
    /// Changes what is known of the conversation or of the customer.
    case setFields([Survey.Answer], ofCustomer: Bool)
    /// Reads the next older page of the history.
    case loadOlder
    case openWindow
    case viewPage(title: String, url: String)
    case leavePage(title: String, url: String)
    case convert(type: String, value: Double)
    case trigger(String)
    /// Forgets who the customer is; ends the session.
    case signOut

    /// The names under which actions are measured.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case rename
        case archive
        case end
        case transcript
        case fields
        case older
        case page
        case trigger
        case open
        case signOut = "sign_out"
    }

    public var kind: Kind {
        switch self {
        case .rename: .rename
        case .archive: .archive
        case .end: .end
        case .sendTranscript: .transcript
        case .setFields: .fields
        case .loadOlder: .older
        case .openWindow, .viewPage, .leavePage, .convert: .page
        case .trigger: .trigger
        case .signOut: .signOut
        }
    }
}
