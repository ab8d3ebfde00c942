/// One thing said in a conversation, whoever said it and whichever vendor carried it.
public struct Message: Hashable, Sendable {
    public var text: String
    public var author: Author

    public init(text: String, author: Author) {
        self.text = text
        self.author = author
    }
}

/// Who said something.
public enum Author: Hashable, Sendable {
    case customer
    case human
    /// A machine, and the vendor marked it as one.
    case ai
}
