import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import JSONText
import SimulatorCore
import Testing

/// What the strictest of the vendor's clients reads, it must be able to read of everything that the desk says.
@Suite struct CXoneStrictTests {
    @Test func everyFrameIsWholeForTheStrictestClient() throws {
        var bench = DeskBench(try bot(echoing, greeting: "Hi \\\"{{customer.firstName}}\\\"\\n"))
        let socket = try bench.connect()
        bench.say(ClientText.authorize(), on: socket)
        for number in 1...20 {
            bench.say(
                ClientText.message("say \\\"\(number)\\\" \\u00e9\\n", id: ClientText.messageID(number)),
                on: socket
            )
            bench.wait(.seconds(7))
        }
        bench.say(ClientText.about("MessageSeenByCustomer"), on: socket)
        bench.say(ClientText.event("RefreshToken", data: #"{"accessToken":{"token":"AT-1"}}"#), on: socket)
        bench.say(ClientText.event("RecoverThread"), on: socket)
        bench.say(
            ClientText.event(
                "LoadMoreMessages",
                data: #"{"scrollToken":"st-5","thread":{"idOnExternalPlatform":"\#(ClientText.thread)"}}"#
            ),
            on: socket
        )
        bench.wait(.seconds(1))

        var reader = JSONReader(capacity: 1 << 20)
        var read: [ServerEventType: Int] = [:]
        for frame in bench.frames where frame.kind != "pong" {
            let bytes = Array(frame.text.utf8)
            try reader.read(bytes.span.bytes) { (json) throws(JSONFault) in
                let outline = try ServerFrame(json)
                guard case .event(let type) = outline.kind else { return }
                read[type, default: 0] += 1
                try Self.check(json, type)
            }
        }
        let expected: Set<ServerEventType> = [
            .consumerAuthorized, .caseCreated, .messageCreated, .caseInboxAssigneeChanged, .typingStarted, .typingEnded,
            .messageSeenChanged, .tokenRefreshed, .threadRecovered, .moreMessagesLoaded,
        ]
        #expect(Set(read.keys) == expected)
        #expect(read[.messageCreated] == 41)
    }

    private static func check(_ frame: JSONCursor, _ type: ServerEventType) throws(JSONFault) {
        switch type {
        case .messageCreated: _ = try MessageCreated.read(frame)
        case .typingStarted, .typingEnded:
            let typing = try SenderTyping.read(frame)
            #expect(typing.hasUser)
        case .caseInboxAssigneeChanged: _ = try CaseAssigned.read(frame)
        case .messageSeenChanged: _ = try MessageChanged.read(frame, isReadByAgent: false)
        case .threadRecovered:
            var count = 0
            _ = try ThreadRecovered.read(frame) { _ in count += 1 }
            #expect(count == 25)
        case .moreMessagesLoaded:
            var count = 0
            _ = try MoreMessagesLoaded.read(frame) { _ in count += 1 }
            #expect(count == 5)
        case .consumerAuthorized: _ = try ConsumerAuthorized(frame)
        case .tokenRefreshed: _ = try TokenRefreshed(frame)
        default: break
        }
    }

    @Test func theConfigurationIsWholeForTheStrictestClient() throws {
        var bench = DeskBench(try bot())
        bench.call(.get, "/chat/1.0/brand/1001/channel/\(exampleChannel)")
        bench.wait(.seconds(1))
        var reader = JSONReader(capacity: 1 << 16)
        let body = Array(try #require(bench.answers.first?.body).utf8)
        let mode = try reader.read(body.span.bytes) { (json) throws(JSONFault) in try ChannelConfiguration(json).mode }
        #expect(mode == .singleThread)
    }
}
