extension Grammar {
    /// What the command is and which verbs it has.
    public var help: String {
        let width = (verbs.map(\.name.count).max() ?? 0) + 2
        let lines = verbs.map { "  " + Self.pad($0.name, to: width) + $0.summary }
        let shortcut = defaultVerb.map { "Flags without a verb mean \"\(name) \($0)\". " } ?? ""
        return """
            \(name) \(version): \(summary)

            usage: \(name) VERB [FLAGS]

            \(lines.joined(separator: "\n"))

            \(shortcut)"\(name) VERB --help" lists the flags of a verb.
            """
    }

    /// The usage of one verb, with a line for each flag.
    public func help(for verb: Verb) -> String {
        var flags = verb.flags.map { (left: Self.left(of: $0), right: Self.right(of: $0)) }
        flags.append(("  -h, --help", "this text"))
        let width = (flags.map(\.left.count).max() ?? 0) + 2
        let lines = flags.map { Self.pad($0.left, to: width) + $0.right }
        let usage = ["usage: \(name) \(verb.name)", verb.operands, "[FLAGS]"].filter { !$0.isEmpty }
        return """
            \(usage.joined(separator: " "))

            \(verb.summary)

            \(lines.joined(separator: "\n"))
            """
    }

    private static func left(of flag: Flag) -> String {
        let alias = flag.alias.map { "-\($0), " } ?? "    "
        let value = flag.form.placeholder.map { " \($0)" } ?? ""
        return "  \(alias)--\(flag.name)\(value)"
    }

    private static func right(of flag: Flag) -> String {
        let notes = [flag.isRepeatable ? "may be repeated" : nil, flag.fallback.map { "default: \($0)" }].compactMap {
            $0
        }
        return notes.isEmpty ? flag.help : "\(flag.help) (\(notes.joined(separator: "; ")))"
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
