/// Reads the members of one object of a document of ours, key by key.
public struct ObjectReader: Sendable {
    private let members: [JSONValue.Member]
    private let owner: ValueReader
    private var asked: [String] = []
    private var problems: [DocumentProblem] = []

    init(_ members: [JSONValue.Member], _ owner: ValueReader) {
        self.members = members
        self.owner = owner
    }

    public var path: String { owner.path }
    public var file: String { owner.file }
    public var node: JSONNode { owner.node }

    public func has(_ key: String) -> Bool {
        members.contains { $0.key == key }
    }

    /// A key that must be there.
    public mutating func required<Value>(_ key: String, _ read: (inout ValueReader) -> Value?) -> Value? {
        guard has(key) else {
            asked.append(key)
            fail("the key \"\(key)\" is missing")
            return nil
        }
        return optional(key, read)
    }

    /// A key that may be absent; `null` counts as a value.
    public mutating func optional<Value>(_ key: String, _ read: (inout ValueReader) -> Value?) -> Value? {
        asked.append(key)
        guard let member = members.first(where: { $0.key == key }) else { return nil }
        var reader = ValueReader(member.value, path: ValueReader.path(path, key), file: file)
        let value = read(&reader)
        problems += reader.problems
        return value
    }

    /// The value of a key as it stands, for somebody else to read.
    public mutating func raw(_ key: String) -> JSONNode? {
        asked.append(key)
        return members.first { $0.key == key }?.value
    }

    /// Lets every key stand that has not been asked for, when nobody can tell what belongs here.
    public mutating func skipRest() {
        asked += members.map(\.key)
    }

    /// Notes a problem with this object.
    public mutating func fail(_ message: String) {
        problems.append(DocumentProblem(file: file, place: owner.node.place, path: path, message: message))
    }

    /// Notes a problem with the value of `key`, or with the object when the key is absent.
    public mutating func fail(_ key: String, _ message: String) {
        let place = members.first { $0.key == key }?.value.place ?? owner.node.place
        problems.append(
            DocumentProblem(file: file, place: place, path: ValueReader.path(path, key), message: message)
        )
    }

    func finished() -> [DocumentProblem] {
        var all = problems
        for member in members where !asked.contains(member.key) {
            let hint = Spelling.hint(for: member.key, among: asked)
            let known = asked.map { "\"\($0)\"" }.joined(separator: ", ")
            let message = "unknown key \"\(member.key)\"" + (hint.isEmpty ? "; allowed: \(known)" : hint)
            all.append(
                DocumentProblem(
                    file: file,
                    place: member.keyPlace,
                    path: ValueReader.path(path, member.key),
                    message: message
                )
            )
        }
        return all
    }
}
