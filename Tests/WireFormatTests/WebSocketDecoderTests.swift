import Testing

@testable import WireFormat

@Suite struct WebSocketDecoderTests {
    private static let limits = WebSocketLimits(frame: 1_000, message: 2_000)

    /// What came out: opcode and bytes of each item, and the fault that ended it.
    struct Outcome: Equatable, CustomStringConvertible {
        var items: [String] = []
        var fault: WebSocketFault?
        var description: String { "\(items) \(fault.map { "\($0)" } ?? "")" }
    }

    /// Feeds pieces to a decoder, each in a buffer of its own.
    static func decode(
        _ pieces: [[UInt8]],
        role: WebSocketRole = .client,
        allowsCompression: Bool = false
    ) -> Outcome {
        var decoder = WebSocketDecoder(role: role, allowsCompression: allowsCompression)
        var outcome = Outcome()
        for piece in pieces {
            var copy = piece
            copy.withUnsafeMutableBytes { all in
                var rest = all
                do {
                    while let item = try decoder.next(&rest, limits: limits) {
                        let suffix = decoder.itemIsCompressed ? " compressed" : ""
                        outcome.items.append("\(item.opcode) \(String(decoding: item.bytes, as: UTF8.self))\(suffix)")
                    }
                } catch {
                    outcome.fault = error as? WebSocketFault
                }
            }
            if outcome.fault != nil { break }
        }
        return outcome
    }

    static func frame(_ first: UInt8, _ payload: String, key: UInt32? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        let opcode = WebSocketOpcode(rawValue: first & 0xF) ?? .text
        WebSocketEncoder.append(opcode, payload.utf8Span.span.bytes, key: key, to: &bytes)
        bytes[0] = first
        return bytes
    }

    @Test(
        arguments: [
            (0x81, 0x00, WebSocketFault?.none), (0xC1, 0x00, .reservedBits), (0x83, 0x00, .unknownOpcode(3)),
            (0x8B, 0x00, .unknownOpcode(11)), (0x81, 0x80, .wrongMasking), (0x80, 0x00, .continuationOfNothing),
            (0x09, 0x00, .fragmentedControlFrame), (0x89, 126, .longControlFrame),
        ] as [(UInt8, UInt8, WebSocketFault?)]
    )
    func headsAreJudgedByTheirFirstBytes(first: UInt8, second: UInt8, fault: WebSocketFault?) {
        #expect(Self.decode([[first, second]]).fault == fault)
    }

    @Test(
        arguments: [
            ([0x82, 126, 0, 125], WebSocketFault.lengthNotMinimal),
            ([0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .lengthNotMinimal),
            ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], .tooLarge),
            ([0x82, 126, 0x03, 0xE9], .tooLarge),
            ([0x01, 0, 0x81, 0], .messageWithinMessage),
            ([0x81, 1, 0xFF], .notUTF8),
            ([0x81, 1, 0xC3], .notUTF8),
            ([0x81, 4, 0xED, 0xA0], .notUTF8),
        ] as [([UInt8], WebSocketFault)]
    )
    func wrongFramesAreRefusedAsSoonAsTheyShow(bytes: [UInt8], fault: WebSocketFault) {
        #expect(Self.decode([bytes]).fault == fault)
    }

    /// Where compression was agreed on, the first frame of a message may say that it is compressed, and no other may.
    @Test(
        arguments: [
            (frame(0xC1, "ab"), ["text ab compressed"], nil), (frame(0xC1, "\u{E9}").dropLast() + [], [], nil),
            (frame(0x41, "a") + frame(0x89, "p") + frame(0x80, "b"), ["ping p", "text ab compressed"], nil),
            (frame(0x41, "a") + frame(0xC0, "b"), [], .reservedBits), (frame(0xC9, "p"), [], .reservedBits),
            (frame(0xC8, ""), [], .reservedBits), (frame(0xA1, "a"), [], .reservedBits),
            (frame(0xC2, "a") + frame(0x81, "b"), ["binary a compressed", "text b"], nil),
            (frame(0x41, "") + frame(0x80, ""), ["text  compressed"], nil),
        ] as [([UInt8], [String], WebSocketFault?)]
    )
    func onlyTheFirstFrameSaysThatAMessageIsCompressed(bytes: [UInt8], items: [String], fault: WebSocketFault?) {
        for pieces in [[bytes], bytes.map { [$0] }] {
            let outcome = Self.decode(pieces, allowsCompression: true)
            #expect(outcome == Outcome(items: items, fault: fault))
        }
    }

    @Test func aCompressedTextIsNotCheckedBeforeItIsInflated() {
        let outcome = Self.decode([[0xC1, 0x01, 0xFF]], allowsCompression: true)
        #expect(outcome.items.count == 1 && outcome.fault == nil)
    }

    /// A conversation with everything in it.
    private static let traffic: [UInt8] =
        frame(0x81, "whole") + frame(0x82, "") + frame(0x01, "frag\u{E9}") + frame(0x89, "ping") + frame(0x00, "")
        + frame(0x80, "ments\u{1F600}") + frame(0x8A, String(repeating: "p", count: 125))
        + frame(0x81, String(repeating: "long ", count: 190)) + frame(0x88, "")

    private static let items = [
        "text whole", "binary ", "ping ping", "text frag\u{E9}ments\u{1F600}",
        "pong " + String(repeating: "p", count: 125), "text " + String(repeating: "long ", count: 190), "close ",
    ]

    @Test func itemsDoNotDependOnWhereTheBytesAreCut() {
        #expect(Self.decode([Self.traffic]) == Outcome(items: Self.items))
        for cut in 1..<Self.traffic.count {
            #expect(Self.decode([Array(Self.traffic[..<cut]), Array(Self.traffic[cut...])]).items == Self.items)
        }
        #expect(Self.decode(Self.traffic.map { [$0] }).items == Self.items)
    }

    @Test func maskedFramesComeOutUnmaskedWhereverTheyAreCut() {
        let bytes = Self.frame(0x01, "abcdefg", key: 0x0102_0304) + Self.frame(0x80, "hijklmnopq", key: 0xFFEE_DDCC)
        for cut in 1..<bytes.count {
            let outcome = Self.decode([Array(bytes[..<cut]), Array(bytes[cut...])], role: .server)
            #expect(outcome == Outcome(items: ["text abcdefghijklmnopq"]))
        }
    }

    @Test func fragmentsTogetherHaveALimit() {
        let part = Self.frame(0x02, String(repeating: "x", count: 1_000))
        let more = Self.frame(0x00, String(repeating: "x", count: 1_000))
        #expect(Self.decode([part + more]).fault == nil)
        #expect(Self.decode([part + more + Self.frame(0x00, "y")]).fault == .tooLarge)
    }

    @Test func whatWasGatheredIsGivenBack() {
        var decoder = WebSocketDecoder(role: .client)
        for piece in [Self.frame(0x01, "a"), Self.frame(0x80, "b"), Self.frame(0x81, "c")] {
            var copy = piece
            copy.withUnsafeMutableBytes { all in
                var rest = all
                while (try? decoder.next(&rest, limits: Self.limits)) != nil {}
            }
        }
        #expect(decoder.heldBytes == 0)
    }

    @Test func announcingMuchReservesLittle() {
        var decoder = WebSocketDecoder(role: .client)
        var head: [UInt8] = [0x82, 127, 0, 0, 0, 0, 0x3F, 0xFF, 0xFF, 0xFF, 1, 2, 3]
        head.withUnsafeMutableBytes { all in
            var rest = all
            _ = try? decoder.next(&rest, limits: WebSocketLimits(frame: .max, message: .max))
        }
        #expect(decoder.heldBytes > 0 && decoder.heldBytes < 4_096)
    }

    /// No bytes of a peer make the decoder trap, and pieces never change what it says.
    @Test func nonsenseIsOnlyEverRefused() {
        var state: UInt64 = 4_711
        func next(below count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<2_000 {
            var bytes = Self.traffic
            for _ in 0...next(below: 4) { bytes[next(below: bytes.count)] = UInt8(next(below: 256)) }
            let cut = next(below: bytes.count)
            let whole = Self.decode([bytes])
            let pieces = Self.decode([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(whole == pieces)
        }
    }
}
