/// Writes WebSocket frames at the end of a buffer that the caller owns.
public enum WebSocketEncoder: Sendable {
    /// Appends one unfragmented frame; a client gives a mask key, a server none.
    @inlinable
    public static func append(_ opcode: WebSocketOpcode, _ payload: RawSpan, key: UInt32?, to bytes: inout [UInt8]) {
        payload.withUnsafeBytes { append(opcode, $0, key: key, to: &bytes) }
    }

    public static func append(
        _ opcode: WebSocketOpcode,
        _ payload: UnsafeRawBufferPointer,
        key: UInt32?,
        to bytes: inout [UInt8]
    ) {
        appendHeader(opcode, count: payload.count, key: key, to: &bytes)
        let start = bytes.count
        bytes.append(contentsOf: payload)
        guard let key, let bytesToMask = payload.count > 0 ? payload.count : nil else { return }
        bytes.withUnsafeMutableBytes { all in
            if let base = all.baseAddress { WebSocketMask.apply(key, to: base + start, count: bytesToMask) }
        }
    }

    /// Appends a close frame; 1005 stands for a close without a code.
    public static func appendClose(_ code: UInt16, key: UInt32?, to bytes: inout [UInt8]) {
        let payload: [2 of UInt8] = [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]
        append(.close, payload.span.bytes.extracting(first: code == 1005 ? 0 : 2), key: key, to: &bytes)
    }

    private static func appendHeader(_ opcode: WebSocketOpcode, count: Int, key: UInt32?, to bytes: inout [UInt8]) {
        let masked: UInt8 = key == nil ? 0 : 0x80
        bytes.append(0x80 | opcode.rawValue)
        if count < 126 {
            bytes.append(masked | UInt8(count))
        } else if count < 65_536 {
            bytes.append(masked | 126)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: count))
        } else {
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        if let key {
            for shift in stride(from: UInt32(0), through: 24, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: key >> shift))
            }
        }
    }
}
