/// One value of a JSON text of ours, with the place where it stands.
public struct JSONNode: Sendable, Hashable {
    public var value: JSONValue
    public var place: TextPlace
    /// What messages show instead of a text that must not be seen.
    public var shown: String?

    public init(_ value: JSONValue, at place: TextPlace, shown: String? = nil) {
        self.value = value
        self.place = place
        self.shown = shown
    }

    /// Nil when this is no object or has no such key.
    public subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// For messages: what was found, shortened.
    public var summary: String {
        switch value {
        case .null: "null"
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): JSONNode.text(of: number)
        case .text(let text): Self.quoted(shown ?? text)
        case .list: "a list"
        case .object: "an object"
        }
    }

    private static func quoted(_ text: String) -> String {
        text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
    }

    static func text(of number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }
}

/// What a ``JSONNode`` holds.
public indirect enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    /// In the order of the file; a key that stands twice is a fault of the text.
    case object([Member])

    /// A key and its value.
    public struct Member: Sendable, Hashable {
        public var key: String
        public var keyPlace: TextPlace
        public var value: JSONNode

        public init(key: String, keyPlace: TextPlace, value: JSONNode) {
            self.key = key
            self.keyPlace = keyPlace
            self.value = value
        }
    }
}

/// Line and column, both from 1; a column is a Unicode scalar.
public struct TextPlace: Sendable, Hashable, Comparable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
