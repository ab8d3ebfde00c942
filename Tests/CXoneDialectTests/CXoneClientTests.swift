import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import Testing

@testable import CXoneDialect

/// The way up, message by message, on a line without a network.
@Suite struct CXoneClientTests {
    private let robin = AgentObject(id: 4_711, firstName: "Sam", surname: "Reed", nickname: nil)

    @Test func theMinimalConversationRunsAsWritten() throws {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        #expect(
            line.ordered[0].url == "http://127.0.0.1:8080/chat/1.0/brand/1234/channel/\(ScriptedLine.target.channelId)"
        )
        #expect(line.ordered[0].fields.contains("x-sdk-platform: ios\r\nx-sdk-version: 3.3.1\r\n"))
        line.finish(200, ScriptedLine.configuration())
        guard case .called(.configuration, _, isFailure: false) = line.told.first else { throw Missing() }
        let visitor = try #require(line.ordered.last)
        #expect(visitor.url.hasPrefix("http://127.0.0.1:8080/web-analytics/1.0/tenants/1234/visitors/"))
        #expect(
            try Fixture.read(text: visitor.body) { body throws(JSONFault) in try Visitor(body).customer }
                == line.client.sender.customer.id
        )
        line.finish(200, "{}")
        let opening = try #require(line.ordered.last)
        let id = String(visitor.url.split(separator: "/").last ?? "")
        #expect(
            opening.url == "ws://127.0.0.1:8080/?brandId=1234&channelId=\(ScriptedLine.target.channelId)"
                + "&visitorId=\(id)&sdkPlatform=ios&sdkVersion=3.3.1"
        )
    }

    private struct Missing: Error {}
}
