package import JSONText
import TextForms

/// The answer to a recovery: the thread, and the newest page of its messages.
package struct ThreadRecovered: Hashable, Sendable {
    package var contact: CaseObject
    package var inboxAssignee: AgentObject?
    /// Newest first.
    package var messages: [MessageObject]
    /// Empty when nothing older is left.
    package var scrollToken: String
    package var thread: ThreadObject
    package var ownerAssignee: AgentObject?
    package var customerFields: [CustomField] = []

    package init(
        contact: CaseObject,
        inboxAssignee: AgentObject?,
        messages: [MessageObject],
        scrollToken: String,
        thread: ThreadObject
    ) {
        self.contact = contact
        self.inboxAssignee = inboxAssignee
        self.messages = messages
        self.scrollToken = scrollToken
        self.thread = thread
    }

    /// `type` is `threadRecovered`, or `livechatRecovered` with the same keys.
    package func append(
        _ type: ServerEventType = .threadRecovered,
        to event: EchoedID,
        into bytes: inout [UInt8]
    ) {
        ServerResponse.append(type, to: event, into: &bytes) { bytes in
            JSONWriter.append(#"{"contact":"#, to: &bytes)
            contact.append(to: &bytes)
            JSONWriter.append(#","inboxAssignee":"#, to: &bytes)
            AgentObject.append(inboxAssignee, to: &bytes)
            JSONWriter.append(#","ownerAssignee":"#, to: &bytes)
            AgentObject.append(ownerAssignee, to: &bytes)
            if type == .livechatRecovered { JSONWriter.append(#","previousInboxAssignee":null"#, to: &bytes) }
            MoreMessagesLoaded.append(messages, scrollToken, named: #","messagesScrollToken":"#, to: &bytes)
            JSONWriter.append(#","thread":"#, to: &bytes)
            thread.append(to: &bytes)
            JSONWriter.append(#","customer":{"customFields":"#, to: &bytes)
            CustomField.append(customerFields, .offset, to: &bytes)
            JSONWriter.append(#"},"contactHistory":[]}"#, to: &bytes)
        }
    }

    /// Reads a server's frame as strictly as the iOS client: one bad message and all is lost.
    ///
    /// The messages go to `message`, so it must be ready to forget them when this throws.
    package static func read(
        _ frame: JSONCursor,
        message: (MessageFacts) -> Void
    ) throws(JSONFault) -> (thread: ThreadFacts, scrollToken: String) {
        try frame.within("postback/data") { (data) throws(JSONFault) in
            for key in ["contact", "consumerContact"] as [StaticString] where data.has(key) {
                _ = try CaseObject.check(data, at: key)
            }
            for key in ["inboxAssignee", "ownerAssignee"] as [StaticString] {
                _ = try AgentObject.check(data, at: key)
            }
            if data.has("customer/customFields") { try CustomField.check(data, at: "customer/customFields") }
            let thread = try data.within("thread") { (thread) throws(JSONFault) in try ThreadFacts(thread) }
            try data.each("messages") { (object) throws(JSONFault) in message(try MessageFacts(object)) }
            return (thread, try data.textIfPresent("messagesScrollToken") ?? "")
        }
    }
}

/// The answer to a request for older messages.
package struct MoreMessagesLoaded: Hashable, Sendable {
    /// Newest first; none at the end of the history.
    package var messages: [MessageObject]
    package var scrollToken: String

    package init(messages: [MessageObject], scrollToken: String) {
        self.messages = messages
        self.scrollToken = scrollToken
    }

    package func append(to event: EchoedID, into bytes: inout [UInt8]) {
        ServerResponse.append(.moreMessagesLoaded, to: event, into: &bytes) { bytes in
            JSONWriter.append(#"{"contactHistory":[]"#, to: &bytes)
            Self.append(messages, scrollToken, named: #","scrollToken":"#, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
    }

    /// As ``ThreadRecovered/read(_:message:)``; answers the next scroll token.
    package static func read(
        _ frame: JSONCursor,
        message: (MessageFacts) -> Void
    ) throws(JSONFault) -> String {
        try frame.within("postback/data") { (data) throws(JSONFault) in
            try data.each("messages") { (object) throws(JSONFault) in message(try MessageFacts(object)) }
            return try data.textIfPresent("scrollToken") ?? ""
        }
    }

    static func append(
        _ messages: [MessageObject],
        _ scrollToken: String,
        named tokenKey: StaticString,
        to bytes: inout [UInt8]
    ) {
        JSONWriter.append(#","messages":["#, to: &bytes)
        for index in messages.indices {
            if index > 0 { JSONWriter.append(",", to: &bytes) }
            messages[index].append(to: &bytes)
        }
        JSONWriter.append("]", to: &bytes)
        JSONWriter.append(tokenKey, to: &bytes)
        JSONWriter.append(string: scrollToken, to: &bytes)
    }
}

/// The answer to the recovery of a live chat: a thread as any other, or none.
package enum LivechatRecovered: Sendable {
    /// The form without a chat that all three clients survive.
    package static func appendNothing(to event: EchoedID, into bytes: inout [UInt8]) {
        ServerResponse.append(.livechatRecovered, to: event, into: &bytes) { bytes in
            JSONWriter.append(#"{"messages":[],"messagesScrollToken":"","contactHistory":[]}"#, to: &bytes)
        }
    }

    /// What the iOS client makes of a server's frame: whatever it cannot read is no live chat.
    package static func read(
        _ frame: JSONCursor,
        message: (MessageFacts) -> Void
    ) -> (thread: ThreadFacts, scrollToken: String, isClosed: Bool)? {
        guard frame.isObject("postback/data/thread"),
            let (thread, token) = try? ThreadRecovered.read(frame, message: message)
        else { return nil }
        let isClosed = (try? frame.text("postback/data/contact/status", is: "closed")) ?? false
        return (thread, token, isClosed)
    }
}
