import CXoneDialect
import JSONText

/// A frame as a CXone desk understands it.
enum CXoneRequest {
    case heartbeat
    case event(ClientEnvelope, ClientPayload)
    /// Whole, and of a kind that nobody knows.
    case unknown(EchoedID)
    /// JSON, but not what its kind must be; answered when it at least names itself.
    case incomplete(EchoedID?)

    static func read(_ frame: RawSpan, with reader: inout JSONReader) throws(JSONFault) -> CXoneRequest {
        try reader.read(frame) { (frame) throws(JSONFault) in
            if ClientEnvelope.isHeartbeat(frame) { return .heartbeat }
            do throws(JSONFault) {
                let envelope = try ClientEnvelope(frame)
                if envelope.type == .other, try !isAcknowledged(frame) { return .unknown(envelope.event) }
                return .event(envelope, try ClientPayload(envelope.type, in: frame))
            } catch {
                return .incomplete(ClientEnvelope.event(of: frame))
            }
        }
    }

    /// Events that a desk takes and does nothing about.
    private static let acknowledged: [StaticString] = [
        "SendMessagePreview", "StoreVisitorEvents", "StoreVisitor", "SendPageViews", "AddVisitorTags",
        "RemoveVisitorTags", "LeaveGroupChat", "CreateInvitationToGroupChat", "SendEmailInvitationToGroupChat",
        "JoinGroupChat",
    ]

    private static func isAcknowledged(_ frame: JSONCursor) throws(JSONFault) -> Bool {
        for name in acknowledged where try frame.text("payload/eventType", is: name) { return true }
        return false
    }
}
