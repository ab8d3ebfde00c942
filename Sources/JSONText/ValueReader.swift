/// Reads one value of a document of ours and collects everything that is wrong with it and below it.
///
/// Every getter answers nil and notes a problem when the value does not fit, so a reading goes on to the end and a user
/// sees all faults at once.
public struct ValueReader: Sendable {
    public let node: JSONNode
    /// Such as `$.customers[1].weight`.
    public let path: String
    public let file: String
    public internal(set) var problems: [DocumentProblem] = []

    public init(_ node: JSONNode, path: String, file: String) {
        self.node = node
        self.path = path
        self.file = file
    }

    /// Notes a problem with this value.
    public mutating func fail(_ message: String) {
        problems.append(DocumentProblem(file: file, place: node.place, path: path, message: message))
    }

    /// Notes that something else was found than what is allowed, and answers nil.
    public mutating func mismatch<Answer>(allowed: String) -> Answer? {
        fail("found \(node.summary); allowed: \(allowed)")
        return nil
    }

    /// Notes a problem with a key of this object; with the object itself when it has no such key.
    public mutating func fail(key: String, _ message: String) {
        guard case .object(let members) = node.value, let member = members.first(where: { $0.key == key }) else {
            return fail(message)
        }
        let path = Self.path(path, key)
        problems.append(DocumentProblem(file: file, place: member.keyPlace, path: path, message: message))
    }

    public mutating func text(allowed: String = "text") -> String? {
        guard case .text(let text) = node.value else { return mismatch(allowed: allowed) }
        return text
    }

    public mutating func nonEmptyText() -> String? {
        guard let text = text(), !text.isEmpty else {
            if case .text = node.value { fail("found an empty text; allowed: text that is not empty") }
            return nil
        }
        return text
    }

    public mutating func flag() -> Bool? {
        guard case .flag(let flag) = node.value else { return mismatch(allowed: "true or false") }
        return flag
    }

    public mutating func number(in range: ClosedRange<Double>) -> Double? {
        guard case .number(let number) = node.value, range.contains(number) else {
            return mismatch(allowed: "a number from \(JSONNode.text(of: range.lowerBound)) \(Self.end(of: range))")
        }
        return number
    }

    public mutating func integer(in range: ClosedRange<Int>) -> Int? {
        guard case .number(let number) = node.value, let whole = Int(exactly: number), range.contains(whole) else {
            let end = range.upperBound == .max ? "up" : "to \(range.upperBound)"
            return mismatch(allowed: "a whole number from \(range.lowerBound) \(end)")
        }
        return whole
    }

    /// One of the listed words, with a guess at what was meant.
    public mutating func choice<Choice>(_ choices: [(name: String, value: Choice)]) -> Choice? {
        let names = choices.map(\.name)
        let allowed = names.map { "\"\($0)\"" }.joined(separator: ", ")
        guard case .text(let text) = node.value else { return mismatch(allowed: allowed) }
        if let found = choices.first(where: { $0.name == text }) { return found.value }
        fail("found \(node.summary); allowed: \(allowed)" + Spelling.hint(for: text, among: names))
        return nil
    }

    /// The elements that could be read; nil when this is no list.
    public mutating func list<Element>(
        atLeast least: Int = 0,
        _ read: (inout ValueReader) -> Element?
    ) -> [Element]? {
        guard case .list(let nodes) = node.value else { return mismatch(allowed: "a list") }
        if nodes.count < least {
            fail("found a list of \(nodes.count); allowed: a list of at least \(least)")
            return nil
        }
        var elements: [Element] = []
        for (index, element) in nodes.enumerated() {
            var reader = ValueReader(element, path: "\(path)[\(index)]", file: file)
            if let value = read(&reader) { elements.append(value) }
            problems += reader.problems
        }
        return elements
    }

    /// An object whose keys are known; keys that `read` does not ask for are problems.
    public mutating func object<Answer>(_ read: (inout ObjectReader) -> Answer?) -> Answer? {
        guard case .object(let members) = node.value else { return mismatch(allowed: "an object") }
        var reader = ObjectReader(members, self)
        let answer = read(&reader)
        problems += reader.finished()
        return answer
    }

    /// An object whose keys are the user's own names.
    public mutating func entries<Value>(
        _ read: (_ key: String, inout ValueReader) -> Value?
    ) -> [(key: String, value: Value)]? {
        guard case .object(let members) = node.value else { return mismatch(allowed: "an object") }
        var entries: [(key: String, value: Value)] = []
        for member in members {
            var reader = ValueReader(member.value, path: Self.path(path, member.key), file: file)
            if let value = read(member.key, &reader) { entries.append((member.key, value)) }
            problems += reader.problems
        }
        return entries
    }

    /// Keys that are not plain words are quoted.
    public static func path(_ parent: String, _ key: String) -> String {
        let isWord = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return isWord ? "\(parent).\(key)" : "\(parent)[\"\(key)\"]"
    }

    private static func end(of range: ClosedRange<Double>) -> String {
        range.upperBound.isFinite && range.upperBound < 1e300 ? "to \(JSONNode.text(of: range.upperBound))" : "up"
    }
}
