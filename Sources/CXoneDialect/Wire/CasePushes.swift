package import JSONText

/// The push that announces a new case with its thread.
///
/// The web client does little before it; mobile reads nothing of it.
package struct CaseCreated: Hashable, Sendable {
    package var contact: CaseObject
    package var thread: ThreadObject

    package init(contact: CaseObject, thread: ThreadObject) {
        self.contact = contact
        self.thread = thread
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.caseCreated, about: "Case", to: &bytes) { bytes in
            JSONWriter.append(#","case":"#, to: &bytes)
            contact.append(to: &bytes)
            JSONWriter.append(#","thread":"#, to: &bytes)
            thread.append(to: &bytes)
        }
    }
}

/// The push that says how far a case has come.
package struct CaseStatusChanged: Hashable, Sendable {
    package var contact: CaseObject

    package init(contact: CaseObject) {
        self.contact = contact
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.caseStatusChanged, about: "Case", to: &bytes) { bytes in
            JSONWriter.append(#","case":"#, to: &bytes)
            contact.append(to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does; answers the case's thread.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> EchoedID {
        try ServerPush.check(frame)
        return try CaseObject.check(frame, at: "data/case")
    }
}

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
