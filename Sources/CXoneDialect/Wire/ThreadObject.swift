package import Clockwork
package import JSONText
package import TextForms

/// One conversation as the server shows it (THREAD).
package struct ThreadObject: Hashable, Sendable {
    package var id: String
    package var thread: EchoedID
    package var channel: String
    package var name: String
    package var createdAt: WallTime
    package var updatedAt: WallTime
    package var canAddMoreMessages: Bool

    package init(thread: EchoedID, channel: String, createdAt: WallTime, updatedAt: WallTime) {
        var spelled: [UInt8] = []
        thread.append(to: &spelled)
        id = channel + "_" + String(decoding: spelled.dropFirst().dropLast(), as: UTF8.self)
        self.thread = thread
        self.channel = channel
        name = ""
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        canAddMoreMessages = true
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"id":"#, to: &bytes)
        JSONWriter.append(string: id, to: &bytes)
        JSONWriter.append(#","idOnExternalPlatform":"#, to: &bytes)
        thread.append(to: &bytes)
        JSONWriter.append(#","channelId":"#, to: &bytes)
        JSONWriter.append(string: channel, to: &bytes)
        JSONWriter.append(#","threadName":"#, to: &bytes)
        JSONWriter.append(string: name, to: &bytes)
        JSONWriter.append(#","createdAt":"#, to: &bytes)
        bytes.append(date: createdAt, .offset)
        JSONWriter.append(#","updatedAt":"#, to: &bytes)
        bytes.append(date: updatedAt, .offset)
        JSONWriter.append(#","canAddMoreMessages":"#, to: &bytes)
        JSONWriter.append(flag: canAddMoreMessages, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}

/// What the iOS client reads of a THREAD.
package struct ThreadFacts: Hashable, Sendable {
    package var thread: UUIDText.Spelled
    package var canAddMoreMessages: Bool

    package init(_ object: JSONCursor) throws(JSONFault) {
        thread = try object.spelledUUID("idOnExternalPlatform")
        canAddMoreMessages = try object.flag("canAddMoreMessages")
        for key in ["channelId", "threadName"] as [StaticString] where !object.isText(key) {
            throw .missing(path: key)
        }
    }
}
