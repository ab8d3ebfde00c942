import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import Testing

@testable import CXoneDialect

/// Channels that authorize: the token rides in messages, is renewed in time, and brings the customer back.
@Suite struct CXoneClientTokensTests {
    private let hello = MessageID(5)
    private static let hour = AccessToken(token: "AT-1", expiresIn: 3_600)

    @Test func theTokenRidesInEveryMessage() throws {
        var line = ScriptedLine()
        let conversation = line.becomeReady(token: Self.hour)
        line.perform(.send(hello, in: conversation, text: "Hello"))
        #expect(try sent(line.lastFrame).accessToken == "AT-1")
    }

    @Test func withoutATokenAnAuthorizingChannelIsClosed() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(
            200,
            ScriptedLine.configuration().replacing("onEnabled\":false", with: "onEnabled\":true")
        )
        line.finish(200, "{}")
        line.open()
        let event = EchoedID(line.lastEvent)
        line.receive { ConsumerAuthorized(customer: nil, accessToken: nil).append(to: event, into: &$0) }
        #expect(line.told == [.frameReceived, .failed(.authorizationRefused)])
    }

    @Test func whereNobodyAuthorizesATokenIsIgnored() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        line.finish(200, "{}")
        line.open()
        let event = EchoedID(line.lastEvent)
        line.receive { ConsumerAuthorized(customer: Sample.ada, accessToken: Self.hour).append(to: event, into: &$0) }
        #expect(line.client.token == nil && line.client.sender.customer != Sample.ada)
    }

    @Test func theTokenBringsTheCustomerBack() throws {
        var line = ScriptedLine()
        let conversation = line.becomeReady(token: Self.hour)
        line.handle(.closed(line.socket, code: 1_006, .lost))
        line.perform(.reconnect)
        line.open()
        let asked = try Fixture.read(text: line.lastFrame) { frame throws(JSONFault) in try ClientEnvelope(frame) }
        #expect(asked.type == .reconnect && line.lastFrame.contains(#""consumerIdentity""#))
        line.receive { ConsumerReconnected.append(to: asked.event, into: &$0) }
        #expect(line.told == [.frameReceived, .ready(conversation)])
    }

    @Test func aRefusedReturnTriesToRenewAndEnds() throws {
        var line = ScriptedLine()
        _ = line.becomeReady(token: Self.hour)
        line.handle(.closed(line.socket, code: 1_006, .lost))
        line.perform(.reconnect)
        line.open()
        line.refuse(.consumerReconnectionFailed)
        #expect(line.told == [.frameReceived, .failed(.authorizationRefused)])
        let asked = try Fixture.read(text: line.lastFrame) { frame throws(JSONFault) in try ClientEnvelope(frame) }
        #expect(asked.type == .refreshToken)
    }

    @Test func aStaleTokenIsRenewedBeforeTheMessage() throws {
        var line = ScriptedLine()
        let conversation = line.becomeReady(token: Self.hour)
        line.now += .seconds(3_570)
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.perform(.send(MessageID(6), in: conversation, text: "Again"))
        #expect(line.ordered.isEmpty && line.lastFrame.contains("RefreshToken"))
        let event = EchoedID(line.lastEvent)
        line.receive {
            TokenRefreshed(accessToken: AccessToken(token: "AT-2", expiresIn: 1)).append(to: event, into: &$0)
        }
        #expect(line.told == [.frameReceived])
        #expect(try line.frames.map { try sent($0).text } == ["Hello", "Again"])
        #expect(try sent(line.lastFrame).accessToken == "AT-2")
    }

    @Test func withoutAFreshTokenTheMessageFails() {
        var line = ScriptedLine()
        let conversation = line.becomeReady(token: Self.hour)
        line.now += .seconds(3_600)
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.fire(.refresh, after: .seconds(9))
        #expect(line.told.isEmpty)
        line.fire(.refresh, after: .seconds(1))
        #expect(line.told == [.fault(.authorizationRefused), .refused(hello, .eventTimeout)])
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.refuse(.tokenRefreshingFailed)
        #expect(line.told == [.frameReceived, .fault(.authorizationRefused), .refused(hello, .authorizationRefused)])
    }

    private func sent(_ frame: String) throws -> SendMessage {
        try Fixture.read(text: frame) { frame throws(JSONFault) in try SendMessage(frame) }
    }
}
