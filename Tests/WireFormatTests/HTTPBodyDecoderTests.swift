import Testing
import TextForms
import WireFormat

@Suite struct HTTPBodyDecoderTests {
    private struct Outcome: Equatable {
        var body = ""
        var rest = ""
        var progress = HTTPBodyDecoder.Progress.needsMore
    }

    @Test(arguments: [
        ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"), ("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", "abc"),
        ("B\r\nhello world\r\n000\r\n\r\n", "hello world"), ("b\r\nhello world\r\n0\r\n\r\n", "hello world"),
        ("5;name=value\r\nhello\r\n0;last\r\n\r\n", "hello"), ("5 \t;a=\"b;c\"\r\nhello\r\n0\r\n\r\n", "hello"),
        ("2\r\n\r\n\r\n0\r\n\r\n", "\r\n"), ("1\r\na\r\n0\r\nExpires: never\r\nX:\r\n\r\n", "a"),
    ])
    func chunksAreReadInPiecesOfAnySize(text: String, body: String) {
        for size in 1...text.utf8.count + 5 {
            let outcome = decode(text + "NEXT!", .chunked, pieces: size)
            #expect(outcome == Outcome(body: body, rest: "NEXT!", progress: .complete), "in pieces of \(size)")
        }
    }

    @Test func everyPrefixOfChunksNeedsMore() {
        let whole = "5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n"
        for count in 0..<whole.utf8.count {
            #expect(
                decode(String(decoding: whole.utf8.prefix(count), as: UTF8.self), .chunked, pieces: 3).progress
                    == .needsMore
            )
        }
    }

    @Test(arguments: [
        ("\r\n", HTTPFault.badChunkSize), ("x\r\n", .badChunkSize), ("-1\r\n", .badChunkSize),
        ("0x5\r\n", .badChunkSize),
        (" 5\r\n", .badChunkSize), (";a\r\n", .badChunkSize), ("5 \r\n", .badChunkSize), ("5 6\r\n", .badChunkSize),
        ("5\n", .halfLineEnd), ("5\rx", .halfLineEnd), ("5;a\n", .halfLineEnd), ("5;a\rb", .halfLineEnd),
        ("5;a\u{0}", .halfLineEnd), ("8000000000000000\r\n", .badChunkSize), ("10000000000000005\r\n", .badChunkSize),
        ("2\r\nabc", .badChunkEnd), ("2\r\nab\n", .badChunkEnd), ("2\r\nab\rx", .badChunkEnd),
        ("3\r\nab\r\n0\r\n", .badChunkEnd),
        ("0\r\n\n", .badFieldName), ("0\r\n\rx", .halfLineEnd), ("0\r\nA : b\r\n", .spaceBeforeColon),
        ("0\r\n A: b\r\n", .foldedField), ("0\r\nA: b\r\n c\r\n", .foldedField), ("0\r\nA: b\n", .halfLineEnd),
        ("0\r\nA: \u{1}\r\n", .badFieldValue), ("0\r\nA\r\n", .badFieldName), ("0\r\n: b\r\n", .badFieldName),
        ("0\r\nGET / HTTP/1.1\r\n", .spaceBeforeColon),
    ])
    func chunksThatAreNoneAreRefused(text: String, fault: HTTPFault) {
        for size in 1...text.utf8.count {
            #expect(decode(text, .chunked, pieces: size).progress == .malformed(fault), "in pieces of \(size)")
        }
    }

    @Test func aLengthEndsTheBody() {
        for size in 1...9 {
            #expect(
                decode("helloNEXT", .length(5), pieces: size)
                    == Outcome(body: "hello", rest: "NEXT", progress: .complete)
            )
        }
        #expect(HTTPBodyDecoder(.length(0), limit: 9).progress == .complete)
        #expect(HTTPBodyDecoder(.none, limit: 9).progress == .complete)
        #expect(decode("NEXT", .none, pieces: 2) == Outcome(rest: "NEXT", progress: .complete))
    }

    @Test func theEndOfTheConnectionEndsOneKindOfBodyAndBreaksTheOthers() {
        var whole = HTTPBodyDecoder(.untilClose, limit: 9)
        var text = ""
        let count = whole.decode("abc".utf8Span.span.bytes) { text += $0.text(in: 0..<$0.byteCount) }
        #expect(count == 3 && text == "abc" && whole.progress == .needsMore && whole.connectionEnded() == .complete)
        var length = HTTPBodyDecoder(.length(2), limit: 9)
        #expect(length.connectionEnded() == .malformed(.endedEarly))
        var chunks = HTTPBodyDecoder(.chunked, limit: 9)
        #expect(chunks.connectionEnded() == .malformed(.endedEarly))
        var ended = HTTPBodyDecoder(.none, limit: 9)
        #expect(ended.connectionEnded() == .complete)
    }

    @Test func bodiesOverTheLimitAreRefused() {
        #expect(HTTPBodyDecoder(.length(10), limit: 9).progress == .tooLarge)
        #expect(HTTPBodyDecoder(.length(9), limit: 9).progress == .needsMore)
        #expect(decode("0123456789", .untilClose, pieces: 4, limit: 9).progress == .tooLarge)
        #expect(decode("012345678", .untilClose, pieces: 4, limit: 9).progress == .needsMore)
        #expect(decode("A\r\n", .chunked, pieces: 1, limit: 9).progress == .tooLarge)
        #expect(decode("5\r\nhello\r\n5\r\n", .chunked, pieces: 3, limit: 9).progress == .tooLarge)
        #expect(decode("5\r\nhello\r\n4\r\nhell\r\n0\r\n\r\n", .chunked, pieces: 3, limit: 9).progress == .complete)
        #expect(decode("7FFFFFFFFFFFFFFF\r\n", .chunked, pieces: 3, limit: 9).progress == .tooLarge)
    }

    @Test func whatIsNotBodyIsLimitedToo() {
        let long = String(repeating: "a", count: 9_000)
        #expect(decode("5;" + long, .chunked, pieces: 100).progress == .tooLarge)
        #expect(decode(String(repeating: "0", count: 2_000), .chunked, pieces: 7).progress == .tooLarge)
        #expect(decode("0\r\nX: " + long, .chunked, pieces: 100).progress == .tooLarge)
        #expect(
            decode("0\r\n" + String(repeating: "X: y\r\n", count: 2_000), .chunked, pieces: 7).progress == .tooLarge
        )
    }

    private func decode(_ text: String, _ framing: HTTPBodyFraming, pieces: Int, limit: Int = 1_000) -> Outcome {
        var decoder = HTTPBodyDecoder(framing, limit: limit)
        var outcome = Outcome()
        let bytes = text.utf8Span.span.bytes
        var place = 0
        while place < bytes.byteCount, decoder.progress == .needsMore {
            let piece = bytes.extracting(place..<min(place + pieces, bytes.byteCount))
            place += decoder.decode(piece) { outcome.body += $0.text(in: 0..<$0.byteCount) }
        }
        outcome.rest = bytes.text(in: place..<bytes.byteCount)
        outcome.progress = decoder.progress
        return outcome
    }
}
