import ChatClient
import ChatModel
import Clockwork
import Exchange
import Testing

@testable import CXoneDialect

/// Arbitrary events, frames and commands in arbitrary order: nothing traps, and what was told adds up.
@Suite struct CXoneClientFuzzTests {
    private static let names = [
        "Acknowledgement", "ConsumerAuthorized", "ConsumerReconnected", "TokenRefreshed", "ThreadRecovered",
        "MoreMessagesLoaded", "OperationError", "GatewayError", "MessageCreated", "MessageCreatedByCustomer",
        "MessageSeenChanged", "MessageReadChanged", "SenderTypingStarted", "SenderTypingEnded", "CaseCreated",
        "CaseStatusChanged", "CaseInboxAssigneeChanged", "SendMessage", "Pong", "Heartbeat", "ChannelConfiguration",
    ]

    @Test(arguments: 1...40)
    func nothingThatAPeerDoesTraps(seed: UInt64) throws {
        let fixtures = try Self.names.map { try Fixture.text($0) }
        var random = SeededRandom(seed: seed, stream: "fuzz")
        var line = ScriptedLine(seed: seed)
        var settled: [MessageID: Int] = [:]
        if seed % 2 == 0 { _ = line.becomeReady() }
        for step in 0..<2_000 {
            line.now += .milliseconds(random.index(below: 3_000))
            Self.takeAStep(&line, fixtures, step, &random)
            for event in line.told {
                switch event {
                case .acknowledged(let id), .refused(let id, _): settled[id, default: 0] += 1
                default: break
                }
            }
        }
        #expect(settled.allSatisfy { $0.value == 1 }, "a message was settled twice")
    }

    private static func takeAStep(
        _ line: inout ScriptedLine,
        _ fixtures: [String],
        _ step: Int,
        _ random: inout SeededRandom
    ) {
        let socket = random.index(below: 8) == 0 ? SocketID(owner: ScriptedLine.owner, 1) : line.socket
        let call = line.call ?? CallID(owner: ScriptedLine.owner, 1)
        let empty: [UInt8] = []
        switch random.index(below: 16) {
        case 0...5: line.receive(frame(of: fixtures, for: line.lastEvent, line.client.thread?.conversation, &random))
        case 6: line.handle(.opened(socket, WireTimings(all: line.now)))
        case 7: line.handle(.closed(socket, code: 1_006, .lost))
        case 8: line.handle(.failed(.socket(socket), .refused))
        case 9: line.handle(.failed(.call(call), .timedOut))
        case 10: line.finish(UInt16(random.index(below: 700)), fixtures[random.index(below: fixtures.count)])
        case 11: line.handle(.binary(socket, empty.span.bytes))
        case 12: line.handle(.fired(TimerID(owner: ScriptedLine.owner, random.index(below: 5))))
        case 13: line.handle(.sent(SendingID(owner: ScriptedLine.owner, random.index(below: 200)), at: line.now))
        default: line.perform(command(step, line.client.thread?.conversation, line.now, &random))
        }
    }

    private static func command(
        _ step: Int,
        _ conversation: ConversationID?,
        _ now: MonotonicTime,
        _ random: inout SeededRandom
    ) -> ChatCommand {
        let conversation = conversation ?? ConversationID(3)
        let commands: [ChatCommand] = [
            .connect(intended: now), .reconnect, .begin(answers: []), .reconnect, .drop(.silence),
            .send(MessageID(UInt128(step)), in: conversation, text: "Hello"), .typing(true, in: conversation),
            .send(MessageID(UInt128(step)), in: conversation, text: "Hello"), .markSeen(conversation),
            .recover(conversation), .recoverMore(conversation), .drop(.reset), .drop(.close),
            random.index(below: 20) == 0 ? .leave : .reconnect,
        ]
        return commands[random.index(below: commands.count)]
    }

    /// A fixture: as it is, for the request of the moment, for the thread of the moment, cut short, or with a byte changed.
    private static func frame(
        of fixtures: [String],
        for event: String,
        _ conversation: ConversationID?,
        _ random: inout SeededRandom
    ) -> String {
        var text = fixtures[random.index(below: fixtures.count)]
        if random.index(below: 3) > 0 { text = text.replacing("0b8f3a3e-6a0f-4a55-8a5f-7f5a3f6a9d11", with: event) }
        if let conversation, random.index(below: 3) > 0 {
            let id = Fixture.encoded { EchoedID(conversation.value).append(to: &$0) }
            text = text.replacing("\"7b7f8a0e-0d53-44c6-9d2e-3f1c0a9b6a01\"", with: id)
        }
        var bytes = Array(text.utf8)
        switch random.index(below: 6) {
        case 0: bytes.removeLast(random.index(below: bytes.count))
        case 1: bytes[random.index(below: bytes.count)] = UInt8(random.index(below: 256))
        case 2: return text.replacing("2026-07-01T09:15", with: "x")
        default: break
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
