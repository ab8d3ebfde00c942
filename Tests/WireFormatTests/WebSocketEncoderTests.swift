import Testing
import WireFormat

@Suite struct WebSocketEncoderTests {
    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536])
    func lengthsAreAsShortAsTheyCanBe(count: Int) {
        var bytes: [UInt8] = []
        let payload = [UInt8](repeating: 7, count: count)
        WebSocketEncoder.append(.binary, payload.span.bytes, key: nil, to: &bytes)
        let head: [UInt8] =
            count < 126
            ? [0x82, UInt8(count)]
            : count < 65_536
                ? [0x82, 126, UInt8(count >> 8), UInt8(count & 255)] : [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]
        #expect(bytes == head + payload)
    }

    @Test(arguments: [0, 1, 3, 7, 8, 31, 32, 33, 100])
    func clientsMaskEveryByteWithItsKey(count: Int) {
        var bytes: [UInt8] = [1, 2, 3]
        let payload = (0..<count).map { UInt8($0) }
        WebSocketEncoder.append(.text, payload.span.bytes, key: 0x4433_2211, to: &bytes)
        let key: [UInt8] = [0x11, 0x22, 0x33, 0x44]
        let masked = payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
        #expect(bytes == [1, 2, 3, 0x81, 0x80 | UInt8(count)] + key + masked)
    }

    @Test func aCloseHasItsCodeOrNothing() {
        var bytes: [UInt8] = []
        WebSocketEncoder.appendClose(1001, key: nil, to: &bytes)
        WebSocketEncoder.appendClose(1005, key: nil, to: &bytes)
        #expect(bytes == [0x88, 2, 0x03, 0xE9, 0x88, 0])
    }
}
