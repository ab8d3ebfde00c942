package import JSONText
import TextForms

/// Sends a text, and with it everything that the customer filled in.
package struct SendMessage: Hashable, Sendable {
    package var thread: EchoedID
    package var message: EchoedID
    package var text: String
    package var postback: String?
    /// JSON as it was sent, to be echoed; empty stands for `{}`.
    package var parameters: [UInt8]
    package var customerFields: [CustomField]
    /// The answers of the form ride in every message.
    package var contactFields: [CustomField]
    package var attachments: [AttachmentObject] = []
    package var accessToken: String?

    package init(
        thread: EchoedID,
        message: EchoedID,
        text: String,
        contactFields: [CustomField],
        accessToken: String?
    ) {
        self.thread = thread
        self.message = message
        self.text = text
        postback = nil
        parameters = []
        customerFields = []
        self.contactFields = contactFields
        self.accessToken = accessToken
    }

    /// Whether the vendor's client said it by itself, for nobody to see.
    package var isHidden: Bool {
        guard !parameters.isEmpty else { return text == "Begin conversation" }
        let text = String(decoding: parameters, as: UTF8.self)
        return text.contains("isInitialMessage") || text.contains("isUnsupportedMessageTypeAnswer")
    }

    /// Whether it answers the question of an inactive chat; of Android nothing but this says so.
    package var isPopupAnswer = false

    /// Reads a client's frame, in any dialect: `customer` or `consumer`, `contact` or `consumerContact`, a postback beside
    /// the payload or in it, parameters as an object, an empty list or not at all.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        thread = try frame.id("payload/data/thread/idOnExternalPlatform")
        message = try frame.id("payload/data/idOnExternalPlatform")
        text = try frame.text("payload/data/messageContent/payload/text")
        postback =
            frame.has("payload/data/messageContent/postback")
            ? try frame.text("payload/data/messageContent/postback")
            : try frame.textIfPresent("payload/data/messageContent/payload/postback")
        parameters = []
        if frame.isObject("payload/data/messageContent/parameters") {
            try frame.append("payload/data/messageContent/parameters", to: &parameters)
            if parameters.count == 2 { parameters = [] }
        }
        let customer: StaticString =
            frame.has("payload/data/customer")
            ? "payload/data/customer/customFields" : "payload/data/consumer/customFields"
        customerFields = try CustomField.sent(in: frame, at: customer)
        let contact: StaticString =
            frame.has("payload/data/contact")
            ? "payload/data/contact/customFields" : "payload/data/consumerContact/customFields"
        contactFields = try CustomField.sent(in: frame, at: contact)
        attachments = try AttachmentObject.sent(in: frame)
        accessToken = try frame.textIfPresent("payload/data/accessToken/token")
    }

    /// The `data` object of a vendor's client.
    package func append(_ client: VendorClient, to bytes: inout [UInt8]) {
        ThreadReference(thread: thread).appendMember(to: &bytes, after: "{")
        appendContent(client, to: &bytes)
        JSONWriter.append(#","idOnExternalPlatform":"#, to: &bytes)
        message.append(to: &bytes)
        let style = client.fieldStyle
        JSONWriter.append(client == .web ? #","consumer":{"# : #","customer":{"#, to: &bytes)
        JSONWriter.append(#""customFields":"#, to: &bytes)
        CustomField.append(customerFields, style, to: &bytes)
        JSONWriter.append(client == .web ? #"},"consumerContact":{"# : #"},"contact":{"#, to: &bytes)
        JSONWriter.append(#""customFields":"#, to: &bytes)
        CustomField.append(contactFields, style, to: &bytes)
        JSONWriter.append(#"},"attachments":"#, to: &bytes)
        AttachmentObject.append(attachments, client, to: &bytes)
        JSONWriter.append(DeviceFingerprint.key(of: client), to: &bytes)
        JSONWriter.append(DeviceFingerprint.json(of: client), to: &bytes)
        appendToken(to: &bytes)
    }

    /// The `data` object of `SendOutbound`: the same fields under other names, whichever client it is.
    package func appendOutbound(_ client: VendorClient, to bytes: inout [UInt8]) {
        ThreadReference(thread: thread).appendMember(to: &bytes, after: "{")
        appendContent(client, to: &bytes)
        JSONWriter.append(#","idOnExternalPlatform":"#, to: &bytes)
        message.append(to: &bytes)
        JSONWriter.append(#","consumerContact":{"customFields":"#, to: &bytes)
        CustomField.append(contactFields, client.fieldStyle, to: &bytes)
        JSONWriter.append(#"},"attachments":[],"browserFingerprint":"#, to: &bytes)
        JSONWriter.append(DeviceFingerprint.json(of: client), to: &bytes)
        appendToken(to: &bytes)
    }

    private func appendContent(_ client: VendorClient, to bytes: inout [UInt8]) {
        JSONWriter.append(#","messageContent":{"type":""#, to: &bytes)
        // Android answers a pop-up with a type of its own.
        let isPostback = client == .android && isPopupAnswer
        JSONWriter.append(isPostback ? "POSTBACK" : "TEXT", to: &bytes)
        JSONWriter.append(#"","payload":{"text":"#, to: &bytes)
        JSONWriter.append(string: text, to: &bytes)
        if let postback, client == .web || isPostback {
            JSONWriter.append(#","postback":"#, to: &bytes)
            JSONWriter.append(string: postback, to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
        if client == .ios || (client == .android && !parameters.isEmpty) {
            JSONWriter.append(#","parameters":"#, to: &bytes)
            if parameters.isEmpty { JSONWriter.append("{}", to: &bytes) } else { bytes.append(contentsOf: parameters) }
        }
        if client == .ios || (postback != nil && !isPostback) {
            JSONWriter.append(#","postback":"#, to: &bytes)
            JSONWriter.append(string: postback, to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }

    private func appendToken(to bytes: inout [UInt8]) {
        if let accessToken {
            JSONWriter.append(#","accessToken":{"token":"#, to: &bytes)
            JSONWriter.append(string: accessToken, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }
}
