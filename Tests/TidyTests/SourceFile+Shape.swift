/// How long, how wide and how well named things are.
extension SourceFile {
    /// Length from the line that names a function to the brace that closes it, and how many parameters it takes.
    var functions: [(line: Int, length: Int, parameters: Int)] {
        lines.indices.compactMap { start in
            let line = lines[start]
            guard line.mentions("func ") || line.mentions("init") || line.mentions("subscript"),
                let match = line.firstMatch(of: #/^( *)(?:[a-z@()]+ )*(?:func [^ (]+|init[?]?|subscript)[<(]/#)
            else { return nil }
            let indent = match.1
            let after = lines[start...].prefix(40)
            guard
                let opening = after.firstIndex(where: {
                    $0.hasSuffix("{") && $0.prefix(indent.count).allSatisfy { $0 == " " }
                }),
                opening == start
                    || lines[(start + 1)...opening].allSatisfy({
                        $0.hasPrefix(indent + " ") || $0.hasPrefix(indent + ")") || $0.hasPrefix(indent + "where")
                            || $0.hasPrefix(indent + "{")
                    }),
                let end = lines[opening...].firstIndex(where: { $0 == indent + "}" })
            else { return nil }
            return (start + 1, end - start + 1, Self.parameters(in: lines[start...opening].joined(separator: " ")))
        }
    }

    /// Counted by the commas at the depth of the first parenthesis.
    static func parameters(in signature: String) -> Int {
        var depth = 0
        var commas = 0
        var isEmpty = true
        for character in signature.drop(while: { $0 != "(" }) {
            switch character {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case ",": commas += depth == 1 ? 1 : 0
            case " ": continue
            default: break
            }
            if depth == 0 { break }
            if character != "(" || depth > 1 { isEmpty = false }
        }
        return isEmpty ? 0 : commas + 1
    }

    var undocumentedPublicTypes: [Int] {
        lines.indices.filter { index in
            guard lines[index].hasPrefix("public "),
                lines[index].contains(#/^public (final )?(class|struct|enum|actor|protocol) /#)
            else { return false }
            return !lines[..<index].reversed().drop { $0.hasPrefix("@") }.prefix(1).contains { $0.hasPrefix("///") }
        }
        .map { $0 + 1 }
    }

    func badTypeNames(rooms: Set<String>) -> [String] {
        let suffix = #/(Manager|Service|Helper|Provider|Impl|Util|Base|Abstract|Info|Data)$/#
        return types.compactMap { line, name, _, _ in
            if rooms.contains(name) { return "\(line) \(name) is named like a room" }
            return name.contains(suffix) ? "\(line) \(name) ends in a word that says nothing" : nil
        }
    }

    /// A file is named after a type that it declares or extends, or after the family that its types belong to.
    ///
    /// `Metric` is the family of `RateMetric` and `CounterMetric`. `main.swift` and generated tables have no choice.
    var isNamedAfterAType: Bool {
        if ["main", "Package"].contains(subject) || fileName.hasSuffix("+Generated.swift") { return true }
        if types.contains(where: { $0.name == subject || $0.name.hasSuffix(subject) }) { return true }
        return code.contains { _, text in
            text.mentions("extension ")
                && (text.stands(subject) || (subject == "Array" && text.mentions("extension [")))
        }
    }

    /// A declared exception to the limits of length.
    var isDeclaredLong: Bool { text.mentions("// tidy: long, because ") }
}
