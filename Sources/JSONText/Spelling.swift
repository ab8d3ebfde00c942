/// Guesses which known word a misspelt one was meant to be.
public enum Spelling: Sendable {
    /// `; did you mean "think"?`, or nothing when no word is near.
    public static func hint(for word: String, among known: [String]) -> String {
        nearest(to: word, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The known word with the fewest edits, when they are few for its length; the first of equals.
    public static func nearest(to word: String, among known: [String]) -> String? {
        let folded = word.lowercased()
        let near = known.map { (word: $0, edits: distance(folded, $0.lowercased())) }.min { $0.edits < $1.edits }
        guard let near, near.edits <= max(1, min(word.count, near.word.count) / 3) else { return nil }
        return near.word
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 1...left.count {
            var next = [row]
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                var cost = min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    cost = min(cost, before[column - 2] + 1)
                }
                next.append(cost)
            }
            before = last
            last = next
        }
        return last[right.count]
    }
}
