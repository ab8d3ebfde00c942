import Testing

/// A text in, findings out: the rule that keeps one seed one run.
@Suite struct ReplayRuleTests {
    @Test(arguments: [
        "let a: [String: Int] = [:]\nfor x in a {",
        "var a = Set<Int>()\nfor (k, v) in self.a where k > 0 {",
        "func f(a: [ID: Int]) {\nreturn a.map { $0 }",
        "var a: [ID: Int]?\na?.forEach { _ in }",
        "var a: [ID: [Int]]\nlet b = a.first",
        "for x in table.values {",
        "let x = Int.random(in: 0..<3)",
        "list.shuffled()",
        "list.randomElement()",
        "x.hashValue",
    ])
    func unrepeatableCodeIsFound(text: String) {
        let file = SourceFile(name: "Room/File.swift", text: text)
        #expect(file.unrepeatable(hashedNames: file.hashedNames).count == 1)
    }

    @Test(arguments: [
        "let a: [Int] = []\nfor x in a {",
        "let a: [(name: String, value: Int)] = []\nfor x in a {",
        "let a: [String: Int] = [:]\nfor x in a.sorted(by: <) {",
        "let a: [String: Int] = [:]\nif let x = a[key] {",
        "let x = Int.random(in: 0..<3, using: &random)",
        "// for x in table.values {",
        "let url = \"ws://x\"  // list.shuffled()",
    ])
    func repeatableCodeIsNot(text: String) {
        let file = SourceFile(name: "Room/File.swift", text: text)
        #expect(file.unrepeatable(hashedNames: file.hashedNames).isEmpty)
    }

    @Test func whatIsPrivateIsNotShared() {
        let text = "var a: Set<Int>\n    private var b: Set<Int>\n    fileprivate static let c: [Int: Int]"
        let file = SourceFile(name: "Room/File.swift", text: text)
        #expect(file.hashedNames == ["a", "b", "c"] && file.sharedHashedNames == ["a"])
    }
}
