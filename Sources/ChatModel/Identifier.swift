/// Names one thing of one kind; ids of different kinds do not mix.
public struct Identifier<Kind>: Hashable, Sendable {
    public var value: UInt128

    @inlinable
    public init(_ value: UInt128) {
        self.value = value
    }
}

public typealias ConversationID = Identifier<Conversation>
public typealias MessageID = Identifier<Message>
