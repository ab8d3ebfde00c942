import Exchange
import WireFormat

/// Messages of the connections that agreed on `permessage-deflate`.
extension Wires {
    mutating func compress(_ slot: Int, _ agreement: DeflateAgreement, role: WebSocketRole) {
        let threshold = compression?.threshold ?? 0
        slab[slot].pointee.deflate = MessageDeflate(agreement, role: role, threshold: threshold)
        slab[slot].pointee.decoder = WebSocketDecoder(role: role, allowsCompression: true)
    }

    /// The message as it was before it was compressed; it stands until the next one of any connection is inflated.
    @inline(never)
    mutating func inflate(
        _ slot: Int,
        _ item: WebSocketDecoder.Item?
    ) throws(WebSocketFault) -> WebSocketDecoder.Item? {
        guard var item, let deflate = slab[slot].pointee.deflate else { return nil }
        let isText = item.opcode == .text
        try deflate.inflate(item.bytes, isText: isText, limit: frameLimits.message, into: inflateRoom)
        item.bytes = inflateRoom.bytes
        return item
    }

    /// False where the message is to be sent as it is.
    @inline(never)
    mutating func appendCompressed(
        _ opcode: WebSocketOpcode,
        _ payload: RawSpan,
        to slot: Int,
        ending sending: SendingID
    ) -> Bool {
        guard let deflate = slab[slot].pointee.deflate, deflate.compresses(payload.byteCount) else { return false }
        let start = output.count
        let key = key(for: slot)
        payload.withUnsafeBytes { deflate.deflate($0, into: deflateRoom) }
        output.append(opcode, deflateRoom.bytes, key: key)
        WebSocketEncoder.markCompressed(output.start + start)
        noteOutput(slot, from: start, ending: sending)
        return true
    }
}
