import Testing
import WireFormat

@Suite struct UTF8CheckTests {
    private func isText(_ pieces: [[UInt8]]) -> Bool {
        var check = UTF8Check()
        return pieces.allSatisfy { piece in piece.withUnsafeBytes { check.accepts($0) } } && check.isComplete
    }

    /// The standard library is the judge: every pair and triple of telling bytes, whole and in pieces.
    @Test func itAgreesWithTheStandardLibrary() {
        let bytes: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
            0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for first in bytes {
            for second in bytes {
                for third in bytes {
                    for text in [[first, second, third], [first, second, third, 0x80]] {
                        let wanted = String(validating: text, as: UTF8.self) != nil
                        #expect(isText([text]) == wanted)
                        #expect(isText(text.map { [$0] }) == wanted)
                    }
                }
            }
        }
    }

    @Test func longTextsAreLookedAtWhole() {
        for place in 0..<70 {
            var text = [UInt8](repeating: 0x61, count: 70)
            #expect(isText([text]))
            text[place] = 0xFF
            #expect(!isText([text]))
        }
    }
}
