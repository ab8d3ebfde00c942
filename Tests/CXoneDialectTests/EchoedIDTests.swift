import JSONText
import Testing
import TextForms

@testable import CXoneDialect

@Suite struct EchoedIDTests {
    @Test(arguments: ["7b7f8a0e-0d53-44c6-9d2e-3f1c0a9b6a01", "7B7F8A0E-0d53-44C6-9d2e-3f1c0a9b6a01", "T1", ""])
    func anIdIsWrittenAsItWasRead(text: String) {
        #expect(Fixture.encoded { EchoedID(text).append(to: &$0) } == "\"\(text)\"")
    }

    @Test func caseTellsIdsApart() {
        let upper = EchoedID("7B7F8A0E-0d53-44c6-9d2e-3f1c0a9b6a01")
        #expect(upper != Sample.thread && upper.value == Sample.thread.value)
        #expect(Sample.thread == .uuid(UUIDText.Spelled(0x7b7f_8a0e_0d53_44c6_9d2e_3f1c_0a9b_6a01)))
        #expect(EchoedID("T1").value == nil)
    }

    @Test func whereAUUIDIsDemandedOtherTextIsWrong() throws {
        #expect(throws: JSONFault.self) {
            try Fixture.read(text: #"{"id":"T1"}"#) { object throws(JSONFault) in try object.spelledUUID("id") }
        }
    }
}
