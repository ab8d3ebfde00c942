import TextForms

/// Goes through a list whose elements may hold quoted text.
struct ListScan {
    private var rest: Range<Int>
    private var isOver = false

    init(_ range: Range<Int>) {
        rest = range
    }

    /// The next element without the blanks around it, which may be empty; nil at the end.
    mutating func next(_ separator: UInt8, in bytes: RawSpan) -> Range<Int>? {
        guard !isOver else { return nil }
        var isQuoted = false
        var place = rest.lowerBound
        while place < rest.upperBound {
            let byte = bytes.byte(at: place)
            if byte == separator, !isQuoted { break }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\\"), isQuoted { place += 1 }
            place += 1
        }
        place = min(place, rest.upperBound)
        let element = bytes.trimmed(rest.lowerBound..<place)
        isOver = place == rest.upperBound
        rest = min(place + 1, rest.upperBound)..<rest.upperBound
        return element
    }
}
