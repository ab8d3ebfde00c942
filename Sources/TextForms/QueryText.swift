/// The names and values behind the question mark of a target.
///
/// A plus sign stands for a space, as forms and most servers have it.
public enum QueryText: Sendable {
    /// The first value of `name`; empty for a name that stands without one.
    public static func value(of name: String, in target: RawSpan) -> String? {
        var scratch: [UInt8] = []
        var place = start(of: target)
        while place < target.byteCount {
            let end = first(UInt8(ascii: "&"), in: target, place..<target.byteCount)
            let equals = first(UInt8(ascii: "="), in: target, place..<end)
            scratch.removeAll(keepingCapacity: true)
            PercentText.decode(target.extracting(place..<equals), plusIsSpace: true, into: &scratch)
            if scratch.elementsEqual(name.utf8) {
                scratch.removeAll(keepingCapacity: true)
                PercentText.decode(target.extracting(min(equals + 1, end)..<end), plusIsSpace: true, into: &scratch)
                return String(decoding: scratch, as: UTF8.self)
            }
            place = end + 1
        }
        return nil
    }

    public static func value(of name: String, in target: String) -> String? {
        var target = target
        target.makeContiguousUTF8()
        return value(of: name, in: target.utf8Span.span.bytes)
    }

    /// The part of a target before its query and fragment.
    public static func path(of target: RawSpan) -> Range<Int> {
        let query = first(UInt8(ascii: "?"), in: target, 0..<target.byteCount)
        return 0..<first(UInt8(ascii: "#"), in: target, 0..<query)
    }

    private static func start(of target: RawSpan) -> Int {
        min(first(UInt8(ascii: "?"), in: target, 0..<target.byteCount) + 1, target.byteCount)
    }

    /// The first place of `byte` in the range, or the range's end.
    private static func first(_ byte: UInt8, in bytes: RawSpan, _ range: Range<Int>) -> Int {
        for place in range where bytes.byte(at: place) == byte { return place }
        return range.upperBound
    }
}
