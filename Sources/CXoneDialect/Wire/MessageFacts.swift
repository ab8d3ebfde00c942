package import Clockwork
package import JSONText
package import TextForms

/// What the iOS client reads of a MESSAGE, and as strictly: a message that it could not read throws.
///
/// It holds no text, so that reading one allocates nothing.
package struct MessageFacts: Hashable, Sendable {
    package var message: UUIDText.Spelled
    package var thread: UUIDText.Spelled
    package var createdAt: WallTime
    package var isInbound: Bool
    package var isAiGenerated: Bool
    package var kind: ContentKind
    /// In bytes; 0 for content that is not text.
    package var textLength: Int

    package init(_ object: JSONCursor) throws(JSONFault) {
        message = try object.spelledUUID("idOnExternalPlatform")
        thread = try object.spelledUUID("threadIdOnExternalPlatform")
        createdAt = try object.strictDate("createdAt")
        isInbound = try Self.isInbound(object)
        isAiGenerated = try object.flag("isAiGenerated", absent: false)
        (kind, textLength) = try object.within("messageContent") { (content) throws(JSONFault) in
            try ContentFacts.read(content)
        }
        try object.each("attachments") { (attachment) throws(JSONFault) in
            for key in ["url", "friendlyName", "mimeType", "fileName"] as [StaticString] where !attachment.isText(key) {
                throw .missing(path: key)
            }
        }
    }

    private static func isInbound(_ object: JSONCursor) throws(JSONFault) -> Bool {
        if try object.text("direction", is: "inbound") { return true }
        guard try object.text("direction", is: "outbound") else { throw .wrongType(path: "direction") }
        return false
    }
}
