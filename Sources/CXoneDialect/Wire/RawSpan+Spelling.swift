extension RawSpan {
    package func spells(_ text: StaticString) -> Bool {
        guard byteCount == text.utf8CodeUnitCount else { return false }
        return withUnsafeBytes { found in text.withUTF8Buffer { found.elementsEqual($0) } }
    }
}
