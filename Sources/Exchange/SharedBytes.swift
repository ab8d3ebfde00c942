/// Bytes that many orders send and nobody changes: a file's content, say, read and encoded once for all customers.
///
/// Ownership: shared. Nothing in it changes.
public final class SharedBytes: Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var count: Int { bytes.count }
}

/// Which of the ``SharedBytes`` of an ``Orders`` is meant.
public struct SharedRange: Hashable, Sendable {
    @usableFromInline let index: Int

    @inlinable
    init(index: Int) {
        self.index = index
    }

    /// The bytes themselves, out of those that ``Orders/drain(_:)`` lends.
    @inlinable
    public func bytes(of all: [SharedBytes]) -> SharedBytes { all[index] }
}
