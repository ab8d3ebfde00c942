/// Writes WebSocket frames, each unfragmented, where the caller has room for them.
public enum WebSocketEncoder: Sendable {
    /// How many bytes a frame takes.
    @inlinable
    public static func size(payload: Int, isMasked: Bool) -> Int {
        payload + (isMasked ? 6 : 2) + (payload < 126 ? 0 : payload < 65_536 ? 2 : 8)
    }

    /// Writes a frame; a client gives a mask key, a server none.
    ///
    /// At `place` there must be room for as many bytes as ``size(payload:isMasked:)`` says.
    public static func write(
        _ opcode: WebSocketOpcode,
        _ payload: UnsafeRawBufferPointer,
        key: UInt32?,
        to place: UnsafeMutableRawPointer
    ) {
        let count = payload.count
        let masked: UInt8 = key == nil ? 0 : 0x80
        var next = place + 2
        place.storeBytes(of: 0x80 | opcode.rawValue, as: UInt8.self)
        if count < 126 {
            place.storeBytes(of: masked | UInt8(truncatingIfNeeded: count), toByteOffset: 1, as: UInt8.self)
        } else if count < 65_536 {
            place.storeBytes(of: masked | 126, toByteOffset: 1, as: UInt8.self)
            next.storeBytes(of: UInt16(truncatingIfNeeded: count).bigEndian, as: UInt16.self)
            next += 2
        } else {
            place.storeBytes(of: masked | 127, toByteOffset: 1, as: UInt8.self)
            next.storeBytes(of: UInt64(truncatingIfNeeded: count).bigEndian, as: UInt64.self)
            next += 8
        }
        if let key {
            next.storeBytes(of: key.littleEndian, as: UInt32.self)
            next += 4
        }
        guard let source = payload.baseAddress, count > 0 else { return }
        if let key {
            WebSocketMask.copy(source, count: count, key, to: next)
        } else {
            next.copyMemory(from: source, byteCount: count)
        }
    }

    /// Says of a frame that lies at `place` that its payload was deflated.
    public static func markCompressed(_ place: UnsafeMutableRawPointer) {
        place.storeBytes(of: place.load(as: UInt8.self) | WebSocketFrameHead.compressed, as: UInt8.self)
    }

    /// Appends a frame to a buffer.
    public static func append(_ opcode: WebSocketOpcode, _ payload: RawSpan, key: UInt32?, to bytes: inout [UInt8]) {
        payload.withUnsafeBytes { payload in
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: size(payload: payload.count, isMasked: key != nil)))
            bytes.withUnsafeMutableBytes { all in
                if let base = all.baseAddress { write(opcode, payload, key: key, to: base + start) }
            }
        }
    }

    /// The payload of a close frame; 1005 stands for a close without a code.
    public static func withClosePayload<Answer>(_ code: UInt16, _ body: (RawSpan) -> Answer) -> Answer {
        let payload: [2 of UInt8] = [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]
        return body(payload.span.bytes.extracting(first: code == 1005 ? 0 : 2))
    }

    public static func appendClose(_ code: UInt16, key: UInt32?, to bytes: inout [UInt8]) {
        withClosePayload(code) { append(.close, $0, key: key, to: &bytes) }
    }
}
