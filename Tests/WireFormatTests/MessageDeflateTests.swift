import Testing

@testable import WireFormat

/// Messages through `permessage-deflate` and back.
@Suite struct MessageDeflateTests {
    private static let limit = 1 << 20

    private func inflate(
        _ payload: [UInt8],
        _ deflate: MessageDeflate,
        isText: Bool = false,
        limit: Int = limit
    ) -> Result<[UInt8], WebSocketFault> {
        let room = DeflateRoom()
        do throws(WebSocketFault) {
            try payload.span.withUnsafeBytes { (payload) throws(WebSocketFault) in
                try deflate.inflate(payload, isText: isText, limit: limit, into: room)
            }
            return .success(Array(room.bytes))
        } catch {
            #expect(room.heldBytes <= 4 * limit + 8_192)
            return .failure(error)
        }
    }

    private func deflate(_ bytes: [UInt8], _ deflate: MessageDeflate) -> [UInt8] {
        let room = DeflateRoom()
        bytes.withUnsafeBytes { deflate.deflate($0, into: room) }
        return Array(room.bytes)
    }

    private func pair(_ change: (inout DeflateAgreement) -> Void = { _ in }) -> (MessageDeflate, MessageDeflate) {
        var agreement = DeflateAgreement()
        change(&agreement)
        return (
            MessageDeflate(agreement, role: .client, threshold: 0),
            MessageDeflate(agreement, role: .server, threshold: 0)
        )
    }

    /// Text that repeats itself from near and far.
    private static func message(_ seed: Int, _ count: Int) -> [UInt8] {
        var state = UInt64(seed + 1)
        var bytes: [UInt8] = []
        while bytes.count < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let from = Int(state >> 33) % (bytes.count + 1)
            if state >> 60 < 9, bytes.count > 40 {
                bytes += bytes[max(0, from - 40)..<from]
            } else {
                bytes.append(UInt8(ascii: "a") + UInt8(state >> 40 & 15))
            }
        }
        return Array(bytes.prefix(count))
    }

    /// The examples of RFC 7692, section 7.2.3.
    @Test func theMessagesOfTheStandardAreRead() {
        let (client, _) = pair()
        let hello = Array("Hello".utf8)
        #expect(inflate([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], client) == .success(hello))
        // The second refers back to the first.
        #expect(inflate([0xF2, 0x00, 0x11, 0x00, 0x00], client) == .success(hello))
        let stored: [UInt8] = [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]
        #expect(inflate(stored, client) == .success(hello))
        // A last block, and then another message that refers back to it.
        #expect(inflate([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00], client) == .success(hello))
        #expect(inflate([0xF2, 0x00, 0x11, 0x00, 0x00], client) == .success(hello))
        let two: [UInt8] = [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]
        #expect(inflate(two, client) == .success(hello))
    }

    @Test func theStandardsMessageIsWrittenAlike() {
        let (client, _) = pair()
        #expect(deflate(Array("Hello".utf8), client) == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(deflate(Array("Hello".utf8), client).count < 7)
    }

    @Test(arguments: [8, 9, 10, 15], [true, false])
    func whatOneEndWritesTheOtherReads(bits: Int, keeps: Bool) {
        let (client, server) = pair {
            ($0.clientWindowBits, $0.serverWindowBits) = (bits, bits)
            ($0.clientKeepsContext, $0.serverKeepsContext) = (keeps, keeps)
        }
        for (number, count) in [0, 1, 200, 70_000, 5, 0, 300_000].enumerated() {
            let message = Self.message(number, count)
            #expect(inflate(deflate(message, client), server, isText: true) == .success(message))
            #expect(inflate(deflate(message, server), client) == .success(message))
            #expect(client.holdsState == keeps)
        }
    }

    /// zlib writes with a window of 9 bits where 8 were agreed on, and reads so: a reader of 8 must do too.
    @Test func aWindowOfEightBitsIsNeverLookedBeyond() {
        let stream = DeflateStream(.raw(windowBits: 8))
        let message = Self.message(3, 100_000)
        let room = DeflateRoom()
        message.withUnsafeBytes { stream.run($0, isLast: false, into: room) }
        #expect(DistanceScan.farthest(Array(room.bytes)) <= 256)
    }

    @Test func bombsEndAtTheLimit() {
        let (client, server) = pair()
        let bomb = deflate([UInt8](repeating: 0, count: 64 << 20), client)
        #expect(bomb.count < 100_000)
        #expect(inflate(bomb, server, limit: 1 << 16) == .failure(.inflatedTooLarge))
        let (other, reader) = pair()
        let fits = deflate([UInt8](repeating: 0, count: 1_000), other)
        #expect(inflate(fits, reader, limit: 1_000) == .success([UInt8](repeating: 0, count: 1_000)))
        #expect(inflate(fits, pair().1, limit: 999) == .failure(.inflatedTooLarge))
    }

    @Test(
        arguments: [
            [], [0xFF], [0xF2, 0x48, 0xCD], [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [0x06, 0x00],
            [0xF2, 0x00, 0x11, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func whatDoesNotInflateIsAFault(payload: [UInt8]) {
        #expect(inflate(payload, pair().0) == .failure(.badCompression))
    }

    @Test func textIsCheckedAsItInflates() {
        let (client, server) = pair()
        #expect(inflate(deflate([0x61, 0xC3], client), server, isText: true) == .failure(.notUTF8))
        #expect(inflate(deflate([0xFF], pair().0), pair().1, isText: true) == .failure(.notUTF8))
        #expect(inflate(deflate([0xFF], pair().0), pair().1) == .success([0xFF]))
    }

    @Test func smallMessagesAreLeftAsTheyAre() {
        let deflate = MessageDeflate(DeflateAgreement(), role: .client, threshold: 100)
        #expect(!deflate.compresses(99) && deflate.compresses(100))
    }

    @Test func muchRoomIsGivenBack() {
        let (client, server) = pair()
        let room = DeflateRoom()
        let payload = deflate([UInt8](repeating: 0, count: 1 << 20), client)
        payload.withUnsafeBytes { try? server.inflate($0, isText: false, limit: 1 << 20, into: room) }
        #expect(room.bytes.count == 1 << 20)
        room.clear()
        #expect(room.heldBytes == 0 && room.bytes.isEmpty)
    }
}

/// Reads a deflated stream only as far as to know how far back it looks.
private enum DistanceScan {
    /// A window that is too small for the stream refuses it, so the smallest that does not is looked for by inflating.
    static func farthest(_ bytes: [UInt8]) -> Int {
        var window = 15
        while window > 8, accepts(bytes, window - 1) { window -= 1 }
        return 1 << window
    }

    private static func accepts(_ bytes: [UInt8], _ bits: Int) -> Bool {
        let stream = InflateStream(.raw(windowBits: bits))
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        defer { room.deallocate() }
        return bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while true {
                switch stream.run(&rest, into: room).outcome {
                case .needsRoom: continue
                case .corrupt: return false
                case .needsInput, .ended: return true
                }
            }
        }
    }
}
