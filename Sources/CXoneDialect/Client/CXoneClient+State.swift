import ChatClient
import ChatModel
import Clockwork
import Exchange
import TextForms

extension CXoneClient {
    /// How far the customer has come.
    ///
    /// | stage | a peer can move it to |
    /// |---|---|
    /// | fetching | opening; over when the calls fail, or no agent is there |
    /// | opening | authorizing; over (first time) or lost when it fails |
    /// | authorizing | recovering or ready; over when refused or not answered; lost when the connection ends |
    /// | recovering | ready; over when refused or not answered; lost when the connection ends |
    /// | ready | lost; over when the authorization is withdrawn |
    /// | dropping | lost |
    /// | leaving | over |
    ///
    /// Whatever else comes leaves it where it is.
    enum Stage: Hashable {
        case idle
        case fetching
        case opening(isFirst: Bool)
        case authorizing
        case recovering
        case ready
        /// The driver has begun a close; what still arrives is heard.
        case dropping
        case lost
        case leaving
        case over
    }

    /// A call under way.
    struct Fetch {
        var id: CallID
        var what: ChatCall
        /// From 1.
        var attempt: Int
        var intended: MonotonicTime
        var ordered: MonotonicTime
        var status: UInt16 = 0
        var body: [UInt8] = []
        var isTooLong = false

        /// ours: a longer answer is not understood.
        static let bodyLimit = 1 << 20

        mutating func append(_ bytes: RawSpan) {
            guard body.count + bytes.byteCount <= Self.bodyLimit else {
                isTooLong = true
                return
            }
            body.append(copying: bytes)
        }
    }

    /// A call that nobody but its purpose waits for.
    struct Errand {
        var fetch: Fetch
        var purpose: Purpose

        enum Purpose {
            /// Of the web client, beside the authorization.
            case configuration
            /// Of Android, beside everything else.
            case visitor
            case upload(MessageID)
            case storedEvent
            /// The whole of a message that was pushed in part.
            case message
            case analytics
            case log
            /// The renewal of an access token by a call.
            case renewal
        }
    }

    /// What the configuration said, as far as it matters later.
    struct Channel {
        var mode = ChannelConfiguration.Mode.singleThread
        var isKnown = false
        var isSecured = false
        var hasCookie = false
        var isAuthorizationEnabled = false
        var recoverDoesNotFail = false
        var allowsTranscript = false
        /// Kept until a conversation begins, or for the next where a customer may have several.
        var survey: Survey?
        var hasSurvey = false
        var files: FileRestrictions?
    }

    /// One of the customer's threads.
    struct OwnThread {
        var id: UUIDText.Spelled
        var state: ThreadState
        /// Empty when there is no older message.
        var scrollToken = ""
        var oldest: WallTime?
        /// The form's answers and what was set later; mobile clients send them with every message.
        var fields: [CustomField] = []
        /// The case's id; empty until it is known.
        var contact = ""

        var conversation: ConversationID { ConversationID(id.value) }
    }

    /// Pending threads are known to nobody but the client.
    enum ThreadState {
        case pending
        /// Of a list; its history was not read.
        case listed
        case ready
        case closed
    }

    /// What is to be said.
    struct Saying {
        var id: MessageID
        var text: String
        var postback: String?
        /// JSON.
        var parameters: [UInt8] = []
        var attachments: [AttachmentObject] = []
    }

    /// A message on its way behind its files.
    struct Upload {
        var saying: Saying
        var conversation: ConversationID
        /// Those that are still to be sent; the first is under way.
        var files: [ChatFile]
    }

    /// An action whose end is told.
    struct PendingAct {
        var kind: ChatAction.Kind
        var event: UInt128
        var start: StartTimes
        /// The thread that it is about.
        var conversation: ConversationID
    }

    /// A legacy access token and when it is to be renewed.
    struct Token {
        var text: String
        var staleAt: MonotonicTime
    }

    /// The one request whose answer is waited for.
    struct PendingRequest {
        var event: UInt128
        var kind: Kind
        /// `never` waits as long as the connection lasts.
        var deadline: MonotonicTime
        /// The thread that is asked about; nil for the customer's last.
        var thread: UUIDText.Spelled?

        enum Kind {
            case authorize
            case reconnect
            case list
            /// Of all threads of the list; ``loading`` has their events.
            case metadata
            /// On the way up: its failure ends the connection.
            case recoverFirst
            /// For the customer's next thread.
            case open
            case recoverAgain
            case recoverMore
        }
    }

    /// The next or the last heartbeat.
    struct HeartbeatGrid {
        var next = MonotonicTime.never
        var asked = MonotonicTime.never
        var sent = MonotonicTime.never
        var sending = SendingID.unobserved
        var isAwaited = false
    }

    /// A message whose acknowledgement is waited for.
    struct UnacknowledgedMessage {
        var id: MessageID
        var event: UInt128
        var sending: SendingID
        var deadline: MonotonicTime
        var conversation: ConversationID
    }

    /// A token on its way, before which no message leaves.
    struct PendingRefresh {
        var event: UInt128
        var deadline: MonotonicTime
    }

    /// A message that waits for a token.
    struct HeldMessage {
        var saying: Saying
        var conversation: ConversationID
    }

    /// Waits of the vendor's client.
    enum Wait {
        static let answer = Duration.seconds(10)
        /// An access token counts as stale so long before its end.
        static let tokenMargin = Duration.seconds(30)
    }

    /// Local numbers of its timers.
    enum ClientTimer: Int {
        case request
        case acknowledgement
        case heartbeat
        case refresh
        case act
    }

    /// Requests of one call: three attempts and one last, back to back.
    static let callAttempts = 4
    /// ours: more messages that wait for their acknowledgement are refused.
    static let unacknowledgedLimit = 64
    /// The code of every close that the client begins.
    static let goingAway: UInt16 = 1_001

    func timer(_ timer: ClientTimer) -> TimerID { TimerID(owner: owner, timer.rawValue) }
}
