package import Clockwork
package import JSONText
import TextForms

/// Asks for the next older page of a thread's messages.
package struct LoadMoreMessages: Hashable, Sendable {
    package var scrollToken: String
    package var thread: EchoedID
    /// Nil when a client says nothing useful, as the web client does after an empty page.
    package var oldestMessage: WallTime?

    package init(scrollToken: String, thread: EchoedID, oldestMessage: WallTime?) {
        self.scrollToken = scrollToken
        self.thread = thread
        self.oldestMessage = oldestMessage
    }

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        scrollToken = try frame.text("payload/data/scrollToken")
        thread = try frame.id("payload/data/thread/idOnExternalPlatform")
        oldestMessage = try? frame.date("payload/data/oldestMessageDatetime")
    }

    /// The `data` object of a vendor's client; the web client adds the case of a live chat.
    package func append(_ client: VendorClient, contact: String? = nil, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"scrollToken":"#, to: &bytes)
        JSONWriter.append(string: scrollToken, to: &bytes)
        ThreadReference(thread: thread).appendMember(to: &bytes, after: ",")
        if let oldestMessage {
            JSONWriter.append(#","oldestMessageDatetime":"#, to: &bytes)
            bytes.append(date: oldestMessage, Self.style(of: client))
        }
        if let contact, client == .web {
            JSONWriter.append(#","contact":{"id":"#, to: &bytes)
            JSONWriter.append(string: contact, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }

    /// The web client says again what the server wrote.
    private static func style(of client: VendorClient) -> ISO8601Text.Style {
        switch client {
        case .ios: .zulu
        case .android: .offsetWithoutColon
        case .web: .offset
        }
    }
}
