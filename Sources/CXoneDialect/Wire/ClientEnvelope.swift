package import JSONText

/// What surrounds everything that a client sends, but for the bare heartbeat.
package struct ClientEnvelope: Hashable, Sendable {
    /// To be echoed as it came, whatever it is.
    package var event: EchoedID
    /// `register` instead of `chatWindowEvent`.
    package var isRegistration: Bool
    package var brand: Int
    package var channel: String
    package var customer: CustomerIdentity
    package var visitor: EchoedID?
    package var type: ClientEventType

    package init(
        event: EchoedID,
        brand: Int,
        channel: String,
        customer: CustomerIdentity,
        visitor: EchoedID?,
        type: ClientEventType
    ) {
        self.event = event
        isRegistration = type == .authorize
        self.brand = brand
        self.channel = channel
        self.customer = customer
        self.visitor = visitor
        self.type = type
    }

    package init(_ frame: JSONCursor) throws(JSONFault) {
        event = try frame.id("eventId")
        isRegistration = try frame.text("action", is: "register")
        brand = try frame.integer("payload/brand/id")
        channel = try frame.text("payload/channel/id")
        type = try frame.withText("payload/eventType") { (name) throws(JSONFault) in ClientEventType(name) }
        visitor = try frame.idIfPresent("payload/visitor/id")
        let key: StaticString =
            frame.has("payload/customerIdentity") ? "payload/customerIdentity" : "payload/consumerIdentity"
        customer = try frame.within(key) { (object) throws(JSONFault) in try CustomerIdentity(object) }
    }

    /// The event's id even of a frame whose envelope is not whole, for an answer that says so.
    package static func event(of frame: JSONCursor) -> EchoedID? {
        try? frame.id("eventId")
    }

    /// Whether this is the heartbeat of the mobile and web clients, which has no envelope.
    package static func isHeartbeat(_ frame: JSONCursor) -> Bool {
        (try? frame.text("action", is: "heartbeat")) == true
    }
}

/// The keep-alive: a frame without an envelope, and its answer.
package enum Heartbeat: Sendable {
    package static let frame: StaticString = #"{"action":"heartbeat"}"#
    /// A JSON string, so the quotes belong to the frame.
    package static let answer: StaticString = #""pong""#
}
