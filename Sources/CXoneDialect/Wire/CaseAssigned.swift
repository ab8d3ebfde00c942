package import JSONText

/// The push that says who looks after a case now (`CaseInboxAssigneeChanged`).
package struct CaseAssigned: Hashable, Sendable {
    package var contact: CaseObject
    package var assignee: AgentObject?
    package var previous: AgentObject?

    package init(contact: CaseObject, assignee: AgentObject?, previous: AgentObject?) {
        self.contact = contact
        self.assignee = assignee
        self.previous = previous
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.caseInboxAssigneeChanged, about: "Case", to: &bytes) { bytes in
            JSONWriter.append(#","case":"#, to: &bytes)
            contact.append(to: &bytes)
            JSONWriter.append(#","inboxAssignee":"#, to: &bytes)
            AgentObject.append(assignee, to: &bytes)
            JSONWriter.append(#","previousInboxAssignee":"#, to: &bytes)
            AgentObject.append(previous, to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does; answers the case's thread.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> EchoedID {
        try ServerPush.check(frame)
        _ = try AgentObject.check(frame, at: "data/inboxAssignee")
        _ = try AgentObject.check(frame, at: "data/previousInboxAssignee")
        return try CaseObject.check(frame, at: "data/case")
    }
}
