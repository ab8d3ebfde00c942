package import Clockwork
package import JSONText
import TextForms

/// One support ticket (CASE); a thread has one at a time.
package struct CaseObject: Hashable, Sendable {
    package var id: String
    package var thread: EchoedID
    package var status: CaseStatus
    package var statusUpdatedAt: WallTime
    package var createdAt: WallTime
    package var customFields: [CustomField]

    package init(
        id: String,
        thread: EchoedID,
        status: CaseStatus,
        statusUpdatedAt: WallTime,
        createdAt: WallTime,
        customFields: [CustomField]
    ) {
        self.id = id
        self.thread = thread
        self.status = status
        self.statusUpdatedAt = statusUpdatedAt
        self.createdAt = createdAt
        self.customFields = customFields
    }

    /// Throws unless the object at the path is what the iOS client demands.
    ///
    /// Answers the thread that it belongs to.
    package static func check(_ frame: JSONCursor, at path: StaticString) throws(JSONFault) -> EchoedID {
        try frame.within(path) { (object) throws(JSONFault) in
            for key in ["id", "status"] as [StaticString] where !object.isText(key) { throw .missing(path: key) }
            _ = try object.strictDate("createdAt")
            try CustomField.check(object, at: "customFields")
            return try object.id("threadIdOnExternalPlatform")
        }
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"id":"#, to: &bytes)
        JSONWriter.append(string: id, to: &bytes)
        JSONWriter.append(#","threadIdOnExternalPlatform":"#, to: &bytes)
        thread.append(to: &bytes)
        JSONWriter.append(#","status":""#, to: &bytes)
        JSONWriter.append(status.wireName, to: &bytes)
        JSONWriter.append(#"","statusUpdatedAt":"#, to: &bytes)
        bytes.append(date: statusUpdatedAt, .offset)
        JSONWriter.append(#","createdAt":"#, to: &bytes)
        bytes.append(date: createdAt, .offset)
        JSONWriter.append(#","customFields":"#, to: &bytes)
        CustomField.append(customFields, .offset, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}

/// How far a case has come.
package enum CaseStatus: Hashable, Sendable {
    case new
    case open
    case pending
    case escalated
    case resolved
    case closed

    package var wireName: StaticString {
        switch self {
        case .new: "new"
        case .open: "open"
        case .pending: "pending"
        case .escalated: "escalated"
        case .resolved: "resolved"
        case .closed: "closed"
        }
    }
}
