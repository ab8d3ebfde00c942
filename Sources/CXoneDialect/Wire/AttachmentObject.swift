package import JSONText

/// A file that hangs on a message: uploaded before, and named by its URL.
package struct AttachmentObject: Hashable, Sendable {
    package var url: String
    package var friendlyName: String
    package var mimeType: String
    package var fileName: String

    package init(url: String, friendlyName: String, mimeType: String, fileName: String) {
        self.url = url
        self.friendlyName = friendlyName
        self.mimeType = mimeType
        self.fileName = fileName
    }

    /// What clients send: Android leaves out the file's name, and the web client the type as well.
    package static func sent(in frame: JSONCursor) throws(JSONFault) -> [AttachmentObject] {
        guard frame.has("payload/data/attachments") else { return [] }
        var attachments: [AttachmentObject] = []
        try frame.each("payload/data/attachments") { (object) throws(JSONFault) in
            let friendlyName = try object.text("friendlyName")
            attachments.append(
                AttachmentObject(
                    url: try object.text("url"),
                    friendlyName: friendlyName,
                    mimeType: try object.textIfPresent("mimeType") ?? "application/octet-stream",
                    fileName: try object.textIfPresent("fileName") ?? friendlyName
                )
            )
        }
        return attachments
    }

    /// As a vendor's client writes them.
    package static func append(_ attachments: [AttachmentObject], _ client: VendorClient, to bytes: inout [UInt8]) {
        JSONWriter.append("[", to: &bytes)
        for (index, attachment) in attachments.enumerated() {
            JSONWriter.append(index == 0 ? "{" : ",{", to: &bytes)
            attachment.appendNames(to: &bytes)
            if client != .web {
                JSONWriter.append(#","mimeType":"#, to: &bytes)
                JSONWriter.append(string: attachment.mimeType, to: &bytes)
            }
            if client == .ios {
                JSONWriter.append(#","fileName":"#, to: &bytes)
                JSONWriter.append(string: attachment.fileName, to: &bytes)
            }
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("]", to: &bytes)
    }

    /// As a server shows them: every key that any client demands.
    package static func append(_ attachments: [AttachmentObject], of message: String, to bytes: inout [UInt8]) {
        JSONWriter.append("[", to: &bytes)
        for (index, attachment) in attachments.enumerated() {
            JSONWriter.append(index == 0 ? #"{"id":"# : #",{"id":"#, to: &bytes)
            JSONWriter.append(string: "\(message)-\(index + 1)", to: &bytes)
            JSONWriter.append(",", to: &bytes)
            attachment.appendNames(to: &bytes)
            JSONWriter.append(#","fileName":"#, to: &bytes)
            JSONWriter.append(string: attachment.fileName, to: &bytes)
            JSONWriter.append(#","mimeType":"#, to: &bytes)
            JSONWriter.append(string: attachment.mimeType, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("]", to: &bytes)
    }

    private func appendNames(to bytes: inout [UInt8]) {
        JSONWriter.append(#""url":"#, to: &bytes)
        JSONWriter.append(string: url, to: &bytes)
        JSONWriter.append(#","friendlyName":"#, to: &bytes)
        JSONWriter.append(string: friendlyName, to: &bytes)
    }
}
