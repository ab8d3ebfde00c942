package import JSONText

/// The answer to a request for a customer's threads.
package struct ThreadListFetched: Hashable, Sendable {
    package var threads: [ThreadObject]

    package init(threads: [ThreadObject]) {
        self.threads = threads
    }

    package func append(to event: EchoedID, into bytes: inout [UInt8]) {
        ServerResponse.append(.threadListFetched, to: event, into: &bytes) { bytes in
            JSONWriter.append(#"{"threads":["#, to: &bytes)
            for index in threads.indices {
                if index > 0 { JSONWriter.append(",", to: &bytes) }
                threads[index].append(to: &bytes)
            }
            JSONWriter.append("]}", to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> [ThreadFacts] {
        var threads: [ThreadFacts] = []
        try frame.each("postback/data/threads") { (thread) throws(JSONFault) in
            threads.append(try ThreadFacts(thread))
        }
        return threads
    }
}

/// The answer that completes one thread of a list.
package struct ThreadMetadataLoaded: Hashable, Sendable {
    package var ownerAssignee: AgentObject?
    package var lastMessage: MessageObject

    package init(ownerAssignee: AgentObject?, lastMessage: MessageObject) {
        self.ownerAssignee = ownerAssignee
        self.lastMessage = lastMessage
    }

    package func append(to event: EchoedID, into bytes: inout [UInt8]) {
        ServerResponse.append(.threadMetadataLoaded, to: event, into: &bytes) { bytes in
            JSONWriter.append(#"{"ownerAssignee":"#, to: &bytes)
            AgentObject.append(ownerAssignee, to: &bytes)
            JSONWriter.append(#","lastMessage":"#, to: &bytes)
            lastMessage.append(to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does: without a last message it is nothing.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> MessageFacts {
        _ = try AgentObject.check(frame, at: "postback/data/ownerAssignee")
        return try frame.within("postback/data/lastMessage") { (message) throws(JSONFault) in
            try MessageFacts(message)
        }
    }
}

/// The answers to a new name and to the archiving of a thread, and to the sending of a transcript: nothing of them is read.
package enum ThreadChanged: Sendable {
    package static func append(_ type: ServerEventType, to event: EchoedID, into bytes: inout [UInt8]) {
        // Not an empty `data` for a new name: Android could not decode it.
        ServerResponse.append(type, to: event, into: &bytes) { bytes in
            JSONWriter.append(type == .threadUpdated ? "null" : "{}", to: &bytes)
        }
    }
}
