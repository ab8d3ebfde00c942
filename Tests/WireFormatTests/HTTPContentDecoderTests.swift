import CZlib
import Testing

@testable import WireFormat

/// Compressed bodies of responses.
@Suite struct HTTPContentDecoderTests {
    private static let text = Array(String(repeating: "What is said often takes little room. ", count: 3_000).utf8)

    /// Compressed by zlib directly; 31 writes gzip, 15 zlib, -15 the deflated bytes alone.
    private static func compress(_ bytes: [UInt8], _ windowBits: CInt) -> [UInt8] {
        var stream = z_stream()
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1_000)
        deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, 0, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = CUnsignedInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = CUnsignedInt(output.count)
                _ = deflate(&stream, Z_FINISH)
            }
        }
        let count = output.count - Int(stream.avail_out)
        deflateEnd(&stream)
        return Array(output.prefix(count))
    }

    private func decode(
        _ bytes: [UInt8],
        _ coding: HTTPContentCoding = .gzip,
        pieces: Int = .max,
        limit: Int = 1 << 20
    ) -> Result<[UInt8], HTTPContentFault> {
        let decoder = HTTPContentDecoder(coding, limit: limit)
        var body: [UInt8] = []
        do throws(HTTPContentFault) {
            var start = 0
            while start < bytes.count {
                let piece = Array(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))])
                start += piece.count
                try decoder.decode(piece.span.bytes) { $0.withUnsafeBytes { body.append(contentsOf: $0) } }
            }
            try decoder.end()
            return .success(body)
        } catch {
            #expect(body.count <= limit)
            return .failure(error)
        }
    }

    @Test(arguments: [1, 2, 7, 1_000, .max])
    func bodiesComeOutWhereverTheyAreCut(pieces: Int) {
        for (bits, coding) in [(31, .gzip), (15, .deflate), (-15, .deflate)] as [(CInt, HTTPContentCoding)] {
            #expect(decode(Self.compress(Self.text, bits), coding, pieces: pieces) == .success(Self.text))
        }
    }

    @Test func oneMemberMayFollowAnother() {
        let member = Self.compress(Array("ab".utf8), 31)
        #expect(decode(member + member, pieces: 5) == .success(Array("abab".utf8)))
        #expect(decode(member + Array(member.prefix(4))) == .failure(.endedEarly))
        #expect(decode(member + [1, 2, 3]) == .failure(.corrupt))
        #expect(decode(Self.compress([1], 15) + [0], .deflate) == .failure(.corrupt))
    }

    @Test func whatEndsEarlyOrIsBentIsAFault() {
        let whole = Self.compress(Array("a body of some length".utf8), 31)
        for count in 1..<whole.count { #expect(decode(Array(whole.prefix(count))) == .failure(.endedEarly)) }
        for place in [0, 1, 2] + Array(whole.indices.suffix(8)) {
            var bent = whole
            bent[place] ^= 0x10
            if case .success = decode(bent) { Issue.record("byte \(place) does not matter") }
        }
        #expect(decode(Array("plain".utf8)) == .failure(.corrupt))
        #expect(decode([0x78], .deflate) == .failure(.endedEarly))
        #expect(decode([]) == .success([]) && decode([], .deflate) == .success([]))
    }

    @Test func bombsEndAtTheLimit() {
        let bomb = Self.compress([UInt8](repeating: 0, count: 4 << 20), 31)
        #expect(decode(bomb, limit: 100_000) == .failure(.tooLarge))
        #expect(decode(bomb, pieces: 10, limit: 100_000) == .failure(.tooLarge))
        #expect(decode(Self.compress([1, 2, 3], 31), limit: 3) == .success([1, 2, 3]))
    }

    @Test func whatWasCompressedHereIsRead() {
        let room = DeflateRoom()
        HTTPContentEncoder.gzip(Self.text.span.bytes, into: room)
        #expect(decode(Array(room.bytes)) == .success(Self.text) && room.bytes.count < 1_000)
    }

    @Test(
        arguments: [
            ("Content-Encoding: gzip\r\n", .success(.gzip)), ("Content-Encoding: X-GZip\r\n", .success(.gzip)),
            ("content-encoding: deflate, identity\r\n", .success(.deflate)), ("X: gzip\r\n", .success(nil)),
            ("Content-Encoding:\r\n", .success(nil)), ("Content-Encoding: br\r\n", .failure(.unknownCoding)),
            ("Content-Encoding: gzip, gzip\r\n", .failure(.unknownCoding)),
            ("Content-Encoding: gzip\r\nContent-Encoding: deflate\r\n", .failure(.unknownCoding)),
        ] as [(String, Result<HTTPContentCoding?, HTTPContentFault>)]
    )
    func oneCodingAtATimeIsKnown(fields: String, coding: Result<HTTPContentCoding?, HTTPContentFault>) {
        let found = Result<HTTPContentCoding?, HTTPContentFault> { () throws(HTTPContentFault) in
            try HTTPContentCoding.read(fields.utf8Span.span.bytes)
        }
        #expect(found == coding)
    }

    @Test(arguments: [
        ("Accept-Encoding: gzip, deflate, br\r\n", true, true),
        ("Accept-Encoding: gzip;q=0, Deflate;q=1\r\n", true, false),
        ("Accept-Encoding: gzip;q=0.0\r\n", false, false), ("Accept-Encoding: br\r\n", false, false),
        ("Accept: gzip\r\n", false, false), ("accept-encoding: gzip;q=0.5\r\n", true, true),
    ])
    func codingsAreAskedFor(fields: String, some: Bool, gzip: Bool) {
        #expect(HTTPContentCoding.isAsked(by: fields.utf8Span.span.bytes) == some)
        #expect(HTTPContentCoding.asksForGzip(fields.utf8Span.span.bytes) == gzip)
    }
}
