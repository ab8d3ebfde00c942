import JSONText

/// The shape of an answer to a request: its id again, and the content inside `postback`.
///
/// No key `error` and no `data` at the top: the web client would take either for something else.
package enum ServerResponse: Sendable {
    /// The bare acknowledgement.
    package static func appendAcknowledgement(of event: EchoedID, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"eventId":"#, to: &bytes)
        event.append(to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }

    /// `extra` goes to the top level; `body` writes the `data` object.
    static func append(
        _ type: ServerEventType,
        to event: EchoedID,
        extra: StaticString = "",
        into bytes: inout [UInt8],
        body: (inout [UInt8]) -> Void
    ) {
        JSONWriter.append(#"{"eventId":"#, to: &bytes)
        event.append(to: &bytes)
        JSONWriter.append(#","status":"success","#, to: &bytes)
        JSONWriter.append(extra, to: &bytes)
        JSONWriter.append(#""postback":{"eventType":""#, to: &bytes)
        JSONWriter.append(type.wireName, to: &bytes)
        JSONWriter.append(#"","data":"#, to: &bytes)
        body(&bytes)
        JSONWriter.append("}}", to: &bytes)
    }
}
