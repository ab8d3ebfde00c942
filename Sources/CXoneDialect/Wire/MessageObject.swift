package import ChatModel
package import Clockwork
import JSONText
import TextForms

/// One message as the server shows it (MESSAGE).
package struct MessageObject: Hashable, Sendable {
    /// The server's own id.
    package var id: String
    /// The client's id for the customer's messages; they come back under the same.
    package var message: EchoedID
    package var thread: EchoedID
    package var text: String
    /// JSON as it was sent; empty stands for `{}`.
    package var parameters: [UInt8] = []
    package var postback: String?
    package var createdAt: WallTime
    package var author: MessageAuthor
    package var isAiGenerated = false
    /// When an agent read it.
    package var readAt: WallTime?
    /// When the customer saw it.
    package var seenAt: WallTime?
    package var contactNumber: String = ""
    package var attachments: [AttachmentObject] = []
    /// What it shows besides its text; nil for plain text.
    package var rich: RichContent?

    package init(
        id: String,
        message: EchoedID,
        thread: EchoedID,
        text: String,
        createdAt: WallTime,
        author: MessageAuthor
    ) {
        self.id = id
        self.message = message
        self.thread = thread
        self.text = text
        self.createdAt = createdAt
        self.author = author
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"id":"#, to: &bytes)
        JSONWriter.append(string: id, to: &bytes)
        JSONWriter.append(#","idOnExternalPlatform":"#, to: &bytes)
        message.append(to: &bytes)
        JSONWriter.append(#","threadIdOnExternalPlatform":"#, to: &bytes)
        thread.append(to: &bytes)
        appendContent(to: &bytes)
        JSONWriter.append(#","createdAt":"#, to: &bytes)
        bytes.append(date: createdAt, .offset)
        JSONWriter.append(#","createdAtWithMilliseconds":"#, to: &bytes)
        bytes.append(date: createdAt, .offsetWithMilliseconds)
        JSONWriter.append(#","attachments":"#, to: &bytes)
        AttachmentObject.append(attachments, of: id, to: &bytes)
        appendStatistics(to: &bytes)
        appendAuthor(to: &bytes)
        JSONWriter.append(#","isAiGenerated":"#, to: &bytes)
        JSONWriter.append(flag: isAiGenerated, to: &bytes)
        // The web client withholds a message that does not say `false` here.
        JSONWriter.append(#","hasAdditionalMessageContent":false,"contactNumber":"#, to: &bytes)
        JSONWriter.append(string: contactNumber, to: &bytes)
        JSONWriter.append(#","isRead":"#, to: &bytes)
        JSONWriter.append(flag: readAt != nil, to: &bytes)
        JSONWriter.append(#","seen":[],"delivered":[]}"#, to: &bytes)
    }

    private func appendContent(to bytes: inout [UInt8]) {
        JSONWriter.append(#","messageContent":{"type":""#, to: &bytes)
        if let rich {
            JSONWriter.append(rich.wireType, to: &bytes)
            JSONWriter.append(#"","payload":"#, to: &bytes)
            rich.appendPayload(text: text, at: createdAt, to: &bytes)
            JSONWriter.append(#","fallbackText":"#, to: &bytes)
        } else {
            JSONWriter.append(#"TEXT","payload":{"text":"#, to: &bytes)
            JSONWriter.append(string: text, to: &bytes)
            JSONWriter.append(#"},"fallbackText":"#, to: &bytes)
        }
        JSONWriter.append(string: text, to: &bytes)
        JSONWriter.append(#","parameters":"#, to: &bytes)
        if parameters.isEmpty {
            JSONWriter.append("{}", to: &bytes)
        } else {
            bytes.append(contentsOf: parameters)
        }
        JSONWriter.append(#","postback":"#, to: &bytes)
        JSONWriter.append(string: postback, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }

    private func appendStatistics(to bytes: inout [UInt8]) {
        JSONWriter.append(#","userStatistics":{"seenAt":"#, to: &bytes)
        bytes.append(date: readAt, .offset)
        JSONWriter.append(#","readAt":"#, to: &bytes)
        bytes.append(date: readAt, .offset)
        JSONWriter.append(#"},"customerStatistics":{"seenAt":"#, to: &bytes)
        bytes.append(date: seenAt, .offset)
        JSONWriter.append("}", to: &bytes)
    }

    private func appendAuthor(to bytes: inout [UInt8]) {
        switch author {
        case .customer(let identity):
            JSONWriter.append(#","direction":"inbound","authorUser":null,"authorEndUserIdentity":"#, to: &bytes)
            identity.append(to: &bytes)
        case .agent(let agent):
            JSONWriter.append(#","direction":"outbound","authorEndUserIdentity":null,"authorUser":"#, to: &bytes)
            agent.append(to: &bytes)
        }
    }
}

/// Who wrote a message.
package enum MessageAuthor: Hashable, Sendable {
    case customer(CustomerIdentity)
    case agent(AgentObject)
}
