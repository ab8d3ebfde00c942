import JSONText

/// A `summary.json`, read by the paths of its values.
struct Summary {
    let root: JSONNode

    init(_ root: JSONNode) {
        self.root = root
    }

    /// Nil where there is no such value.
    func node(_ path: String...) -> JSONNode? {
        var node: JSONNode? = root
        for key in path { node = node?[key] }
        return node
    }

    /// -1 where there is no such number, which no count ever is.
    func count(_ section: String, _ key: String) -> Int {
        Self.number(node(section, key)).map { Int($0) } ?? -1
    }

    /// A counter that nothing was counted for is not in the file.
    func counter(_ name: String) -> Int {
        Self.number(node("counters", name)).map { Int($0) } ?? 0
    }

    func text(_ section: String, _ key: String) -> String? {
        Self.text(node(section, key))
    }

    var verdict: String? { Self.text(root["verdict"]) }
    var exitCode: Int? { Self.number(root["exitCode"]).map { Int($0) } }

    func list(_ key: String) -> [JSONNode] {
        guard case .list(let elements)? = root[key]?.value else { return [] }
        return elements
    }

    /// How many samples a metric has over all recorded phases.
    func samples(_ metric: String) -> Int {
        let entry = list("metrics").first { entry in
            Self.text(entry["name"]) == metric && entry["tags"]?.value == .object([])
        }
        return Self.number(entry?["values"]?["count"]).map { Int($0) } ?? 0
    }

    var warnings: [String] { list("warnings").compactMap { Self.text($0) } }

    /// What must hold for every run that ended by itself or was asked to end, with the two sides of what does not.
    var contradictions: [String] {
        let sent = count("delivery", "sent")
        let settled = ["echoed", "failed", "lost", "pending"].map { count("delivery", $0) }
        let ended = count("customers", "finished") + count("customers", "failed")
        let claims = [
            ("every message is settled once", sent, settled.reduce(0, +)),
            ("nothing is pending", count("delivery", "pending"), 0),
            ("every customer ended", count("customers", "started"), ended),
            ("messages_sent is what was sent", counter("messages_sent"), sent),
            ("messages_lost is what was lost", counter("messages_lost"), count("delivery", "lost")),
            ("the exit code is the summary's", exitCode ?? -1, Self.codes[verdict ?? ""] ?? -1),
        ]
        return claims.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.1), \($0.2)" }
    }

    /// What the verdicts of these tests' runs end with.
    private static let codes = ["passed": 0, "failed": 99, "aborted": 105, "crashed": 107]

    static func number(_ node: JSONNode?) -> Double? {
        if case .number(let number)? = node?.value { number } else { nil }
    }

    static func text(_ node: JSONNode?) -> String? {
        if case .text(let text)? = node?.value { text } else { nil }
    }
}
