import Testing
import TextForms

@testable import WireFormat

@Suite struct ListScanTests {
    @Test(
        arguments: [
            ("a, b ,c", ["a", "b", "c"]), ("a,,", ["a", "", ""]), ("", [""]), ("\"a,b\", c", ["\"a,b\"", "c"]),
            ("\"a\\\",b\",c", ["\"a\\\",b\"", "c"]), ("\"a,b", ["\"a,b"]), ("\"\\", ["\"\\"]),
        ] as [(String, [String])]
    )
    func quotedSeparatorsSeparateNothing(text: String, elements: [String]) {
        let bytes = text.utf8Span.span.bytes
        var scan = ListScan(0..<bytes.byteCount)
        var found: [String] = []
        while let element = scan.next(UInt8(ascii: ","), in: bytes) { found.append(bytes.text(in: element)) }
        #expect(found == elements)
    }
}
