import Testing

@testable import CXoneDialect

/// Names on the wire are compared where they lie, as a `RawSpan`.
@Suite struct RawSpanSpellingTests {
    @Test(arguments: [("TEXT", true), ("TEX", false), ("TEXTS", false), ("text", false), ("", false)])
    func aNameIsItselfAndNothingElse(name: String, isIt: Bool) {
        let bytes = Array(name.utf8)
        let found = bytes.span.bytes.spells("TEXT")
        #expect(found == isIt)
    }
}
