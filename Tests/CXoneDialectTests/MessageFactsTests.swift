import JSONText
import Testing

@testable import CXoneDialect

@Suite struct MessageFactsTests {
    @Test func whatADeskWritesAClientReads() throws {
        var question = Sample.question()
        question.text = "Ünïcode, \"quotes\" and\na line"
        let facts = try Fixture.read(text: Fixture.encoded { question.append(to: &$0) }) { message throws(JSONFault) in
            try MessageFacts(message)
        }
        #expect(facts.isInbound && !facts.isAiGenerated && facts.textLength == question.text.utf8.count)
        #expect(EchoedID.uuid(facts.message) == question.message && EchoedID.uuid(facts.thread) == question.thread)
    }

    @Test func theMarkOfAMachineMayBeAbsent() throws {
        let text = Fixture.encoded { Sample.reply().append(to: &$0) }.replacing(#""isAiGenerated":true,"#, with: "")
        let facts = try Fixture.read(text: text) { message throws(JSONFault) in try MessageFacts(message) }
        #expect(!facts.isAiGenerated)
    }
}
