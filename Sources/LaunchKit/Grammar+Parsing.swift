extension Grammar {
    /// Understands the words behind the program's name.
    public func parse(_ words: [String]) throws(ArgumentError) -> Request {
        guard let first = words.first, !["help", "-h", "--help"].contains(first) else {
            guard words.count > 1, let verb = verbs.first(where: { $0.name == words[1] }) else { return .show(help) }
            return .show(help(for: verb))
        }
        if ["version", "--version"].contains(first) { return .show("\(name) \(version)") }
        let isFlag = first.hasPrefix("-")
        guard let asked = isFlag ? defaultVerb : first, let verb = verbs.first(where: { $0.name == asked }) else {
            throw isFlag
                ? .unknownFlag(first, known: ["--help", "--version"]) : .unknownVerb(first, known: verbs.map(\.name))
        }
        return try parse(words.dropFirst(isFlag ? 0 : 1), for: verb)
    }

    private func parse(_ words: ArraySlice<String>, for verb: Verb) throws(ArgumentError) -> Request {
        var arguments = Arguments(verb: verb.name)
        var rest = words
        var onlyOperands = false
        while let word = rest.popFirst() {
            if word == "--", !onlyOperands {
                onlyOperands = true
            } else if onlyOperands || !word.hasPrefix("-") || word == "-" {
                guard arguments.operands.count < verb.operandCount.upperBound else {
                    throw .tooManyOperands(found: word)
                }
                arguments.operands.append(word)
            } else if ["-h", "--help"].contains(word) {
                return .show(help(for: verb))
            } else {
                try take(word, of: verb, from: &rest, into: &arguments)
            }
        }
        guard arguments.operands.count >= verb.operandCount.lowerBound else { throw .missingOperand(verb.operands) }
        return .run(arguments)
    }

    private func take(
        _ word: String,
        of verb: Verb,
        from rest: inout ArraySlice<String>,
        into arguments: inout Arguments
    ) throws(ArgumentError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let spelling = String(parts[0])
        guard let flag = verb.flags.first(where: { $0.spellings.contains(spelling) }) else {
            throw .unknownFlag(spelling, known: verb.flags.flatMap(\.spellings) + ["--help"])
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard let placeholder = flag.form.placeholder else {
            if let attached { throw .unwantedValue(flag: spelling, found: attached) }
            return try arguments.give(flag, "")
        }
        // A value may begin with a dash when it is attached; behind a space a dash means that the value was forgotten.
        guard let value = attached ?? (rest.first.map(Self.isFlag) ?? true ? nil : rest.popFirst()) else {
            throw .missingValue(flag: spelling, placeholder: placeholder)
        }
        try arguments.give(flag, value)
    }

    private static func isFlag(_ word: String) -> Bool {
        word.hasPrefix("-") && word != "-" && Double(word) == nil
    }
}

extension Flag {
    var spellings: [String] { ["--\(name)"] + (alias.map { ["-\($0)"] } ?? []) }
}
