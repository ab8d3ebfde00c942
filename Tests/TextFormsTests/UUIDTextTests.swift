import Testing
import TextForms

@Suite struct UUIDTextTests {
    private let value: UInt128 = 0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210

    @Test func theLowerCaseFormGoesBothWays() {
        var bytes: [UInt8] = []
        UUIDText.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "01234567-89ab-cdef-fedc-ba9876543210")
        #expect(UUIDText.value(of: bytes.span.bytes) == value)
    }

    @Test(arguments: [
        "01234567-89ab-cdef-fedc-ba9876543210", "01234567-89AB-CDEF-FEDC-BA9876543210",
        "01234567-89aB-CdEf-fEdC-Ba9876543210",
        "ffffffff-ffff-ffff-ffff-fffffffffffF", "Ffffffff-ffff-ffff-ffff-ffffffffffff",
        "00000000-0000-0000-0000-000000000000",
    ])
    func spellingsAreEchoedAsTheyCame(text: String) throws {
        let found = UUIDText.Spelled(text.utf8Span.span.bytes)
        let spelled = try #require(found)
        var bytes = Array("<".utf8)
        spelled.append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "<" + text)
        #expect(spelled.value == UUIDText.value(of: text.utf8Span.span.bytes))
    }

    @Test func everyByteAtEveryPlaceIsADigitOrRefused() {
        let template = Array("01234567-89ab-cdef-fedc-ba9876543210".utf8)
        for place in template.indices where template[place] != UInt8(ascii: "-") {
            for byte in UInt8.min...UInt8.max {
                var text = template
                text[place] = byte
                let character = Character(Unicode.Scalar(byte))
                let digit = character.isASCII ? character.hexDigitValue : nil
                let digits = text.filter { $0 != UInt8(ascii: "-") }.map { Character(Unicode.Scalar($0)) }
                let expected = digit.map { _ in digits.reduce(UInt128(0)) { $0 << 4 | UInt128($1.hexDigitValue ?? 0) } }
                #expect(UUIDText.value(of: text.span.bytes) == expected, "\(byte) at \(place)")
            }
        }
    }

    @Test func spellingsOfOneValueDiffer() {
        let lower = UUIDText.Spelled("01234567-89ab-cdef-fedc-ba9876543210".utf8Span.span.bytes)
        let upper = UUIDText.Spelled("01234567-89AB-CDEF-FEDC-BA9876543210".utf8Span.span.bytes)
        #expect(lower == UUIDText.Spelled(value) && lower != upper && lower?.value == upper?.value)
        #expect(MemoryLayout<UUIDText.Spelled>.size == 20)
    }

    @Test(arguments: [
        "", "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
        "01234567089ab-cdef-fedc-ba9876543210",
        "0123456g-89ab-cdef-fedc-ba9876543210", "{1234567-89ab-cdef-fedc-ba9876543210",
        "0123456789abcdeffedcba987654321000000",
        "01234567-89ab-cdef-fedc-ba98765432-0",
    ])
    func otherTextsAreNone(text: String) {
        #expect(
            UUIDText.value(of: text.utf8Span.span.bytes) == nil && UUIDText.Spelled(text.utf8Span.span.bytes) == nil
        )
    }
}
