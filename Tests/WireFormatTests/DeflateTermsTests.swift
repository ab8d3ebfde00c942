import Testing

@testable import WireFormat

/// What is said about `permessage-deflate` before the first message.
@Suite struct DeflateTermsTests {
    private func terms(_ text: String) -> DeflateTerms? {
        let bytes = text.utf8Span.span.bytes
        return DeflateTerms(0..<bytes.byteCount, in: bytes)
    }

    private func field(_ terms: DeflateTerms) -> String {
        var bytes: [UInt8] = []
        terms.appendField(to: &bytes)
        return String(decoding: bytes.dropFirst("Sec-WebSocket-Extensions: ".utf8.count).dropLast(2), as: UTF8.self)
    }

    @Test(arguments: [
        "permessage-deflate", "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
        "permessage-deflate; server_max_window_bits=8; client_max_window_bits=15",
        "permessage-deflate; client_max_window_bits",
    ])
    func whatIsReadIsWrittenAlike(text: String) throws {
        #expect(field(try #require(terms(text))) == text)
    }

    @Test(arguments: [
        "Permessage-Deflate ;Client_Max_Window_Bits = 10", "permessage-deflate;client_max_window_bits=\"10\"",
    ])
    func blanksCaseAndQuotesMeanNothing(text: String) {
        #expect(terms(text)?.clientWindowBits == 10)
    }

    @Test(arguments: [
        "permessage-bzip2", "permessage-deflate; unknown", "permessage-deflate; server_no_context_takeover=1",
        "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
        "permessage-deflate; client_no_context_takeover; client_no_context_takeover",
        "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=7",
        "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=08",
        "permessage-deflate; server_max_window_bits=9; server_max_window_bits=9",
        "permessage-deflate; client_max_window_bits; client_max_window_bits",
        "permessage-deflate; client_max_window_bits=", "permessage-deflate; client_max_window_bits=\"\"",
        "permessage-deflate; client_max_window_bits=x", "permessage-deflate;", "",
    ])
    func whatIsNotUnderstoodIsNothing(text: String) {
        #expect(terms(text) == nil)
    }

    @Test(
        arguments: [
            ("permessage-deflate", "", "permessage-deflate", 15, 15),
            (
                "permessage-deflate; server_max_window_bits=10", "", "permessage-deflate; server_max_window_bits=10",
                10, 15
            ),
            (
                "permessage-deflate; client_max_window_bits", "; client_max_window_bits=9",
                "permessage-deflate; client_max_window_bits=9", 15, 9
            ),
            ("permessage-deflate", "; client_max_window_bits=9", "permessage-deflate", 15, 15),
            ("permessage-deflate; unknown, permessage-deflate", "", "permessage-deflate", 15, 15),
            ("x; a=\"b,permessage-deflate\", permessage-deflate", "", "permessage-deflate", 15, 15),
            (
                "permessage-deflate; client_max_window_bits=12", "",
                "permessage-deflate; client_max_window_bits=12", 15, 12
            ),
        ] as [(String, String, String, Int, Int)]
    )
    func aServerTakesTheFirstOfferThatItCanKeep(offer: String, wish: String, answer: String, server: Int, client: Int) {
        let fields = "Sec-WebSocket-Extensions: \(offer)\r\n"
        let wishes = terms("permessage-deflate" + wish) ?? DeflateTerms()
        let choice = WebSocketUpgrade.choose(wishes, offers: fields.utf8Span.span.bytes)
        #expect(choice.map { field($0.answer) } == answer)
        #expect(choice?.agreement.serverWindowBits == server && choice?.agreement.clientWindowBits == client)
    }

    @Test(arguments: ["", "Sec-WebSocket-Extensions: permessage-bzip2, x\r\n"])
    func withoutAnOfferThereIsNoChoice(fields: String) {
        #expect(WebSocketUpgrade.choose(DeflateTerms(), offers: fields.utf8Span.span.bytes) == nil)
    }

    @Test(
        arguments: [
            ("", "", nil), ("", "; server_no_context_takeover; client_no_context_takeover", nil),
            ("", "; server_max_window_bits=8", nil), ("", "; client_max_window_bits=8", .badExtension),
            ("; client_max_window_bits", "; client_max_window_bits=8", nil),
            ("; client_max_window_bits", "; client_max_window_bits", .badExtension),
            ("; client_max_window_bits=10", "; client_max_window_bits=11", .badExtension),
            ("; server_max_window_bits=10", "", .badExtension),
            ("; server_max_window_bits=10", "; server_max_window_bits=11", .badExtension),
            ("; server_max_window_bits=10", "; server_max_window_bits=9", nil),
            ("; server_no_context_takeover", "", .badExtension), ("; client_no_context_takeover", "", nil),
            ("", "; unknown", .badExtension), ("", ", permessage-deflate", .badExtension),
            ("", ", other", .unrequestedExtension),
        ] as [(String, String, WebSocketUpgradeFault?)]
    )
    func aClientHoldsTheServerToWhatItOffered(offer: String, answer: String, fault: WebSocketUpgradeFault?) throws {
        let offer = try #require(terms("permessage-deflate" + offer))
        let fields = "Sec-WebSocket-Extensions: permessage-deflate\(answer)\r\n"
        do throws(WebSocketUpgradeFault) {
            let agreement = try DeflateAgreement.check(fields.utf8Span.span.bytes, offered: offer)
            #expect(fault == nil && agreement != nil)
            #expect(agreement?.clientKeepsContext == !(offer.clientNoContextTakeover || answer.contains("client_no")))
        } catch {
            #expect(error == fault)
        }
    }

    @Test func anAnswerWithoutTheExtensionIsNoFault() throws {
        let fields = "Sec-WebSocket-Extensions:\r\nX: y\r\n"
        #expect(try DeflateAgreement.check(fields.utf8Span.span.bytes, offered: DeflateTerms()) == nil)
    }
}
