import TextForms

/// One header line: where its name and its value lie.
public struct HTTPField: Hashable, Sendable {
    public let name: Range<Int>
    /// Without the blanks around it.
    public let value: Range<Int>
}

/// Looks through header lines, each ended by CR LF.
///
/// Names and tokens are asked for in lower case and found in any. Lines without a colon are passed over, so that fields
/// which did not come through a parser do no harm.
public enum HTTPFields: Sendable {
    /// The field that begins at `place`, which moves on to the next; nil at the end.
    public static func next(after place: inout Int, in fields: RawSpan) -> HTTPField? {
        while place < fields.byteCount {
            let start = place
            let end = fields.first(ByteClass.lineFeed, in: start..<fields.byteCount)
            place = min(end + 1, fields.byteCount)
            let hasReturn = end > start && fields.byte(at: end - 1) == ByteClass.carriageReturn
            let line = start..<(hasReturn ? end - 1 : end)
            let colon = fields.first(UInt8(ascii: ":"), in: line)
            guard colon < line.upperBound else { continue }
            return HTTPField(name: start..<colon, value: fields.trimmed(colon + 1..<line.upperBound))
        }
        return nil
    }

    /// The value of the first field with this name.
    public static func value(of name: StaticString, in fields: RawSpan) -> Range<Int>? {
        var place = 0
        return nextValue(of: name, after: &place, in: fields)
    }

    /// Goes on to the next field with this name.
    public static func nextValue(of name: StaticString, after place: inout Int, in fields: RawSpan) -> Range<Int>? {
        while let field = next(after: &place, in: fields) {
            if fields.equals(name, in: field.name) { return field.value }
        }
        return nil
    }

    public static func text(of name: StaticString, in fields: RawSpan) -> String? {
        value(of: name, in: fields).map { fields.text(in: $0) }
    }

    public static func count(of name: StaticString, in fields: RawSpan) -> Int {
        var place = 0
        var count = 0
        while nextValue(of: name, after: &place, in: fields) != nil { count += 1 }
        return count
    }

    /// Whether any field with this name holds this token in its comma-separated list.
    public static func has(_ token: StaticString, in name: StaticString, of fields: RawSpan) -> Bool {
        var place = 0
        while let value = nextValue(of: name, after: &place, in: fields) {
            if list(value, in: fields, holds: token) { return true }
        }
        return false
    }

    static func list(_ value: Range<Int>, in bytes: RawSpan, holds token: StaticString) -> Bool {
        var start = value.lowerBound
        while start < value.upperBound {
            let comma = bytes.first(UInt8(ascii: ","), in: start..<value.upperBound)
            if bytes.equals(token, in: bytes.trimmed(start..<comma)) { return true }
            start = comma + 1
        }
        return false
    }
}
