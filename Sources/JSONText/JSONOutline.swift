/// Writes a JSON document for people: members in the order of the calls, two spaces a level, small objects on one line.
///
/// Inside an object everything is written with its key, inside a list without one.
public struct JSONOutline: Sendable {
    /// The document so far.
    public private(set) var bytes: [UInt8] = []

    private var depth = 0
    /// Within an object or list that is written on one line.
    private var isInline = false
    private var isFirst = true

    public init() {}

    /// The whole document, with a line break at its end.
    public static func document(_ body: (inout JSONOutline) -> Void) -> [UInt8] {
        var outline = JSONOutline()
        outline.object { body(&$0) }
        outline.bytes.append(UInt8(ascii: "\n"))
        return outline.bytes
    }

    public mutating func object(_ key: String? = nil, inline: Bool = false, _ body: (inout JSONOutline) -> Void) {
        nest(key, "{", "}", inline, body)
    }

    public mutating func list(_ key: String? = nil, inline: Bool = false, _ body: (inout JSONOutline) -> Void) {
        nest(key, "[", "]", inline, body)
    }

    /// An element of a list.
    public mutating func text(_ value: String) {
        begin(nil)
        JSONWriter.append(string: value, to: &bytes)
    }

    public mutating func text(_ key: String, _ value: String) {
        begin(key)
        JSONWriter.append(string: value, to: &bytes)
    }

    public mutating func integer(_ key: String, _ value: some BinaryInteger) {
        begin(key)
        JSONWriter.append(integer: value, to: &bytes)
    }

    /// Nil, like what is not finite, is `null`.
    public mutating func number(_ key: String, _ value: Double?) {
        begin(key)
        JSONWriter.append(number: value ?? .nan, to: &bytes)
    }

    public mutating func flag(_ key: String, _ value: Bool) {
        begin(key)
        JSONWriter.append(flag: value, to: &bytes)
    }

    private mutating func nest(
        _ key: String?,
        _ opening: StaticString,
        _ closing: StaticString,
        _ inline: Bool,
        _ body: (inout JSONOutline) -> Void
    ) {
        begin(key)
        JSONWriter.append(opening, to: &bytes)
        let wasInline = isInline
        isInline = inline || wasInline
        isFirst = true
        depth += 1
        body(&self)
        depth -= 1
        if !isFirst { breakLine() }
        JSONWriter.append(closing, to: &bytes)
        isInline = wasInline
        isFirst = false
    }

    private mutating func begin(_ key: String?) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
        isFirst = false
        guard let key else { return }
        JSONWriter.append(string: key, to: &bytes)
        JSONWriter.append(": ", to: &bytes)
    }

    private mutating func breakLine() {
        if isInline {
            bytes.append(UInt8(ascii: " "))
        } else {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }
    }
}
