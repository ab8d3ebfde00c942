import Testing
import TextForms

@Suite struct DecimalTextTests {
    @Test(arguments: [0, 7, 10, 65_535, -1, .max, .min] as [Int])
    func numbersAreWrittenAsTheLanguageWritesThem(value: Int) {
        var bytes = Array("=".utf8)
        DecimalText.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "=\(value)")
    }

    @Test func widthsAreFilledWithZeros() {
        var bytes: [UInt8] = []
        DecimalText.append(7, width: 3, to: &bytes)
        DecimalText.append(1_234, width: 2, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "00734")
    }

    @Test(arguments: [
        ("0", 0), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("", nil), ("-1", nil),
        ("+1", nil), ("1 ", nil), ("1.0", nil), ("x", nil),
    ])
    func onlyDigitsAreNumbers(text: String, value: Int?) {
        #expect(DecimalText.value(of: text.utf8Span.span.bytes) == value)
    }
}
