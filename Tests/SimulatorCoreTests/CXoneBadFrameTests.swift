import ChatModel
import Clockwork
import Exchange
import SimulatorCore
import Testing

@Suite struct CXoneBadFrameTests {
    @Test(
        arguments: [
            ("", SimulatorTrouble.malformedFrame, nil), ("{", .malformedFrame, nil), ("pong", .malformedFrame, nil),
            ("[]", .incompleteFrame, nil), ("null", .incompleteFrame, nil), ("7", .incompleteFrame, nil),
            ("{}", .incompleteFrame, nil), (#"{"eventId":7}"#, .incompleteFrame, nil),
            (#"{"eventId":"e1"}"#, .incompleteFrame, "InconsistentData"),
            (#"{"eventId":"e1","action":"chatWindowEvent","payload":[]}"#, .incompleteFrame, "InconsistentData"),
            (ClientText.event("SendMessage", data: "7"), .incompleteFrame, "InconsistentData"),
            (
                ClientText.event("SendMessage", customer: #"x","x":""#, brand: "1002"), .incompleteFrame,
                "InconsistentData"
            ),
            (ClientText.event("RecoverThread", brand: "1002"), .wrongChannel, "InconsistentData"),
            (ClientText.event("RecoverThread", brand: #""1001""#), .incompleteFrame, "InconsistentData"),
            (ClientText.event("Nonsense"), .unknownEvent, "InconsistentData"),
            (ClientText.message("x", id: "M1"), .badIdentifier, "InconsistentData"),
            (ClientText.message("x", id: ClientText.messageID(1), thread: "T1"), .badIdentifier, "InconsistentData"),
        ] as [(String, SimulatorTrouble, String?)]
    )
    func aFrameThatIsNotWholeIsCountedAndAnsweredIfItNamesItself(
        frame: String,
        trouble: SimulatorTrouble,
        answer: String?
    ) throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        bench.say(frame, on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == [answer].compactMap { $0 })
        #expect(bench.program.counters.count(of: trouble) == 1)
        #expect(bench.program.counters.errors.count == 1)

        // The desk is none the worse for it.
        bench.say(#"{"action":"heartbeat"}"#, on: socket)
        #expect(bench.kinds.last == "pong")
    }

    @Test func aFrameLongerThanTheLimitIsMalformed() throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        let text = String(repeating: "a", count: SimulatorProgram.frameLimit)
        bench.say(ClientText.message(text, id: ClientText.messageID(1)), on: socket)
        #expect(bench.program.counters.count(of: .malformedFrame) == 1)
    }

    @Test func binaryIsCountedAndIgnored() throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        bench.tell(.binary(socket, [UInt8]([1, 2]).span.bytes))
        #expect(bench.frames.isEmpty && bench.program.counters.count(of: .binaryFrame) == 1)
    }

    @Test func aSocketThatIsGoneIsNotListenedTo() throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        bench.say(ClientText.authorize(), on: socket)
        bench.tell(.closed(socket, code: 1_006, .reset))
        bench.tell(.closed(socket, code: 1_006, .reset))
        bench.say(ClientText.authorize(), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.frames.isEmpty)
        #expect(bench.program.counters.count(of: .unexpectedEvent) == 2)
    }

    @Test func aFrameBeforeAnyAuthorizationIsAnsweredByTheIdentityInIt() throws {
        var bench = DeskBench(try bot())
        let socket = try bench.connect()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.kinds == ["ack", "CaseCreated", "MessageCreated", "CaseInboxAssigneeChanged"])
    }
}
