import JSONText

/// Replaces `${env:NAME}` and `${file:PATH}` in the texts of a document, and remembers what must not be seen.
struct Expansion {
    private let decoder: ProfileDecoder
    private(set) var secrets = Secrets()
    var problems: [DocumentProblem] = []

    init(decoder: ProfileDecoder) {
        self.decoder = decoder
    }

    mutating func expand(_ node: JSONNode, path: String, file: String) -> JSONNode {
        var expanded = node
        switch node.value {
        case .text(let text) where text.contains("${"):
            var reader = ValueReader(node, path: path, file: file)
            expanded = self.expanded(text, &reader)
            problems += reader.problems
        case .list(let elements):
            expanded.value = .list(
                elements.enumerated().map { expand($0.element, path: "\(path)[\($0.offset)]", file: file) }
            )
        case .object(let members):
            expanded.value = .object(
                members.map { member in
                    var member = member
                    let path = ValueReader.path(path, member.key)
                    member.value = expand(member.value, path: path, file: file)
                    return member
                }
            )
        default: break
        }
        return expanded
    }

    /// A `${` that no word and colon follow is plain text.
    private mutating func expanded(_ text: String, _ reader: inout ValueReader) -> JSONNode {
        var value = ""
        var shown = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            value += rest[..<start.lowerBound]
            shown += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            let word = rest.prefix { $0.isLetter }
            guard !word.isEmpty, rest.dropFirst(word.count).first == ":" else {
                value += "${"
                shown += "${"
                continue
            }
            let name = rest.dropFirst(word.count + 1).prefix { $0 != "}" }
            guard name.endIndex < rest.endIndex else {
                reader.fail("\"${\(word):\" is not closed by \"}\"")
                break
            }
            rest = rest[name.endIndex...].dropFirst()
            let secret = lookUp(String(word), String(name), &reader)
            value += secret ?? ""
            shown += Secrets.mark
        }
        return JSONNode(.text(value + rest), at: reader.node.place, shown: shown + rest)
    }

    private mutating func lookUp(_ word: String, _ name: String, _ reader: inout ValueReader) -> String? {
        let found: String?
        switch word {
        case "env":
            found = decoder.environment(name)
            if found == nil {
                reader.fail("the environment has no variable \"\(name)\"; pass it with -e \(name)=VALUE")
            }
        case "file":
            switch decoder.find(name, mentionedIn: reader.file) {
            case .success(let file): found = file.text.withoutFinalNewline
            case .failure(let fault):
                reader.fail("cannot read the file \"\(name)\": \(fault.reason)")
                found = nil
            }
        default:
            let hint = Spelling.hint(for: word, among: ["env", "file"])
            reader.fail("found \"${\(word):…}\"; allowed: \"${env:NAME}\", \"${file:PATH}\"" + hint)
            found = nil
        }
        if let found { secrets.add(found) }
        return found
    }
}

extension String {
    /// Editors end a file with a newline that nobody means.
    fileprivate var withoutFinalNewline: String {
        last?.isNewline == true ? String(dropLast()) : self
    }
}
