import Testing

/// Each law is broken on purpose, and found broken.
@Suite struct LawRuleTests {
    private func breaches(_ room: String, _ text: String, name: String = "File.swift") -> [String] {
        let file = SourceFile(name: "\(room)/\(name)", text: text)
        return Law.all.flatMap { $0.breaches(in: file) }
    }

    @Test(arguments: [
        ("ChatClient", "let url = CXoneAddress()"),
        ("LoadEngine", "case \"cxone\":"),
        ("CXoneDialect", "struct InfobipFrame {}"),
        ("UnbluDialect", "let other: CXoneClient"),
        ("LoadMetrics", "let code = ExitCode.success"),
        ("LoadEngine", "if isatty(1) == 1 {"),
        ("Transport", "var customer: CustomerID"),
        ("WireFormat", "let descriptor: Int32"),
        ("LaunchKit", "let list = epoll_create1(0)"),
        ("ChatClient", "func open() async {"),
        ("AgentBot", "Task { work() }"),
        ("Exchange", "actor Desk {"),
        ("JSONText", "print(value)"),
        ("Transport", "exit(1)"),
        ("loadgen", "Glibc.exit(1)"),
        ("LoadEngine", "let name = \"chat_reply_duration\""),
    ])
    func aBreachIsFound(room: String, text: String) {
        #expect(breaches(room, text).count == 1)
    }

    @Test(arguments: [
        ("ChatClient", "// as CXone does it"),
        ("ChatClient", "enum Step: CaseIterable {"),
        ("SimulatorCore", "let desk = CXoneDesk()"),
        ("LoadMetrics", "let name = \"chat_reply_duration\""),
        ("Transport", "let snapshot = 1, epoll_ctl"),
        ("LaunchKit", "public mutating func print(_ text: String) {"),
        ("LoadEngine", "console.print(text)"),
        ("LoadEngine", "func exit(_ code: Int) {"),
        ("loadgen", "await signals.next()"),
        ("ChatClient", "let asynchronous = true"),
    ])
    func innocenceIsNot(room: String, text: String) {
        #expect(breaches(room, text).isEmpty)
    }

    @Test func onlyMainEndsTheProcess() {
        #expect(breaches("loadgen", "exit(code)", name: "main.swift").isEmpty)
    }

    @Test func aDeskThatUsesAClientIsFound() {
        let client = SourceFile(name: "CXoneDialect/Client/CXoneClient.swift", text: "public struct CXoneClient {")
        let wire = SourceFile(name: "CXoneDialect/Wire/CXoneFrame.swift", text: "package enum CXoneFrame {")
        let desk = SourceFile(name: "SimulatorCore/Desks/Desk.swift", text: "let a: CXoneFrame\nlet b: CXoneClient")
        let law = Law.desksUseNoClient([client, wire, desk])
        #expect(law.breaches(in: desk) == ["SimulatorCore/Desks/Desk.swift:2 says \"CXoneClient\""])
    }
}
