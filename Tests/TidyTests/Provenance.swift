/// Traces of the place and the way in which something was written.
enum Provenance {
    /// In pieces, so that this file is not among its own findings.
    private static let places = ["..*shared", "*work*", "*home*", "*root*", "*tmp*h-"].map {
        String($0.map { $0 == "*" ? "/" : $0 })
    }

    static func findings(in text: String) -> [String] {
        let present = places.filter { text.mentions($0) }
        let hasNumber = text.mentions("ssue #") || (0...9).contains { text.mentions("ssue \($0)") }
        guard !present.isEmpty || hasNumber else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            var found = present.filter { line.mentions($0) }.map { "\(index + 1) names \($0)" }
            if hasNumber, line.contains(#/\b[Ii]ssue #?\d/#) {
                found.append("\(index + 1) names the number of an issue")
            }
            return found
        }
    }
}
