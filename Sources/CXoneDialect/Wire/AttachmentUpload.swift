package import ChatClient
package import Exchange
package import JSONText

/// The body of an upload: JSON with the file in base64 (`POST …/attachment`).
package struct AttachmentUpload: Hashable, Sendable {
    /// In base64.
    package var contentLength: Int
    package var content: String
    package var fileName: String
    package var mimeType: String

    /// Reads a client's body.
    package init(_ body: JSONCursor) throws(JSONFault) {
        content = try body.text("content")
        contentLength = content.utf8.count
        fileName = try body.text("fileName")
        mimeType = try body.text("mimeType")
    }

    /// The body around a file's content, which is not copied.
    package static func body(of file: ChatFile, into orders: inout Orders) -> UploadBody {
        let head = orders.write { JSONWriter.append(#"{"content":""#, to: &$0) }
        let content = orders.share(file.content)
        let tail = orders.write { bytes in
            JSONWriter.append(#"","fileName":"#, to: &bytes)
            JSONWriter.append(string: file.name, to: &bytes)
            JSONWriter.append(#","mimeType":"#, to: &bytes)
            JSONWriter.append(string: file.mimeType, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        return UploadBody(head: head, content: content, tail: tail)
    }
}

/// The answer to an upload; a refusal comes with a success's status.
package enum AttachmentAnswer: Hashable, Sendable {
    case stored(url: String)
    /// The channel's limits in place of a URL.
    case refused

    /// Reads a server's body as the clients do: the size of a refusal may be decimal.
    package init(_ body: JSONCursor) throws(JSONFault) {
        if body.has("fileUrl") {
            self = .stored(url: try body.text("fileUrl"))
            return
        }
        guard body.isText("allowedFileSize") else { throw .missing(path: "fileUrl") }
        _ = try body.flag("isAttachmentsEnabled")
        try body.each("allowedFileTypes") { (type) throws(JSONFault) in
            for key in ["mimeType", "description"] as [StaticString] where !type.isText(key) {
                throw .missing(path: key)
            }
        }
        self = .refused
    }

    package static func append(url: String, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"fileUrl":"#, to: &bytes)
        JSONWriter.append(string: url, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}
