/// A text with places to fill, written `{{name}}`: read once, rendered for each customer.
public struct Template: Hashable, Sendable {
    private var parts: [Part]
    /// The text as written.
    public let source: String

    private enum Part: Hashable {
        case text(String)
        case place(String)
    }

    /// An unclosed `{{` is plain text; spaces around a name do not count.
    public init(_ source: String) {
        self.source = source
        parts = []
        var rest = source[...]
        while let start = rest.firstIndex(of: "{") {
            let opening = rest[start...]
            guard opening.hasPrefix("{{"), let (name, after) = Self.place(opening.dropFirst(2)) else {
                let next = rest.index(after: start)
                append(rest[..<next])
                rest = rest[next...]
                continue
            }
            append(rest[..<start])
            parts.append(.place(name))
            rest = after
        }
        append(rest)
    }

    /// The names of its places, in order.
    public var places: [String] {
        parts.compactMap { part in
            if case .place(let name) = part { name } else { nil }
        }
    }

    public var isPlain: Bool { places.isEmpty }

    /// A name that `value` does not know renders as nothing.
    public func render(_ value: (String) -> String?) -> String {
        if case .text(let whole)? = parts.first, parts.count == 1 { return whole }
        return parts.reduce(into: "") { text, part in
            switch part {
            case .text(let piece): text += piece
            case .place(let name): text += value(name) ?? ""
            }
        }
    }

    private mutating func append(_ text: Substring) {
        guard !text.isEmpty else { return }
        if case .text(let before)? = parts.last {
            parts[parts.count - 1] = .text(before + text)
        } else {
            parts.append(.text(String(text)))
        }
    }

    private static func place(_ text: Substring) -> (name: String, rest: Substring)? {
        var end = text.startIndex
        while end < text.endIndex {
            if text[end...].hasPrefix("}}") {
                let name = text[..<end].split(separator: " ").joined(separator: " ")
                return (name, text[text.index(end, offsetBy: 2)...])
            }
            end = text.index(after: end)
        }
        return nil
    }
}
