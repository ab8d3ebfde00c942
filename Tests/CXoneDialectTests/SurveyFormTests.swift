import ChatModel
import JSONText
import Testing

@testable import CXoneDialect

@Suite struct SurveyFormTests {
    @Test func aFormIsReadAsItWasWritten() throws {
        let survey = Survey(fields: [
            Survey.Field(ident: "mail", label: "E-mail", kind: .email, isRequired: false),
            Survey.Field(
                ident: "product",
                label: "Product",
                kind: .tree,
                isRequired: true,
                options: [
                    Survey.Option(name: "hw", label: "Hardware"),
                    Survey.Option(name: "hw-lap", label: "Laptop", parent: "hw"),
                ]
            ),
        ])
        let form = Fixture.encoded { SurveyForm.append(survey, channel: Sample.channel, to: &$0) }
        #expect(try read(form) == survey)
    }

    @Test func aFormWithoutFieldsIsNone() throws {
        #expect(try read(#"{"name":"Nothing","customFields":[]}"#) == nil)
    }

    private func read(_ form: String) throws -> Survey? {
        try Fixture.read(text: #"{"preContactForm":\#(form)}"#) { body throws(JSONFault) in try SurveyForm.read(body) }
    }
}
