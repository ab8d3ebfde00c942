import TextForms

/// Inflates a body, whatever pieces it comes in.
///
/// Bytes are lent as soon as they are there, out of a buffer of a fixed size; nothing is gathered, however long the body.
///
/// Ownership: loop-bound, its response's.
public final class HTTPContentDecoder {
    private static let room = 32 << 10

    private let coding: HTTPContentCoding
    private var allowance: Int
    private var inflater: InflateStream?
    /// A first byte that says nothing without the second.
    private var first: UInt8?
    private var hasEnded = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: HTTPContentDecoder.room, alignment: 16)

    /// `limit` is how many bytes may come out in all.
    public init(_ coding: HTTPContentCoding, limit: Int) {
        self.coding = coding
        allowance = limit
        if coding == .gzip { inflater = InflateStream(.gzip) }
    }

    deinit { buffer.deallocate() }

    /// Lends what comes out of these bytes to `body`, in order.
    public func decode(_ bytes: RawSpan, _ body: (RawSpan) -> Void) throws(HTTPContentFault) {
        guard inflater == nil else { return try inflate(bytes, body) }
        var head: [UInt8] = []
        if let first { head.append(first) }
        head.append(copying: bytes)
        guard head.count > 1 else {
            first = head.first
            return
        }
        // Method 8, and together a multiple of 31; what is deflated and nothing else does not begin so.
        let isZlib = head[0] & 0x0F == 8 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
        inflater = InflateStream(isZlib ? .zlib : .raw(windowBits: 15))
        try inflate(head.span.bytes, body)
    }

    /// The body is through; a body of no bytes at all needs no coding.
    public func end() throws(HTTPContentFault) {
        guard hasEnded || (isUntouched && first == nil) else { throw .endedEarly }
    }

    private var isUntouched = true

    private func inflate(_ bytes: RawSpan, _ body: (RawSpan) -> Void) throws(HTTPContentFault) {
        try bytes.withUnsafeBytes { (bytes) throws(HTTPContentFault) in
            var rest = bytes
            while !rest.isEmpty {
                isUntouched = false
                try begin()
                try step(&rest, body)
            }
        }
    }

    /// One gzip member may follow another, and is read as if they were one.
    private func begin() throws(HTTPContentFault) {
        guard hasEnded else { return }
        guard coding == .gzip else { throw .corrupt }
        inflater?.reset()
        hasEnded = false
    }

    private func step(
        _ rest: inout UnsafeRawBufferPointer,
        _ body: (RawSpan) -> Void
    ) throws(HTTPContentFault) {
        guard let inflater else { return }
        while true {
            let (outcome, count) = inflater.run(&rest, into: buffer)
            guard count <= allowance else { throw .tooLarge }
            allowance -= count
            if count > 0 { body(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)).bytes) }
            switch outcome {
            case .needsRoom: continue
            case .needsInput: return
            case .ended:
                hasEnded = true
                return
            case .corrupt: throw .corrupt
            }
        }
    }
}

/// Compresses bodies.
public enum HTTPContentEncoder: Sendable {
    /// Appends the body as one gzip member.
    public static func gzip(_ body: RawSpan, into room: DeflateRoom) {
        room.clear()
        body.withUnsafeBytes { DeflateStream(.gzip).run($0, isLast: true, into: room) }
    }
}

@available(*, unavailable)
extension HTTPContentDecoder: Sendable {}
