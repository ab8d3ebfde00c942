package import JSONText

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
