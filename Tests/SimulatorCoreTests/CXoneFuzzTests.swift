import ChatModel
import Clockwork
import Exchange
import Foundation
import SimulatorCore
import Testing

/// Anything, in any order, on sockets that come and go: the desk may refuse all of it and must survive.
@Suite struct CXoneFuzzTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func noOrderOfEventsStopsTheDesk(seed: UInt64) throws {
        var random = SeededRandom(seed: seed, stream: "fuzz")
        var bench = DeskBench(try bot(echoing, greeting: "Hi {{customer.firstName}}"), seed: seed) {
            $0.delays = CXoneDelays(all: .exponential(mean: .milliseconds(20)))
        }
        var sockets = [try bench.connect()]
        for _ in 0..<600 {
            let socket = sockets[random.index(below: sockets.count)]
            switch random.index(below: 40) {
            case 0, 6, 7:
                sockets.append(try bench.connect())
            case 1:
                bench.tell(.closed(socket, code: UInt16(1_000 + random.index(below: 12)), .peer))
            case 2:
                bench.tell(.failed(.socket(socket), .lost))
            case 3:
                bench.tell(.sent(SendingID(owner: socket.owner, random.index(below: 50)), at: bench.now))
            case 4:
                bench.tell(.binary(socket, [UInt8]().span.bytes))
            case 5:
                bench.wait(.milliseconds(random.index(below: 400)))
            default:
                bench.say(Self.frame(&random), on: socket)
            }
        }
        bench.wait(.seconds(600))

        // Whatever was stored and said is accounted for.
        let ledger = bench.program.ledger
        #expect(ledger.stored.reduce(0) { $0 + $1.times } == bench.program.counters.messagesStored)
        #expect(ledger.stored.count > 20)
        #expect(ledger.replies.count == bench.program.counters.repliesMade)
        bench.forget()
        let socket = try bench.connect()
        bench.say(#"{"action":"heartbeat"}"#, on: socket)
        #expect(bench.kinds == ["pong"])
    }

    private static let types = [
        "AuthorizeCustomer", "ReconnectCustomer", "RefreshToken", "RecoverThread", "LoadMoreMessages", "SendMessage",
        "SendMessage", "SendMessage", "SenderTypingStarted", "SenderTypingEnded", "MessageSeenByCustomer",
        "SetContactCustomFields", "Nonsense",
    ]

    private static func frame(_ random: inout SeededRandom) -> String {
        let thread = "7b7f8a0e-0d53-44c6-9d2e-3f1c0a9b6a0\(random.index(below: 3))"
        let customer = "cust-\(random.index(below: 3))"
        let id = ClientText.messageID(random.index(below: 60))
        var frame: String
        switch types[random.index(below: types.count)] {
        case "SendMessage":
            frame = ClientText.message("message \(id)", id: id, thread: thread, customer: customer)
        case let type:
            let token = "st-\(random.index(below: 40))"
            let data = """
                {"thread":{"idOnExternalPlatform":"\(thread)"},"accessToken":{"token":"t"},"scrollToken":"\(token)"}
                """
            frame = ClientText.event(type, id: id, data: data, customer: customer)
        }
        // Every third is damaged somewhere.
        guard random.index(below: 3) == 0 else { return frame }
        var bytes = Array(frame.utf8)
        for _ in 0...random.index(below: 3) {
            let place = random.index(below: bytes.count)
            switch random.index(below: 3) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next()) & 0x7F
            case 1: bytes.remove(at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + random.index(below: 40)))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
