/// A JSON text of ours (a profile, a bot, a result), read slowly and with the line, column and path of every fault.
public struct JSONDocument: Sendable {
    public var file: String
    public var root: JSONNode

    public init(file: String, root: JSONNode) {
        self.file = file
        self.root = root
    }

    /// Nesting deeper than this is a fault.
    public static let depthLimit = 64

    public init(file: String, text: String) throws(DocumentProblems) {
        var parser = JSONTextParser(text)
        do throws(JSONTextParser.Fault) {
            root = try parser.document()
        } catch {
            throw DocumentProblems([
                DocumentProblem(file: file, place: error.place, path: "", message: error.message)
            ])
        }
        self.file = file
    }

    /// Reads the root; throws all problems that the reading found, in the order of the file.
    public func read<Answer>(_ body: (inout ValueReader) -> Answer?) throws(DocumentProblems) -> Answer {
        var reader = ValueReader(root, path: "$", file: file)
        let answer = body(&reader)
        if answer == nil, reader.problems.isEmpty { reader.fail("found \(root.summary), which does not fit here") }
        guard let answer, reader.problems.isEmpty else { throw DocumentProblems(reader.problems) }
        return answer
    }
}

/// One thing that is wrong with a file, where, and what would be right.
public struct DocumentProblem: Sendable, Hashable, CustomStringConvertible {
    public var file: String
    public var place: TextPlace
    /// `$.customers[1].weight`; empty when the text is not JSON.
    public var path: String
    public var message: String

    public init(file: String, place: TextPlace, path: String, message: String) {
        self.file = file
        self.place = place
        self.path = path
        self.message = message
    }

    public var description: String {
        "\(file):\(place.line):\(place.column): " + (path.isEmpty ? message : "\(path): \(message)")
    }
}

/// Everything that is wrong with one or more files.
public struct DocumentProblems: Error, Sendable, CustomStringConvertible {
    public var all: [DocumentProblem]

    /// Sorted by place within the order in which they were found file by file.
    public init(_ all: [DocumentProblem]) {
        var files: [String] = []
        for problem in all where !files.contains(problem.file) { files.append(problem.file) }
        self.all = files.flatMap { file in
            all.enumerated().filter { $0.element.file == file }.sorted { left, right in
                (left.element.place, left.offset) < (right.element.place, right.offset)
            }
            .map(\.element)
        }
    }

    public var description: String { all.map(\.description).joined(separator: "\n") }
}
