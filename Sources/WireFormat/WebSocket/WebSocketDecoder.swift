/// Takes WebSocket frames out of received bytes, unmasking them in place.
///
/// A message that lies whole and unfragmented in what was received is handed out where it lies. Only what arrives in
/// pieces is gathered in a buffer of the decoder's own, which is there no longer than the message. Everything that can be
/// known to be wrong is refused at the first byte that shows it.
///
/// Ownership: owned by its connection; the gathering buffer ends with it.
public struct WebSocketDecoder: ~Copyable {
    /// A whole message or control frame; its bytes stand until the decoder is asked for the next one.
    public struct Item {
        public var opcode: WebSocketOpcode
        public var bytes: UnsafeRawBufferPointer
    }

    private let role: WebSocketRole
    private let allowsCompression: Bool
    /// The last message is still to be inflated; a text of these has not been checked.
    public private(set) var itemIsCompressed = false
    /// What the message under way is; nil between messages.
    private var message: WebSocketOpcode?
    private var messageIsCompressed = false
    private var headIsCompressed = false
    private var frame: WebSocketOpcode = .text
    private var frameIsFinal = true
    private var gatheringWasHandedOut = false
    private var check = UTF8Check()
    private var headCount: UInt8 = 0
    /// The beginning of a head that has not arrived whole.
    private var head = InlineArray<14, UInt8>(repeating: 0)
    /// The key, turned to the next byte of the frame under way.
    private var key: UInt32 = 0
    /// What the frame under way still owes; a frame is under way as long as it owes something.
    private var owed = 0
    private var gathered: UnsafeMutableRawPointer?
    private var gatheredRoom = 0
    /// Bytes gathered of the message; those of a control frame in pieces lie behind them.
    private var messageCount = 0
    private var controlCount = 0

    /// Messages may be compressed only where that was agreed on.
    public init(role: WebSocketRole, allowsCompression: Bool = false) {
        self.role = role
        self.allowsCompression = allowsCompression
    }

    deinit {
        gathered?.deallocate()
    }

    /// Bytes held for messages that have not arrived whole.
    public var heldBytes: Int { gatheredRoom }

    /// The next item, or nil when `input`, which shrinks from the front, is used up.
    @inline(__always)
    public mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer,
        limits: WebSocketLimits
    ) throws(WebSocketFault) -> Item? {
        if input.count == 0, !gatheringWasHandedOut { return nil }
        if owed == 0, gathered == nil, message == nil, headCount == 0, !allowsCompression,
            let start = input.baseAddress,
            let head = try WebSocketFrameHead.parse(start, available: input.count, role: role),
            head.isFinal, head.opcode == .text || head.opcode == .binary,
            head.count <= input.count - head.size, head.count <= limits.frame, head.count <= limits.message
        {
            return try whole(head, &input)
        }
        return try nextInPieces(&input, limits: limits)
    }

    /// The common case: one frame, one message, all there.
    private mutating func whole(
        _ head: WebSocketFrameHead,
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(WebSocketFault) -> Item {
        let payload = UnsafeMutableRawBufferPointer(rebasing: input[head.size..<head.size + head.count])
        input = UnsafeMutableRawBufferPointer(rebasing: input[(head.size + head.count)...])
        if let start = payload.baseAddress, role == .server {
            WebSocketMask.apply(head.key, to: start, count: payload.count)
        }
        if head.opcode == .text {
            var check = UTF8Check()
            guard check.accepts(UnsafeRawBufferPointer(payload)), check.isComplete else { throw .notUTF8 }
        }
        return Item(opcode: head.opcode, bytes: UnsafeRawBufferPointer(payload))
    }

    private mutating func nextInPieces(
        _ input: inout UnsafeMutableRawBufferPointer,
        limits: WebSocketLimits
    ) throws(WebSocketFault) -> Item? {
        if gatheringWasHandedOut { forgetGathering() }
        while true {
            if owed == 0 {
                guard let head = try takeHead(&input) else { return nil }
                try begin(head, limits: limits)
            }
            let count = min(owed, input.count)
            let piece = UnsafeMutableRawBufferPointer(rebasing: input[..<count])
            input = UnsafeMutableRawBufferPointer(rebasing: input[count...])
            if let start = piece.baseAddress, role == .server {
                key = WebSocketMask.apply(key, to: start, count: count)
            }
            owed -= count
            if let item = try take(piece) { return item }
            if owed > 0 { return nil }
        }
    }

    /// A head out of the input, or out of the bytes kept from last time and the input.
    private mutating func takeHead(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(WebSocketFault) -> WebSocketFrameHead? {
        let kept = Int(headCount)
        let added = min(input.count, WebSocketFrameHead.longest - kept)
        for place in 0..<added { head[kept + place] = input[place] }
        if allowsCompression, kept == 0, added > 0 { try takeCompressedBit() }
        var parsed: WebSocketFrameHead?
        do {
            parsed = try withUnsafeBytes(of: &head) { (bytes) throws(WebSocketFault) in
                guard let start = bytes.baseAddress else { return nil }
                return try WebSocketFrameHead.parse(start, available: kept + added, role: role)
            }
        }
        guard let parsed else {
            headCount = UInt8(kept + added)
            input = UnsafeMutableRawBufferPointer(rebasing: input[added...])
            return nil
        }
        headCount = 0
        input = UnsafeMutableRawBufferPointer(rebasing: input[(parsed.size - kept)...])
        return parsed
    }

    /// Only the first frame of a message may have it; what is left of the head is one like any other.
    private mutating func takeCompressedBit() throws(WebSocketFault) {
        let first = head[0]
        headIsCompressed = first & WebSocketFrameHead.compressed != 0
        guard headIsCompressed else { return }
        let opcode = WebSocketOpcode(rawValue: first & 0x0F)
        guard opcode == .text || opcode == .binary else { throw .reservedBits }
        head[0] = first & ~WebSocketFrameHead.compressed
    }

    private mutating func begin(_ head: WebSocketFrameHead, limits: WebSocketLimits) throws(WebSocketFault) {
        if !head.opcode.isControl {
            guard (head.opcode == .continuation) == (message != nil) else {
                throw message == nil ? .continuationOfNothing : .messageWithinMessage
            }
            guard head.count <= limits.frame, head.count <= limits.message - messageCount else { throw .tooLarge }
            if message == nil {
                message = head.opcode
                messageIsCompressed = headIsCompressed
                check = UTF8Check()
            }
        }
        frame = head.opcode
        frameIsFinal = head.isFinal
        key = head.key
        owed = head.count
    }

    /// Handles a piece of the frame under way, which may be all of it.
    private mutating func take(_ piece: UnsafeMutableRawBufferPointer) throws(WebSocketFault) -> Item? {
        itemIsCompressed = messageIsCompressed && !frame.isControl
        if frame.isControl {
            if owed == 0, controlCount == 0 {
                return Item(opcode: frame, bytes: UnsafeRawBufferPointer(piece))
            }
            gather(piece, behind: messageCount + controlCount)
            controlCount += piece.count
            guard owed == 0 else { return nil }
            let bytes = gatheredBytes(from: messageCount, count: controlCount)
            controlCount = 0
            gatheringWasHandedOut = message == nil
            return Item(opcode: frame, bytes: bytes)
        }
        let isChecked = message == .text && !messageIsCompressed
        if isChecked {
            guard check.accepts(UnsafeRawBufferPointer(piece)) else { throw .notUTF8 }
        }
        let isLast = owed == 0 && frameIsFinal
        if isLast, isChecked, !check.isComplete { throw .notUTF8 }
        guard let opcode = message else { return nil }
        if isLast, messageCount == 0 {
            message = nil
            return Item(opcode: opcode, bytes: UnsafeRawBufferPointer(piece))
        }
        gather(piece, behind: messageCount)
        messageCount += piece.count
        guard isLast else { return nil }
        message = nil
        gatheringWasHandedOut = true
        return Item(opcode: opcode, bytes: gatheredBytes(from: 0, count: messageCount))
    }

    private func gatheredBytes(from start: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: gathered.map { UnsafeRawPointer($0 + start) }, count: gathered == nil ? 0 : count)
    }

    /// Room grows with what has arrived and not with what was announced: announcing is free for a peer.
    private mutating func gather(_ piece: UnsafeMutableRawBufferPointer, behind place: Int) {
        guard let source = piece.baseAddress, piece.count > 0 else { return }
        let need = place + piece.count
        if need > gatheredRoom {
            let known = frame.isControl ? need : need + owed
            let room = max(need, min(known, 2 * gatheredRoom + 512))
            let larger = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
            if let gathered {
                larger.copyMemory(from: gathered, byteCount: place)
                gathered.deallocate()
            }
            gathered = larger
            gatheredRoom = room
        }
        gathered?.advanced(by: place).copyMemory(from: source, byteCount: piece.count)
    }

    private mutating func forgetGathering() {
        gathered?.deallocate()
        gathered = nil
        gatheredRoom = 0
        messageCount = 0
        gatheringWasHandedOut = false
    }
}

@available(*, unavailable)
extension WebSocketDecoder: Sendable {}

@available(*, unavailable)
extension WebSocketDecoder.Item: Sendable {}
