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
        /// It broke its own connection and is on its way back.
        case away
        case leaving
    }

    let owner: WireOwner
    let identity: CustomerIdentity
    let group: Int
    var session: ClientSession<Dialect>
    var mind: BehaviorMind
    var random: SeededRandom
    var activity = Activity.coming
    var turn = Turn()
    /// False for a slot that waits for its next customer.
    var isPresent = true

    /// What is said and answered in one go.
    struct Turn: Sendable {
        var number = 0
        var text = ""
        var message: MessageID?
        var start = StartTimes(intended: .never, sent: .never)
        var hasSeenTyping = false
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
