public import Exchange

/// A file that customers attach: read and encoded once, and shared by all of them.
///
/// Ownership: shared. Nothing in it changes.
public final class ChatFile: Sendable, Hashable {
    public let name: String
    public let mimeType: String
    /// In bytes, as it lies on the disk.
    public let size: Int
    /// As the platform's upload carries it.
    public let content: SharedBytes

    public init(name: String, mimeType: String, size: Int, content: SharedBytes) {
        self.name = name
        self.mimeType = mimeType
        self.size = size
        self.content = content
    }

    /// Two files are the same when they are one.
    public static func == (left: ChatFile, right: ChatFile) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
