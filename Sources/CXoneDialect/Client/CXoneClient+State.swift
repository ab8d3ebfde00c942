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
    /// | fetching | opening, or over when the calls fail |
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

    /// What the configuration said, as far as it matters later.
    struct Channel {
        var isAuthorizationEnabled = false
        /// Kept until a conversation begins.
        var survey: Survey?
        var hasSurvey = false
    }

    /// The customer's one thread.
    struct OwnThread {
        var id: UUIDText.Spelled
        var state: ThreadState
        /// Empty when there is no older message.
        var scrollToken = ""
        var oldest: WallTime?

        var conversation: ConversationID { ConversationID(id.value) }
    }

    /// Pending threads are known to nobody but the client.
    enum ThreadState {
        case pending
        case ready
        case closed
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
        var deadline: MonotonicTime

        enum Kind {
            case authorize
            case reconnect
            /// On the way up: its failure ends the connection.
            case recoverFirst
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
    }

    /// Waits of the vendor's client.
    enum Wait {
        static let answer = Duration.seconds(10)
        static let heartbeat = Duration.seconds(10)
        static let pong = Duration.seconds(5)
        /// A token counts as stale so long before its end.
        static let tokenMargin = Duration.seconds(30)
    }

    /// Local numbers of its timers.
    enum ClientTimer: Int {
        case request
        case acknowledgement
        case heartbeat
    }

    /// Requests of one call: three attempts and one last, back to back.
    static let callAttempts = 4
    /// ours: more messages that wait for their acknowledgement are refused.
    static let unacknowledgedLimit = 64
    /// The code of every close that the client begins.
    static let goingAway: UInt16 = 1_001

    func timer(_ timer: ClientTimer) -> TimerID { TimerID(owner: owner, timer.rawValue) }
}
