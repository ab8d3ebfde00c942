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
        var place = range.lowerBound
        let pattern = UInt64(wanted) &* 0x0101_0101_0101_0101
        // Eight at a time: of the bytes that differ from `wanted` none is zero, and the lowest that is zero is found.
        while range.upperBound - place >= 8 {
            let bytes = UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ pattern
            let zeros = (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
            if zeros != 0 { return place + zeros.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < range.upperBound, byte(at: place) != wanted { place += 1 }
        return place
    }
}
