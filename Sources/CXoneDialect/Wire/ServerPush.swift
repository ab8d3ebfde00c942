package import Clockwork
import JSONText
import TextForms

/// What surrounds everything that a server sends unasked.
package struct ServerPush: Hashable, Sendable {
    package var event: UInt128
    package var at: WallTime
    package var place: ChannelPlace

    package init(event: UInt128, at: WallTime, place: ChannelPlace) {
        self.event = event
        self.at = at
        self.place = place
    }

    /// `body` writes the members of `data` that follow brand and channel.
    func append(
        _ type: ServerEventType,
        about object: StaticString,
        to bytes: inout [UInt8],
        body: (inout [UInt8]) -> Void
    ) {
        JSONWriter.append(#"{"eventId":"#, to: &bytes)
        bytes.append(uuid: event)
        JSONWriter.append(#","eventObject":""#, to: &bytes)
        JSONWriter.append(object, to: &bytes)
        JSONWriter.append(#"","eventType":""#, to: &bytes)
        JSONWriter.append(type.wireName, to: &bytes)
        JSONWriter.append(#"","createdAt":"#, to: &bytes)
        bytes.append(date: at, .offset)
        JSONWriter.append(#","createdAtWithMilliseconds":"#, to: &bytes)
        bytes.append(date: at, .offsetWithMilliseconds)
        JSONWriter.append(#","data":{"#, to: &bytes)
        place.append(to: &bytes)
        body(&bytes)
        JSONWriter.append(#"},"context":[]}"#, to: &bytes)
    }

    /// Throws unless the iOS client would look further: one of five objects (it minds not which), and a date.
    static func check(_ frame: JSONCursor) throws(JSONFault) {
        let isKnown = try frame.withText("eventObject") { (name) throws(JSONFault) in
            let known: [StaticString] = ["Message", "SenderAction", "Case", "Thread", "ChatWindow"]
            return known.contains { name.spells($0) }
        }
        guard isKnown else { throw .wrongType(path: "eventObject") }
        _ = try frame.strictDate("createdAt")
    }
}
