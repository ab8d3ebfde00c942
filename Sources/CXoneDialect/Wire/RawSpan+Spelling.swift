extension RawSpan {
    package func spells(_ text: StaticString) -> Bool {
        guard byteCount == text.utf8CodeUnitCount else { return false }
        for place in 0..<byteCount where unsafeLoad(fromByteOffset: place, as: UInt8.self) != text.utf8Start[place] {
            return false
        }
        return true
    }
}
