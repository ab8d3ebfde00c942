public import ChatClient
public import ChatModel
public import Clockwork

/// One step of a behaviour.
///
/// The steps of a behaviour lie in one list; those that lead elsewhere name a place in it, and its length is the end.
public enum BehaviorStep: Hashable, Sendable {
    /// Nil for the group's own thinking time.
    case think(Distribution?)
    /// One of these texts is said, or of the group's when there are none; typed before it is said, as long as it takes.
    case say([Template], isTyped: Bool)
    /// Types, and says nothing.
    case type(Distribution)
    /// Waits until it has come since the last thing that was said. Nil for the run's `replyTimeout`; `late` is where a
    /// customer goes on who waited in vain.
    case waitFor(Awaited, timeout: Duration?, late: Int)
    case markSeen
    case drop(DropMethod)
    /// Waits for the connection.
    case reconnect
    case leave
    /// Another conversation: a new one, or the next of the customer's.
    case open(Opening)
    /// One of these files with one of these texts, or one of the group's files when there are none.
    case attach([ChatFile], [Template])
    /// One of the choices that the latest reply offers; by its number from 1, by its text, or any.
    case answer(Answer)
    /// Does something besides talking.
    case act(Act)
    case set(name: String, Template)
    /// What stands between two texts of the latest reply; `after` may be empty for its beginning, `until` for its end.
    case capture(name: String, after: String, until: String)

    /// The time to the matching `stopwatchEnds` is recorded, by its place among the script's names.
    case stopwatchBegins(Int)
    case stopwatchEnds(Int)

    /// Goes round until `again`, or past it when there is nothing to do.
    case enter(Repetition, past: Int)
    case again(first: Int)
    /// Draws one, by weight.
    case choose([Choice])
    case go(Int)
    case unless(Condition, Int)

    /// What can be waited for.
    public enum Awaited: String, CaseIterable, Hashable, Sendable {
        case reply
        case typing
        case ack
        case assignment
        case closed
    }

    /// Which conversation is opened.
    public enum Opening: String, CaseIterable, Hashable, Sendable {
        case new
        case next
    }

    /// Which of the choices that a reply offers is taken.
    public enum Answer: Hashable, Sendable {
        case any
        case number(Int)
        case text(Template)
    }

    /// A name and what it is set to.
    public struct Field: Hashable, Sendable {
        public var ident: String
        public var value: Template
    }

    /// An action whose texts are filled in for each customer.
    public enum Act: Hashable, Sendable {
        case rename(Template)
        case archive
        case end
        case sendTranscript(Template)
        case setFields([Field], ofCustomer: Bool)
        case loadOlder
        case viewPage(title: Template, url: Template)
        case trigger(Template)
        case signOut
    }

    /// How often steps are repeated; drawn when they are entered.
    public enum Repetition: Hashable, Sendable {
        /// As often as the group has turns.
        case turns
        /// Half of the turns, rounded up, and those that are left.
        case firstHalf
        case secondHalf
        case times(ClosedRange<Int>)
    }

    /// A way to go on, and how likely it is among others.
    public struct Choice: Hashable, Sendable {
        public var weight: Double
        public var first: Int
    }

    /// What has come since the last thing that was said.
    public enum Condition: Hashable, Sendable {
        case replied(Bool)
        case typing(Bool)
        case author(Author)
        case offered(Bool)
        case assigned(Bool)
        case closed(Bool)
        /// The latest reply has one of these in it, whatever the case.
        case contains([String])
    }
}
