/// The orders of one turn of a loop, and their bytes.
///
/// Ownership: owned. The loop lends it to whatever handles an event and drains it after; it keeps its memory, so a steady
/// load allocates nothing.
public struct Orders: ~Copyable {
    @usableFromInline var requests: [WireRequest] = []
    @usableFromInline var bytes: [UInt8] = []
    @usableFromInline var shared: [SharedBytes] = []

    public init() {}

    @inlinable public var count: Int { requests.count }
    @inlinable public var isEmpty: Bool { requests.isEmpty }

    @inlinable
    public mutating func append(_ request: WireRequest) {
        requests.append(request)
    }

    /// Lets `encode` append bytes for a request that is about to be appended.
    @inlinable
    public mutating func write(_ encode: (inout [UInt8]) -> Void) -> ByteRange {
        let start = bytes.count
        encode(&bytes)
        return ByteRange(start: start, end: bytes.count)
    }

    /// Notes shared bytes for a request that is about to be appended; they are not copied.
    @inlinable
    public mutating func share(_ bytes: SharedBytes) -> SharedRange {
        shared.append(bytes)
        return SharedRange(index: shared.count - 1)
    }

    /// Hands over every request in order, with the bytes of all of them, and forgets them.
    @inlinable
    public mutating func drain(_ perform: (WireRequest, RawSpan, [SharedBytes]) -> Void) {
        for request in requests { perform(request, bytes.span.bytes, shared) }
        requests.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        if !shared.isEmpty { shared.removeAll(keepingCapacity: true) }
    }
}

@available(*, unavailable)
extension Orders: Sendable {}
