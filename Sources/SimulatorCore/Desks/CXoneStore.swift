import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import TextForms

/// Everybody who ever wrote to a CXone desk, and what was said; it outlives their sockets.
struct CXoneStore: Sendable {
    private(set) var customers: [CXoneCustomer] = []
    private var places: [Name: Int] = [:]

    /// Customers of different channels are different customers.
    private struct Name: Hashable {
        var channel: Int
        var id: EchoedID
    }

    private let seed: UInt64

    /// More customers, and more threads of one, are refused (ours).
    static let customerLimit = 1_000_000
    static let threadLimit = 100

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Transaction tokens, so that a socket's can be known.
    private var tokens: [String: Int] = [:]

    mutating func remember(_ token: String, of customer: Int) {
        if let before = customers[customer].transaction, before != token { tokens[before] = nil }
        tokens[token] = customer
    }

    func customer(withToken token: String) -> Int? { tokens[token] }

    subscript(customer: Int) -> CXoneCustomer {
        get { customers[customer] }
        _modify { yield &customers[customer] }
    }

    /// The customer of a channel with this identity, new or known, under the name that it gives now; nil when the store is
    /// full.
    mutating func customer(_ identity: CustomerIdentity, of channel: Int) -> Int? {
        let name = Name(channel: channel, id: identity.id)
        if let place = places[name] {
            if let name = identity.firstName { customers[place].identity.firstName = name }
            if let name = identity.lastName { customers[place].identity.lastName = name }
            return place
        }
        guard customers.count < Self.customerLimit else { return nil }
        customers.append(CXoneCustomer(identity, of: channel, seed: seed))
        places[name] = customers.count - 1
        return customers.count - 1
    }

    /// The thread with this id, new or known; nil when the customer has too many.
    mutating func thread(_ id: UUIDText.Spelled, of customer: Int, at now: WallTime, number: Int) -> Int? {
        if let place = customers[customer].threads.firstIndex(where: { $0.id == id }) { return place }
        guard customers[customer].threads.count < Self.threadLimit else { return nil }
        let random = SeededRandom(seed: seed, stream: "cxone.bot", EchoedID.uuid(id).streamNumber)
        customers[customer].threads.append(CXoneThread(id: id, number: number, at: now, bot: random))
        return customers[customer].threads.count - 1
    }
}

/// One customer at a CXone desk.
struct CXoneCustomer: Sendable {
    var identity: CustomerIdentity
    let channel: Int
    /// Draws the desk's delays for this customer and nobody else.
    var delays: SeededRandom
    /// Makes the ids of what the desk says to this customer.
    var ids: SeededRandom
    var sockets: [SocketID] = []
    var isAuthorized = false
    /// The token of its latest secured session.
    var transaction: String?
    var transactionEnds = MonotonicTime.never
    var fields: [CustomField] = []
    /// Whether it was greeted, where the channel greets.
    var isWelcomed = false
    /// In the order in which they began.
    var threads: [CXoneThread] = []
    /// When the latest message is or was echoed: the next is not echoed before it.
    var lastEcho = MonotonicTime.never

    init(_ identity: CustomerIdentity, of channel: Int, seed: UInt64) {
        self.identity = identity
        self.channel = channel
        delays = SeededRandom(seed: seed, stream: "cxone.delays", identity.id.streamNumber)
        ids = SeededRandom(seed: seed, stream: "cxone.ids", identity.id.streamNumber)
    }

    func hasSent(_ id: UUIDText.Spelled) -> Bool {
        threads.contains { thread in
            thread.messages.reversed().contains { $0.author == .customer && $0.id.value == id.value }
        }
    }

    /// Stores a message and what was filled in with it; answers the message's place.
    mutating func keep(_ message: CXoneMessage, in thread: Int, fields: [CustomField] = []) -> Int {
        threads[thread].updatedAt = message.createdAt
        threads[thread].keep(fields, at: message.createdAt)
        threads[thread].messages.append(message)
        return threads[thread].messages.count - 1
    }

    /// Marks what the agent said in a thread as seen; answers the latest message that was not seen before.
    mutating func see(_ id: EchoedID, at now: WallTime) -> (thread: Int, message: Int)? {
        guard let thread = threads.firstIndex(where: { EchoedID.uuid($0.id) == id }) else { return nil }
        var latest: Int?
        for message in threads[thread].messages.indices.reversed()
        where threads[thread].messages[message].author != .customer {
            if threads[thread].messages[message].seenAt != nil { break }
            threads[thread].messages[message].seenAt = now
            latest = latest ?? message
        }
        return latest.map { (thread, $0) }
    }

    var bot: BotCustomer {
        BotCustomer(id: identity.id.spelling, firstName: identity.firstName ?? "", lastName: identity.lastName ?? "")
    }
}

/// One thread with its one case.
struct CXoneThread: Sendable {
    let id: UUIDText.Spelled
    /// Of the case.
    var number: Int
    let createdAt: WallTime
    var status = CaseStatus.open
    var statusAt: WallTime
    var name = ""
    /// Nothing more can be said in it.
    var isClosed = false
    /// Somebody looks after it.
    var isAssigned = false
    var updatedAt: WallTime
    /// Oldest first.
    var messages: [CXoneMessage] = []
    var fields: [CustomField] = []
    var bot: BotSession
    var agenda = BotAgenda()

    init(id: UUIDText.Spelled, number: Int, at now: WallTime, bot: SeededRandom) {
        self.id = id
        self.number = number
        createdAt = now
        updatedAt = now
        statusAt = now
        self.bot = BotSession(random: bot)
    }

    /// The answers of the form ride in every message; the latest of each ident holds.
    mutating func keep(_ sent: [CustomField], at now: WallTime) {
        if !sent.isEmpty { Self.merge(sent, into: &fields, at: now) }
    }

    static func merge(_ sent: [CustomField], into fields: inout [CustomField], at now: WallTime) {
        for var field in sent {
            field.updatedAt = field.updatedAt ?? now
            if let place = fields.firstIndex(where: { $0.ident == field.ident }) {
                fields[place] = field
            } else if fields.count < fieldLimit {
                fields.append(field)
            }
        }
    }

    /// More fields are dropped (ours).
    static let fieldLimit = 100
}

/// One stored message: as small as it can be, since a desk holds all of them.
struct CXoneMessage: Sendable {
    let id: UUIDText.Spelled
    let author: Author
    let createdAt: WallTime
    /// When the customer said to have seen it.
    var seenAt: WallTime?
    let text: String
    var postback: String?
    var attachments: [AttachmentObject] = []
    var rich: RichContent?
    /// JSON as it was sent.
    var parameters: [UInt8] = []

    init(id: UUIDText.Spelled, author: Author, at now: WallTime, text: String) {
        self.id = id
        self.author = author
        createdAt = now
        self.text = text
    }
}

extension EchoedID {
    /// The same for the same id in every run and process: names its customer's streams of randomness.
    var streamNumber: UInt64 {
        switch self {
        case .uuid(let spelled):
            UInt64(truncatingIfNeeded: spelled.value >> 64) ^ UInt64(truncatingIfNeeded: spelled.value)
        case .text(let text):
            text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }
}
