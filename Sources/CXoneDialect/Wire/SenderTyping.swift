package import JSONText

/// The push that says an agent has begun or stopped typing.
package struct SenderTyping: Hashable, Sendable {
    package var isStart: Bool
    package var thread: EchoedID
    package var user: AgentObject?

    package init(isStart: Bool, thread: EchoedID, user: AgentObject?) {
        self.isStart = isStart
        self.thread = thread
        self.user = user
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        let type = isStart ? ServerEventType.typingStarted : .typingEnded
        push.append(type, about: "SenderAction", to: &bytes) { bytes in
            ThreadReference(thread: thread).appendMember(to: &bytes, after: ",")
            JSONWriter.append(#","user":"#, to: &bytes)
            AgentObject.append(user, to: &bytes)
            // The web client raises the event for this direction only.
            JSONWriter.append(#","direction":"outbound""#, to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does: the thread, and whether somebody is named who types.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> (thread: EchoedID, hasUser: Bool) {
        try ServerPush.check(frame)
        let hasUser = try AgentObject.check(frame, at: "data/user")
        return (try frame.id("data/thread/idOnExternalPlatform"), hasUser)
    }
}
