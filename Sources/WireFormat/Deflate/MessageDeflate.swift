/// `permessage-deflate` on one connection: compresses the messages that go out and inflates those that come in.
///
/// What zlib needs is taken when the first message calls for it, about 40 KB to inflate and 150 KB to deflate, and
/// given back behind each message where no context is kept.
///
/// Ownership: loop-bound, its connection's.
public final class MessageDeflate {
    /// What a sender leaves out at a message's end: the rest of an empty block.
    private static let tail: InlineArray<4, UInt8> = [0x00, 0x00, 0xFF, 0xFF]

    private let threshold: Int
    private let inWindow: Int
    private let outWindow: Int
    private let keepsIn: Bool
    private let keepsOut: Bool
    private var inflater: InflateStream?
    private var deflater: DeflateStream?

    /// Messages shorter than `threshold` are sent as they are.
    public init(_ agreement: DeflateAgreement, role: WebSocketRole, threshold: Int) {
        self.threshold = threshold
        let isClient = role == .client
        inWindow = isClient ? agreement.serverWindowBits : agreement.clientWindowBits
        outWindow = isClient ? agreement.clientWindowBits : agreement.serverWindowBits
        keepsIn = isClient ? agreement.serverKeepsContext : agreement.clientKeepsContext
        keepsOut = isClient ? agreement.clientKeepsContext : agreement.serverKeepsContext
    }

    /// zlib's memory is held between messages.
    public var holdsState: Bool { inflater != nil || deflater != nil }

    public func compresses(_ count: Int) -> Bool { count >= threshold }

    /// Inflates the payload of a whole message; it ends as soon as more than `limit` bytes come out.
    public func inflate(
        _ payload: UnsafeRawBufferPointer,
        isText: Bool,
        limit: Int,
        into room: DeflateRoom
    ) throws(WebSocketFault) {
        room.clear()
        // A peer that writes by zlib has no window of 8 bits either and takes one of 9.
        let inflater = inflater ?? InflateStream(.raw(windowBits: max(9, inWindow)))
        self.inflater = keepsIn ? inflater : nil
        var reader = MessageReader(inflater: inflater, room: room, limit: limit, check: isText ? UTF8Check() : nil)
        try reader.take(payload)
        let tail = Self.tail
        try tail.span.withUnsafeBytes { (tail) throws(WebSocketFault) in try reader.take(tail) }
        guard inflater.isBetweenBlocks else { throw .badCompression }
        guard reader.check?.isComplete ?? true else { throw .notUTF8 }
    }

    /// Compresses a whole message.
    public func deflate(_ payload: UnsafeRawBufferPointer, into room: DeflateRoom) {
        room.clear()
        guard !payload.isEmpty else {
            // zlib writes nothing where there is nothing; this is the beginning of an empty block.
            room.free(atLeast: 1)[0] = 0
            return room.add(1)
        }
        let deflater = deflater ?? DeflateStream(.raw(windowBits: outWindow))
        self.deflater = keepsOut ? deflater : nil
        deflater.run(payload, isLast: false, into: room)
        room.removeLast(4)
    }
}

/// One message on its way through an inflater.
private struct MessageReader {
    let inflater: InflateStream
    let room: DeflateRoom
    let limit: Int
    var check: UTF8Check?
    private var count = 0

    init(inflater: InflateStream, room: DeflateRoom, limit: Int, check: UTF8Check?) {
        self.inflater = inflater
        self.room = room
        self.limit = limit
        self.check = check
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(WebSocketFault) {
        var rest = bytes
        while true {
            let free = room.free(atLeast: 1)
            // One more than may come, so that too much shows.
            let space = UnsafeMutableRawBufferPointer(rebasing: free.prefix(min(free.count - 1, limit - count) + 1))
            let (outcome, more) = inflater.run(&rest, into: space)
            count += more
            guard count <= limit else { throw .inflatedTooLarge }
            guard check?.accepts(UnsafeRawBufferPointer(rebasing: space.prefix(more))) ?? true else { throw .notUTF8 }
            room.add(more)
            switch outcome {
            case .needsRoom: break
            case .needsInput: return
            case .ended: inflater.resume()
            case .corrupt: throw .badCompression
            }
        }
    }
}

@available(*, unavailable)
extension MessageDeflate: Sendable {}
