import JSONText

/// One `PATH=VALUE` of the command line: where in a profile, and what instead.
///
/// Its value is JSON if it parses as JSON, else text. What it puts into the document carries its place in the command
/// line as a negative line, which ``located(_:)`` turns back into words.
struct Setting {
    private var path: [Step] = []
    private var value: JSONNode
    private let place: TextPlace

    private enum Step {
        case key(String)
        case index(Int)
    }

    private struct Fault: Error {
        var message: String
    }

    /// Applies them in their order; what cannot be applied is a problem, and the others still are.
    static func apply(_ settings: [String], to document: inout JSONDocument) -> [DocumentProblem] {
        var problems: [DocumentProblem] = []
        for (index, text) in settings.enumerated() {
            do throws(Fault) {
                let setting = try Setting(text, number: index + 1)
                document.root = try setting.applied(to: document.root, setting.path[...], at: "$")
            } catch {
                let place = TextPlace(line: -(index + 1), column: 1)
                problems.append(DocumentProblem(file: "", place: place, path: "", message: error.message))
            }
        }
        return problems
    }

    /// The problem as the user wants to see it: the n-th `--set` is line n of the file `--set`.
    static func located(_ problem: DocumentProblem) -> DocumentProblem {
        guard problem.place.line < 0 else { return problem }
        var located = problem
        located.file = "--set"
        located.place.line = -problem.place.line
        return located
    }

    private init(_ text: String, number: Int) throws(Fault) {
        guard let (path, value) = Self.steps(of: text), !path.isEmpty else {
            throw Fault(message: "found \"\(text)\"; allowed: PATH=VALUE, such as load.maxCustomers=100")
        }
        self.path = path
        place = TextPlace(line: -number, column: 1)
        let column = text.unicodeScalars.count - value.unicodeScalars.count
        let plain = JSONNode(.text(String(value)), at: TextPlace(line: -number, column: column + 1))
        do throws(DocumentProblems) {
            let document = try JSONDocument(file: "--set", text: String(value))
            self.value = Self.moved(document.root, line: -number, by: column)
        } catch {
            self.value = plain
        }
    }

    private static func moved(_ node: JSONNode, line: Int, by columns: Int) -> JSONNode {
        func there(_ place: TextPlace) -> TextPlace {
            TextPlace(line: line, column: place.column + (place.line == 1 ? columns : 0))
        }
        var moved = JSONNode(node.value, at: there(node.place))
        switch node.value {
        case .list(let elements): moved.value = .list(elements.map { Self.moved($0, line: line, by: columns) })
        case .object(let members):
            moved.value = .object(
                members.map { member in
                    JSONValue.Member(
                        key: member.key,
                        keyPlace: there(member.keyPlace),
                        value: Self.moved(member.value, line: line, by: columns)
                    )
                }
            )
        default: break
        }
        return moved
    }

    /// `load.phases[2].duration`, `customers.shoppers.weight`, `tags["a b"]`, with or without `$.` before it.
    private static func steps(of text: String) -> (path: [Step], value: Substring)? {
        var rest = text[...]
        if rest.hasPrefix("$.") { rest = rest.dropFirst(2) }
        var steps: [Step] = []
        while let first = rest.first, first != "=" {
            if first == "[" {
                guard let (step, after) = bracket(rest.dropFirst()) else { return nil }
                steps.append(step)
                rest = after
            } else {
                if first == ".", !steps.isEmpty { rest = rest.dropFirst() }
                let key = rest.prefix { $0 != "." && $0 != "[" && $0 != "=" }
                guard !key.isEmpty else { return nil }
                steps.append(.key(String(key)))
                rest = rest.dropFirst(key.count)
            }
        }
        return rest.isEmpty ? nil : (steps, rest.dropFirst())
    }

    private static func bracket(_ text: Substring) -> (step: Step, rest: Substring)? {
        if text.first == "\"" {
            let key = text.dropFirst().prefix { $0 != "\"" }
            let rest = text.dropFirst(key.count + 1)
            return rest.hasPrefix("\"]") ? (.key(String(key)), rest.dropFirst(2)) : nil
        }
        let digits = text.prefix { $0 != "]" }
        guard let index = Int(digits), index >= 0, digits.count < text.count else { return nil }
        return (.index(index), text.dropFirst(digits.count + 1))
    }

    private func applied(to node: JSONNode, _ path: ArraySlice<Step>, at here: String) throws(Fault) -> JSONNode {
        guard let step = path.first else { return value }
        var changed = node
        switch (node.value, step) {
        case (.object(var members), .key(let key)):
            if let index = members.firstIndex(where: { $0.key == key }) {
                let member = members[index]
                members[index].value = try applied(to: member.value, path.dropFirst(), at: "\(here).\(key)")
            } else if path.count == 1 {
                members.append(JSONValue.Member(key: key, keyPlace: place, value: value))
            } else {
                throw Self.missing(key, in: here, known: members.map(\.key))
            }
            changed.value = .object(members)
        case (.list(var elements), _):
            let index = try Self.index(of: step, in: elements, at: here)
            elements[index] = try applied(to: elements[index], path.dropFirst(), at: "\(here)[\(index)]")
            changed.value = .list(elements)
        case (_, .key(let key)): throw Fault(message: "\(here) is \(node.summary), so it has no \"\(key)\"")
        case (_, .index(let index)): throw Fault(message: "\(here) is \(node.summary), so it has no [\(index)]")
        }
        return changed
    }

    /// An element is named by its number or by its member `name`.
    private static func index(of step: Step, in elements: [JSONNode], at here: String) throws(Fault) -> Int {
        switch step {
        case .index(let index):
            guard index < elements.count else {
                throw Fault(message: "\(here) has no [\(index)]; it is a list of \(elements.count)")
            }
            return index
        case .key(let name):
            if let index = elements.firstIndex(where: { $0["name"]?.value == .text(name) }) { return index }
            let names = elements.compactMap { element in
                if case .text(let name)? = element["name"]?.value { name } else { nil }
            }
            throw missing(name, in: here, known: names)
        }
    }

    private static func missing(_ key: String, in here: String, known: [String]) -> Fault {
        let hint = Spelling.hint(for: key, among: known)
        let list = known.isEmpty ? "" : "; there are: " + known.map { "\"\($0)\"" }.joined(separator: ", ")
        return Fault(message: "\(here) has no \"\(key)\"" + (hint.isEmpty ? list : hint))
    }
}
