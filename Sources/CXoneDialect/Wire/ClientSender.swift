import JSONText

/// The parts of an envelope that stay the same for a customer, and the writing of frames around them.
package struct ClientSender: Hashable, Sendable {
    package var place: ChannelPlace
    package var customer: CustomerIdentity
    package var visitor: UInt128

    package init(place: ChannelPlace, customer: CustomerIdentity, visitor: UInt128) {
        self.place = place
        self.customer = customer
        self.visitor = visitor
    }

    /// Appends a frame in the iOS client's order of keys; `body` writes the `data` object.
    package func append(
        _ type: ClientEventType,
        event: UInt128,
        to bytes: inout [UInt8],
        body: (inout [UInt8]) -> Void
    ) {
        open(type, event, to: &bytes)
        JSONWriter.append(#","data":"#, to: &bytes)
        body(&bytes)
        JSONWriter.append("}}", to: &bytes)
    }

    /// Appends a frame without `data`.
    package func append(_ type: ClientEventType, event: UInt128, to bytes: inout [UInt8]) {
        open(type, event, to: &bytes)
        JSONWriter.append("}}", to: &bytes)
    }

    private func open(_ type: ClientEventType, _ event: UInt128, to bytes: inout [UInt8]) {
        JSONWriter.append(type == .authorize ? #"{"action":"register""# : #"{"action":"chatWindowEvent""#, to: &bytes)
        JSONWriter.append(#","eventId":"#, to: &bytes)
        bytes.append(uuid: event)
        JSONWriter.append(#","payload":{"#, to: &bytes)
        place.append(to: &bytes)
        JSONWriter.append(",", to: &bytes)
        JSONWriter.append(type.iosIdentityKey, to: &bytes)
        customer.append(to: &bytes)
        JSONWriter.append(#","eventType":""#, to: &bytes)
        JSONWriter.append(type.iosName, to: &bytes)
        JSONWriter.append(#"","visitor":{"id":"#, to: &bytes)
        bytes.append(uuid: visitor)
        JSONWriter.append("}", to: &bytes)
    }
}
