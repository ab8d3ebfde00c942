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
        accessToken = try frame.textIfPresent("payload/data/accessToken/token")
    }

    /// The `data` object of the iOS client.
    package func append(to bytes: inout [UInt8]) {
        ThreadReference(thread: thread).appendMember(to: &bytes, after: "{")
        JSONWriter.append(#","messageContent":{"type":"TEXT","payload":{"text":"#, to: &bytes)
        JSONWriter.append(string: text, to: &bytes)
        JSONWriter.append(#"},"parameters":"#, to: &bytes)
        if parameters.isEmpty { JSONWriter.append("{}", to: &bytes) } else { bytes.append(contentsOf: parameters) }
        JSONWriter.append(#","postback":"#, to: &bytes)
        JSONWriter.append(string: postback, to: &bytes)
        JSONWriter.append(#"},"idOnExternalPlatform":"#, to: &bytes)
        message.append(to: &bytes)
        JSONWriter.append(#","customer":{"customFields":"#, to: &bytes)
        CustomField.append(customerFields, .zulu, to: &bytes)
        JSONWriter.append(#"},"contact":{"customFields":"#, to: &bytes)
        CustomField.append(contactFields, .zulu, to: &bytes)
        JSONWriter.append(#"},"attachments":[],"deviceFingerprint":"#, to: &bytes)
        JSONWriter.append(DeviceFingerprint.json, to: &bytes)
        if let accessToken {
            JSONWriter.append(#","accessToken":{"token":"#, to: &bytes)
            JSONWriter.append(string: accessToken, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }
}

/// What a client says about its device; all customers have the same phone.
package enum DeviceFingerprint: Sendable {
    package static let json: StaticString =
        #"{"country":"US","language":"en","applicationType":"native","os":"iOS","osVersion":"18.4","deviceType":"mobile"}"#
}
