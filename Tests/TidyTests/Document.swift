/// One page of markdown, and what its text alone can tell about it.
struct Document: Sendable {
    /// From the root of the package.
    var path: String
    var lines: [Substring]
    /// The lines outside fenced samples.
    private var prose: [(line: Int, text: Substring)] = []

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var isSample = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isSample.toggle() } else if !isSample { prose.append((index + 1, line)) }
        }
    }

    func mentions(_ word: String) -> Bool { lines.contains { $0.mentions(word) } }

    var findings: [String] {
        let titles = prose.filter { $0.text.hasPrefix("# ") }
        var found = titles.count == 1 && titles.first?.line == 1 ? [] : ["\(path) needs one title, on its first line"]
        for (index, line) in lines.enumerated() where line.hasSuffix(" ") || line.hasSuffix("\t") {
            found.append("\(path):\(index + 1) ends in blanks")
        }
        return found
    }

    /// Paths that the page promises: its relative links, and files of ours that stand in code spans.
    var promises: [(line: Int, path: String)] {
        prose.flatMap { line, text -> [(line: Int, path: String)] in
            let links = text.mentions("](") ? text.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) } : []
            let spans = text.matches(of: #/`((?:profiles|bots|docs|scripts)\/[\w.\/-]+\.\w+)`/#).map { String($0.1) }
            return links.filter { !$0.hasPrefix("http") && !$0.hasPrefix("#") }.map { (line, resolved($0)) }
                + spans.map { (line, $0) }
        }
    }

    private func resolved(_ link: String) -> String {
        var parts = path.split(separator: "/").dropLast().map { String($0) }
        for part in link.prefix(while: { $0 != "#" }).split(separator: "/") {
            switch part {
            case ".": break
            case "..": parts = parts.dropLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    /// What is wrong with the numbers of a set of pages named `0001-so-and-so.md`.
    static func gaps(in names: [String]) -> [String] {
        names.sorted().enumerated().compactMap { index, name in
            guard let number = Int(name.prefix(4)), name.dropFirst(4).hasPrefix("-") else {
                return "\(name) has no number of four digits"
            }
            return number == index + 1 ? nil : "\(name) should be number \(index + 1)"
        }
    }
}
