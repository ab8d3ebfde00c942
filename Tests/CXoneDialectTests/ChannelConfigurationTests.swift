import ChatModel
import JSONText
import Testing

@testable import CXoneDialect

@Suite struct ChannelConfigurationTests {
    @Test func theFixtureIsUnderstood() throws {
        let configuration = try Fixture.read("ChannelConfiguration") { body throws(JSONFault) in
            try ChannelConfiguration(body)
        }
        #expect(configuration.mode == .singleThread && !configuration.hasSecuredSessions)
        let fields = try #require(configuration.survey?.fields)
        #expect(fields.map(\.ident) == ["fullname", "mail", "topic", "product"])
        #expect(fields.map(\.kind) == [.text, .email, .list, .tree])
        #expect(fields.map(\.isRequired) == [true, false, true, false])
        #expect(fields[3].options[1] == Survey.Option(name: "hw-lap", label: "Laptop", parent: "hw"))
    }

    /// What is written holds every key of the fixture, each of the same kind.
    @Test func whatIsWrittenSatisfiesAllThreeClients() throws {
        let survey = try Fixture.read("ChannelConfiguration") { body throws(JSONFault) in
            try ChannelConfiguration(body).survey
        }
        var written = ChannelConfiguration(name: "Demo channel", channel: Sample.channel, survey: survey)
        let text = Fixture.encoded { written.append(to: &$0) }
        let keys = try Fixture.text("ChannelConfiguration").matches(of: #/"(\w+)":/#).map { String($0.1) }
        #expect(Set(keys).allSatisfy { text.contains("\"\($0)\":") })
        let back = try Fixture.read(text: text) { body throws(JSONFault) in try ChannelConfiguration(body) }
        written.channel = ""
        #expect(back == written)
    }

    @Test(arguments: [
        (#""isAuthorizationEnabled":false,"#, ""),
        (#""isProactiveChatEnabled":true,"liveChatAllowTranscript""#, #""liveChatAllowTranscript""#),
        (#""allowedFileSize":"40""#, #""allowedFileSize":"40 MB""#),
        (#""description":"PDF""#, #""describes":"PDF""#),
        (#""liveChatLogoHidden":false"#, #""liveChatLogoHidden":0"#),
        (#""name":"Before we start","#, ""),
        (#""type":"email""#, #""type":"phone""#),
        (#""name":"billing","value":"Billing""#, #""name":"billing","value":"Billing","rank":1"#),
        (#""parentId":"hw""#, #""parentId":"nobody""#),
    ])
    func whatTheVendorsClientCannotReadIsNotRead(part: String, bad: String) throws {
        let text = try Fixture.text("ChannelConfiguration")
        #expect(text.contains(part))
        #expect(throws: JSONFault.self) {
            try Fixture.read(text: text.replacing(part, with: bad)) { body throws(JSONFault) in
                try ChannelConfiguration(body)
            }
        }
    }

    @Test func aFeatureThatIsAbsentCountsAsSet() throws {
        let text = try Fixture.text("ChannelConfiguration").replacing(
            #""features":{"securedSessions":false,"#,
            with: #""features":{"#
        )
        let configuration = try Fixture.read(text: text) { body throws(JSONFault) in try ChannelConfiguration(body) }
        #expect(configuration.hasSecuredSessions)
    }
}
