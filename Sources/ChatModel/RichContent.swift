/// What a message shows besides its text, and what a customer may choose from it.
public enum RichContent: Hashable, Sendable {
    /// Buttons under a text.
    case quickReplies([Choice])
    /// A list to pick from, under a title.
    case list(title: String, [Choice])
    case link(title: String, url: String)
    /// Appointments to pick from, under a title.
    case times(title: String, [TimeSlot])
    /// A question whether anybody is still there, with a countdown.
    case inactivity(Inactivity)
    /// Something that phones cannot show; the text stands in for it.
    case unsupported(type: String)

    /// One thing that can be chosen.
    public struct Choice: Hashable, Sendable {
        public var text: String
        /// What the answer carries besides its text.
        public var postback: String
        public var description: String?

        public init(text: String, postback: String, description: String? = nil) {
            self.text = text
            self.postback = postback
            self.description = description
        }
    }

    /// One appointment.
    public struct TimeSlot: Hashable, Sendable {
        public var id: String
        /// Counted from the message, in seconds.
        public var startsIn: Int
        /// In seconds.
        public var duration: Int

        public init(id: String, startsIn: Int, duration: Int) {
            self.id = id
            self.startsIn = startsIn
            self.duration = duration
        }
    }

    /// What is asked when nobody has said anything for long.
    public struct Inactivity: Hashable, Sendable {
        public var title: String
        public var text: String
        public var question: String
        /// How long the customer has to answer.
        public var seconds: Int
        /// The answer that goes on, and the one that ends the chat.
        public var stay: String
        public var end: String

        public init(title: String, text: String, question: String, seconds: Int, stay: String, end: String) {
            self.title = title
            self.text = text
            self.question = question
            self.seconds = seconds
            self.stay = stay
            self.end = end
        }
    }
}
