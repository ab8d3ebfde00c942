import Clockwork
import JSONText
import SimulatorCore
import Testing

@Suite struct CXoneDelaysTests {
    @Test func whatIsNotSaidStaysAsItWas() throws {
        let delays = try read(#"{"ack": "5ms", "echo": {"uniform": {"from": "8ms", "to": "12ms"}}}"#)
        var expected = CXoneDelays()
        expected.ack = .constant(.milliseconds(5))
        expected.echo = .uniform(from: .milliseconds(8), to: .milliseconds(12))
        #expect(delays == expected)
        #expect(delays.authorize == .constant(.milliseconds(15)))
    }

    @Test func everyKindCanBeSet() throws {
        let text = """
            {"configuration": "1s", "visitor": "1s", "authorize": "1s", "recover": "1s", "ack": "1s", "echo": "1s"}
            """
        #expect(try read(text) == CXoneDelays(all: .constant(.seconds(1))))
    }

    @Test func allMistakesAreToldAtOnce() {
        do {
            _ = try read(#"{"akc": "5ms", "echo": 8, "recover": {"lognormal": {"median": "1s"}}}"#)
            Issue.record("it was read")
        } catch let problems as DocumentProblems {
            #expect(Set(problems.all.map(\.path)) == ["$.akc", "$.echo", "$.recover.lognormal"])
            #expect(problems.description.contains("did you mean \"ack\""))
        } catch { Issue.record(error) }
    }

    private func read(_ text: String) throws -> CXoneDelays {
        try JSONDocument(file: "delays", text: text).read { CXoneDelays.decode(&$0) }
    }
}
