package import JSONText
import TextForms

/// Ends a live chat (`EndContact`).
package struct EndContact: Hashable, Sendable {
    package var thread: EchoedID
    package var contact: String

    package init(thread: EchoedID, contact: String) {
        self.thread = thread
        self.contact = contact
    }

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        thread = try frame.id("payload/data/thread/idOnExternalPlatform")
        contact = try frame.text("payload/data/contact/id")
    }

    /// The `data` object.
    package func append(to bytes: inout [UInt8]) {
        ThreadReference(thread: thread).appendMember(to: &bytes, after: "{")
        JSONWriter.append(#","contact":{"id":"#, to: &bytes)
        JSONWriter.append(string: contact, to: &bytes)
        JSONWriter.append("}}", to: &bytes)
    }
}

/// Has what was said mailed to somebody (`SendTranscript`).
package struct SendTranscript: Hashable, Sendable {
    package var contact: String
    package var recipients: [String]

    package init(contact: String, recipients: [String]) {
        self.contact = contact
        self.recipients = recipients
    }

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        contact = try frame.text("payload/data/consumerContact/id")
        var recipients: [String] = []
        try frame.each("payload/data/consumerRecipients") { (recipient) throws(JSONFault) in
            recipients.append(try recipient.text("idOnExternalPlatform"))
        }
        self.recipients = recipients
    }

    /// The `data` object.
    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"consumerContact":{"id":"#, to: &bytes)
        JSONWriter.append(string: contact, to: &bytes)
        JSONWriter.append(#"},"consumerRecipients":["#, to: &bytes)
        for index in recipients.indices {
            JSONWriter.append(index == 0 ? #"{"idOnExternalPlatform":"# : #",{"idOnExternalPlatform":"#, to: &bytes)
            JSONWriter.append(string: recipients[index], to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("]}", to: &bytes)
    }
}

/// Custom fields on their own: of a case (`SetContactCustomFields`) or of the customer (`SetCustomerCustomFields`).
package struct CustomFieldsSet: Hashable, Sendable {
    /// Nil for the customer's own.
    package var thread: EchoedID?
    /// Only the mobile clients name it.
    package var contact: String?
    package var fields: [CustomField]

    package init(thread: EchoedID?, contact: String?, fields: [CustomField]) {
        self.thread = thread
        self.contact = contact
        self.fields = fields
    }

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        thread = try frame.idIfPresent("payload/data/thread/idOnExternalPlatform")
        contact = try frame.textIfPresent("payload/data/contact/id")
        fields = try CustomField.sent(in: frame, at: "payload/data/customFields")
    }

    /// The `data` object of a vendor's client.
    package func append(_ client: VendorClient, to bytes: inout [UInt8]) {
        JSONWriter.append("{", to: &bytes)
        if let thread {
            ThreadReference(thread: thread).appendMember(to: &bytes, after: "")
            JSONWriter.append(",", to: &bytes)
        }
        JSONWriter.append(#""customFields":"#, to: &bytes)
        CustomField.append(fields, client.fieldStyle, to: &bytes)
        if let contact, client != .web {
            JSONWriter.append(#","contact":{"id":"#, to: &bytes)
            JSONWriter.append(string: contact, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }
}

/// Runs a trigger of the channel's (`ExecuteTrigger`).
package struct ExecuteTrigger: Hashable, Sendable {
    package var trigger: String

    package init(trigger: String) {
        self.trigger = trigger
    }

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        trigger = try frame.text("payload/data/trigger/id")
    }

    /// The `data` object.
    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"trigger":{"id":"#, to: &bytes)
        JSONWriter.append(string: trigger, to: &bytes)
        JSONWriter.append("}}", to: &bytes)
    }
}
