package import JSONText
import TextForms

/// The push that says how many are before a customer who waits for an agent (`SetPositionInQueue`).
package struct PositionInQueue: Hashable, Sendable {
    package var contact: String
    package var queue: String
    package var position: Int
    package var isAnyAgentOnline: Bool

    package init(contact: String, queue: String, position: Int, isAnyAgentOnline: Bool = true) {
        self.contact = contact
        self.queue = queue
        self.position = position
        self.isAnyAgentOnline = isAnyAgentOnline
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.setPositionInQueue, about: "Case", to: &bytes) { bytes in
            JSONWriter.append(#","consumerContact":{"id":"#, to: &bytes)
            JSONWriter.append(string: contact, to: &bytes)
            JSONWriter.append(#"},"routingQueue":{"id":"#, to: &bytes)
            JSONWriter.append(string: queue, to: &bytes)
            JSONWriter.append(#"},"positionInQueue":"#, to: &bytes)
            JSONWriter.append(integer: position, to: &bytes)
            JSONWriter.append(#","isAnyAgentOnlineForQueue":"#, to: &bytes)
            JSONWriter.append(flag: isAnyAgentOnline, to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does, which takes it as a push only.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> (contact: String, position: Int) {
        (try frame.text("data/consumerContact/id"), try frame.integer("data/positionInQueue"))
    }
}
