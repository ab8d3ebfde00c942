/// What would make two runs of one seed differ.
extension SourceFile {
    /// Names declared here as a dictionary or a set, by annotation, literal or call.
    var hashedNames: Set<String> { hashedNames { _ in true } }

    /// Those of them that other files of the room can reach.
    var sharedHashedNames: Set<String> { hashedNames { !$0.stands("private") && !$0.stands("fileprivate") } }

    private func hashedNames(where isWanted: (Substring) -> Bool) -> Set<String> {
        let hints = [": [", ": inout", ": borrowing", ": Set", ": Dictionary", "= Set", "= Dictionary", "= ["]
        let lines = code.filter { line in hints.contains { line.text.mentions($0) } && isWanted(line.text) }
        return Set(
            lines.flatMap { _, text in
                text.matches(of: #/(\w+)\??: *(?:inout |borrowing )?(?:Set\b|Dictionary\b|\[[^\[\],("]+:)/#).map(\.1)
                    + text.matches(of: #/(?:let|var) (\w+) = (?:Set\b|Dictionary\b|\[:\]|\[\w+: [\w.]+\]\()/#).map(\.1)
            }
            .map { String($0) }
        )
    }

    /// Iteration in hash order and randomness without a seed.
    ///
    /// It goes by names, so it misses: types that are inferred from a function's answer or hidden behind a typealias or a
    /// generic; names bound by patterns and closure arguments; a collection of another room; iteration inside a generic
    /// function that takes any sequence; `description` and `==` of a nested hash. It may accuse an array that shares its
    /// name with a dictionary of the same room: rename one. A line that says `sorted` is let through.
    func unrepeatable(hashedNames: Set<String>) -> [String] {
        let hints = [".random(", "shuffle", "randomElement()", "SystemRandomNumberGenerator", "Hasher(", "hashValue"]
        return code.flatMap { line, text -> [String] in
            var findings: [String] = []
            if hints.contains(where: { text.mentions($0) }), Self.drawsWithoutSeed(text) {
                findings.append("\(line) draws without a seed")
            }
            guard !text.mentions("sorted") else { return findings }
            if text.mentions(".keys") || text.mentions(".values"), text.contains(#/\bin .*\.(keys|values) *\{/#) {
                findings.append("\(line) walks keys or values")
            }
            if hashedNames.contains(where: { text.stands($0) }), Self.walks(text, hashedNames) {
                findings.append("\(line) walks in hash order")
            }
            return findings
        }
    }

    private static func drawsWithoutSeed(_ text: Substring) -> Bool {
        text.contains(
            #/\.random\((?!.*using:)|\.(shuffled?|randomElement)\(\)|SystemRandomNumberGenerator|\bHasher\(|\.hashValue\b/#
        )
    }

    private static func walks(_ text: Substring, _ hashedNames: Set<String>) -> Bool {
        let calls =
            #/\b(\w+)\)?[?!]?\.(keys|values|map|flatMap|compactMap|filter|forEach|reduce|first|randomElement|min|max)\b/#
        let loops = #/\bfor (?:case )?.+ in (?:\w+[?!]?\.)*(\w+)(?: where .*)? *\{/#
        return (text.matches(of: loops).map(\.1) + text.matches(of: calls).map(\.1)).contains {
            hashedNames.contains(String($0))
        }
    }
}
