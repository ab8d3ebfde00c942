import JSONText

/// The parts of an envelope that stay the same for a customer, and the writing of frames around them.
package struct ClientSender: Hashable, Sendable {
    package var client: VendorClient
    package var place: ChannelPlace
    package var customer: CustomerIdentity
    package var visitor: UInt128
    /// Where the visitor is; drawn anew with each preparation.
    package var destination: UInt128
    /// Nil before the first page view.
    package var visit: UInt128?

    package init(
        client: VendorClient,
        place: ChannelPlace,
        customer: CustomerIdentity,
        visitor: UInt128,
        destination: UInt128
    ) {
        self.client = client
        self.place = place
        self.customer = customer
        self.visitor = visitor
        self.destination = destination
    }

    /// Appends a frame; `body` writes the `data` object.
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

    /// Appends a frame that says nothing more; the web client then writes an empty `data`.
    package func append(_ type: ClientEventType, event: UInt128, to bytes: inout [UInt8]) {
        open(type, event, to: &bytes)
        JSONWriter.append(client == .web ? #","data":{}}}"# : "}}", to: &bytes)
    }

    private func open(_ type: ClientEventType, _ event: UInt128, to bytes: inout [UInt8]) {
        JSONWriter.append(type == .authorize ? #"{"action":"register""# : #"{"action":"chatWindowEvent""#, to: &bytes)
        JSONWriter.append(#","eventId":"#, to: &bytes)
        bytes.append(uuid: event)
        JSONWriter.append(#","payload":{"#, to: &bytes)
        place.append(to: &bytes)
        JSONWriter.append(",", to: &bytes)
        JSONWriter.append(type.identityKey(for: client), to: &bytes)
        customer.append(to: &bytes)
        JSONWriter.append(#","eventType":""#, to: &bytes)
        JSONWriter.append(type.name(for: client), to: &bytes)
        JSONWriter.append(#"","visitor":{"id":"#, to: &bytes)
        bytes.append(uuid: visitor)
        JSONWriter.append("}", to: &bytes)
        if client != .ios || type == .executeTrigger {
            JSONWriter.append(#","destination":{"id":"#, to: &bytes)
            bytes.append(uuid: destination)
            JSONWriter.append("}", to: &bytes)
        }
        guard client == .web else { return }
        JSONWriter.append(#","visit":{"#, to: &bytes)
        if let visit {
            JSONWriter.append(#""id":"#, to: &bytes)
            bytes.append(uuid: visit)
        }
        JSONWriter.append("}", to: &bytes)
    }
}
