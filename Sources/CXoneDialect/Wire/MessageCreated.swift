package import JSONText

/// The push that announces a message, anybody's.
package struct MessageCreated: Hashable, Sendable {
    package var contact: CaseObject
    package var message: MessageObject

    package init(contact: CaseObject, message: MessageObject) {
        self.contact = contact
        self.message = message
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.messageCreated, about: "Message", to: &bytes) { bytes in
            JSONWriter.append(#","case":"#, to: &bytes)
            contact.append(to: &bytes)
            ThreadReference(thread: message.thread).appendMember(to: &bytes, after: ",")
            JSONWriter.append(#","message":"#, to: &bytes)
            message.append(to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> MessageFacts {
        try ServerPush.check(frame)
        return try frame.within("data") { (data) throws(JSONFault) in
            _ = try data.spelledUUID("thread/idOnExternalPlatform")
            _ = try CaseObject.check(data, at: "case")
            return try data.within("message") { (message) throws(JSONFault) in try MessageFacts(message) }
        }
    }
}

/// The push that says a message was seen: by the customer, perhaps on another device (`MessageSeenChanged`), or read by an
/// agent (`MessageReadChanged`).
package struct MessageChanged: Hashable, Sendable {
    package var isReadByAgent: Bool
    package var message: MessageObject

    package init(isReadByAgent: Bool, message: MessageObject) {
        self.isReadByAgent = isReadByAgent
        self.message = message
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        let type = isReadByAgent ? ServerEventType.messageReadChanged : .messageSeenChanged
        push.append(type, about: "Message", to: &bytes) { bytes in
            JSONWriter.append(#","message":"#, to: &bytes)
            message.append(to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does, which minds the object only of `MessageReadChanged`.
    package static func read(_ frame: JSONCursor, isReadByAgent: Bool) throws(JSONFault) -> MessageFacts {
        if isReadByAgent { try ServerPush.check(frame) } else { _ = try frame.strictDate("createdAt") }
        return try frame.within("data/message") { (message) throws(JSONFault) in try MessageFacts(message) }
    }
}
