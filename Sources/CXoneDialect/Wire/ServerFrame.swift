package import JSONText

/// What the iOS client makes of a frame before it looks at its content.
package struct ServerFrame: Hashable, Sendable {
    /// Nil only for the gateway's errors, and for operation errors that carry none.
    package var event: EchoedID?
    package var kind: Kind

    /// The shapes, in the order in which the client tries them.
    package enum Kind: Hashable, Sendable {
        case gatewayError
        case operationError(OperationError.Code)
        case event(ServerEventType)
        /// Nothing but an id that is echoed.
        case acknowledgement
    }

    /// Throws for a frame that the client drops: one without an id.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        if GatewayError.isOne(frame) {
            event = nil
            kind = .gatewayError
        } else if let code = OperationError.Code(in: frame) {
            event = try? frame.id("eventId")
            kind = .operationError(code)
        } else {
            event = try frame.id("eventId")
            if frame.has("eventType") {
                kind = .event(try frame.withText("eventType") { (name) throws(JSONFault) in ServerEventType(name) })
            } else if frame.has("postback/eventType") {
                kind = .event(
                    try frame.withText("postback/eventType") { (name) throws(JSONFault) in ServerEventType(name) }
                )
            } else {
                kind = .acknowledgement
            }
        }
    }
}
