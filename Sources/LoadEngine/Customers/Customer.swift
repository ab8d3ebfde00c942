import ChatClient
public import ChatModel
import Clockwork
public import Exchange

/// One simulated customer: a mind that wants things, a session that does them, and what is under way between the two.
struct Customer<Dialect: ChatDialect>: Sendable {
    /// What it is doing.
    enum Activity: Hashable, Sendable {
        case coming
        case fillingIn
        case thinking
        case typing
        /// Its message is due, but there is no connection to say it on.
        case held
        /// For a reply.
        case waiting
        /// For something else, which ``awaited`` names.
        case listening
        /// For its connection.
        case away
        /// For the end of what it does besides talking.
        case acting
        case leaving
    }

    let owner: WireOwner
    let identity: CustomerIdentity
    let group: Int
    var session: ClientSession<Dialect>
    var mind: BehaviorMind
    var random: SeededRandom
    var activity = Activity.coming
    /// When what it is doing ends as planned.
    var due = MonotonicTime.never
    var awaited = BehaviorStep.Awaited.reply
    /// Where it goes on if what it waits for does not come.
    var late = 0
    /// It broke its own connection and is not back yet.
    var isDropped = false
    /// When the storm began that took its connection; `never` for whoever is back.
    var stormBegan = MonotonicTime.never
    var turn = Turn()
    /// Turns of its other conversations.
    var parked: [Turn] = []
    /// Of the conversation that it is in.
    var isAssigned = false
    var isClosed = false
    /// When it wished for an agent.
    var wished = StartTimes(intended: .never, sent: .never)
    /// Of its group's data.
    var row: DataTable.Row?
    /// When what its behaviour measures began, by the name's place.
    var stopwatches: [StartTimes] = []
    /// What its behaviour noted; nil for a behaviour that notes nothing.
    var notes: Notes?
    /// False for a slot that waits for its next customer.
    var isPresent = true

    /// What is said and answered in one go.
    struct Turn: Sendable {
        var number = 0
        var text = ""
        var isTyped = true
        /// False for typing that ends without a message.
        var isSpoken = true
        var message: MessageID?
        /// Where it was said.
        var conversation: ConversationID?
        /// What hangs on it.
        var files: [ChatFile] = []
        /// Which of what was offered it takes; -1 for nothing.
        var choice: Int16 = -1
        var start = StartTimes(intended: .never, sent: .never)
        var isAcknowledged = false
        var hasSeenTyping = false
        /// Of the first reply.
        var author: Author?
        /// Its reply has come or is not waited for any more.
        var isSettled = false

        /// The first typing after a message, and before the reply to it, is measured.
        var isOpenForTyping: Bool { message != nil && author == nil && !hasSeenTyping }

        var isOpenForReply: Bool { message != nil && author == nil }

        /// Whether there is nothing but a text.
        var isPlain: Bool { files.isEmpty && choice < 0 }

        /// Whether what was waited for has come since the turn's message was said.
        func has(_ awaited: BehaviorStep.Awaited) -> Bool {
            switch awaited {
            case .reply: author != nil
            case .typing: hasSeenTyping
            case .ack: isAcknowledged
            case .assignment, .closed: false
            }
        }
    }

    /// The latest reply and what was taken from it or set.
    struct Notes: Sendable {
        var replyText = ""
        var choices: [RichContent.Choice] = []
        var noted: [String: String] = [:]

        func contains(_ words: [String]) -> Bool {
            let text = replyText.lowercased()
            return words.contains { text.firstRange(of: $0) != nil }
        }

        func captured(after: String, until: String) -> String? {
            let beginning = replyText.startIndex..<replyText.startIndex
            guard let before = after.isEmpty ? beginning : replyText.firstRange(of: after) else { return nil }
            let rest = replyText[before.upperBound...]
            guard !until.isEmpty else { return String(rest) }
            return rest.firstRange(of: until).map { String(rest[..<$0.lowerBound]) }
        }

        func value(of place: String) -> String? {
            place.hasPrefix("var.") ? noted[String(place.dropFirst(4))] ?? "" : nil
        }
    }

    // Asked of the customer and not of its parts by whoever holds it: reading two parts of an array's element made the
    // compiler copy all of it.

    var waiting: (activity: Activity, awaited: BehaviorStep.Awaited) { (activity, awaited) }

    var step: (activity: Activity, due: MonotonicTime) { (activity, due) }

    /// Whether what can be waited for has come.
    func has(_ awaited: BehaviorStep.Awaited) -> Bool {
        switch awaited {
        case .assignment: isAssigned
        case .closed: isClosed
        default: turn.has(awaited)
        }
    }

    /// The value of a place in a profile's texts.
    func value(of place: String) -> String? {
        identity.value(of: place, turn: turn.number) ?? row?.value(of: place) ?? notes?.value(of: place)
    }
}

/// Who a simulated customer is.
public struct CustomerIdentity: Hashable, Sendable {
    /// Counts the arrivals of the whole run, from 0.
    public var number: Int
    public var person: Person
    /// The customer's owner number on its loop, for everything that it opens.
    public var owner: WireOwner
    /// The named target of its group; nil for the only one.
    public var target: String?
    /// Which of the vendor's clients it has; nil for the platform's first.
    public var client: String?
    /// What it is called on the platform; nil lets the client draw it.
    public var externalID: String?
    /// What it shows to be let in, by the platform's names.
    public var credentials: [String: String] = [:]

    public init(number: Int, person: Person, owner: WireOwner, target: String?) {
        self.number = number
        self.person = person
        self.owner = owner
        self.target = target
    }

    /// The value of a place in a profile's texts.
    func value(of place: String, turn: Int) -> String? {
        switch place {
        case "customer.firstName": person.firstName
        case "customer.lastName": person.lastName
        case "customer.fullName": person.fullName
        case "customer.id": String(number)
        case "turn.number": String(turn)
        default: nil
        }
    }
}
