import JSONText

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
