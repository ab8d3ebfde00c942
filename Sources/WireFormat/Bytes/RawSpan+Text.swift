import TextForms

extension RawSpan {
    @inline(__always)
    func holds(_ wanted: StaticString, at start: Int) -> Bool {
        let count = wanted.utf8CodeUnitCount
        guard start >= 0, byteCount - start >= count else { return false }
        for index in 0..<count where byte(at: start + index) != wanted.utf8Start[index] { return false }
        return true
    }

    /// `wanted` is in lower case; only ASCII letters have a case.
    @inline(__always)
    func equals(_ wanted: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == wanted.utf8CodeUnitCount else { return false }
        for (index, offset) in range.enumerated()
        where ByteClass.lowerCased(byte(at: offset)) != wanted.utf8Start[index] { return false }
        return true
    }

    /// The range without the spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, ByteClass.isBlank(byte(at: start)) { start += 1 }
        while start < end, ByteClass.isBlank(byte(at: end - 1)) { end -= 1 }
        return start..<end
    }

    /// The first place of `wanted` in the range, or the range's end.
    func first(_ wanted: UInt8, in range: Range<Int>) -> Int {
        for offset in range where byte(at: offset) == wanted { return offset }
        return range.upperBound
    }
}
