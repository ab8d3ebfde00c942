import ChatModel
import Clockwork
import Exchange
import SimulatorCore
import Testing

@Suite struct LedgerTests {
    private let hello = MessageID(1)
    private let reply = MessageID(2)

    @Test(arguments: [
        (UInt16(1_000), WireCause.peer, true), (1_001, .peer, true), (1_001, .us, true), (1_006, .us, false),
        (1_006, .reset, false), (1_006, .lost, false), (1_006, .timedOut, false),
        (1_002, .badFrame(code: 1_002), false),
        (1_006, .peer, false),
    ])
    func onlyACloseHandshakeObliges(code: UInt16, cause: WireCause, isObliging: Bool) {
        var ledger = Ledger()
        ledger.open(0)
        ledger.send(ledger.reply(reply), as: 5, on: 0)
        let wasSent = ledger.sent(5, on: 0)
        #expect(wasSent)
        ledger.close(0, ConnectionFate(code: code, cause: cause))
        #expect(ledger.report().replies == [.init(id: reply, deliveries: 1, isObliging: isObliging)])
    }

    @Test func aConnectionThatStandsObliges() {
        var ledger = Ledger()
        ledger.open(3)
        ledger.send(ledger.reply(reply), as: 5, on: 3)
        #expect(ledger.report().replies.map(\.isObliging) == [false])
        let wasSent = ledger.sent(5, on: 3)
        #expect(wasSent)
        #expect(ledger.report().replies.map(\.isObliging) == [true])
    }

    @Test func whatWasUnderWayWhenTheConnectionEndedWasNotDelivered() {
        var ledger = Ledger()
        ledger.open(0)
        ledger.send(ledger.reply(reply), as: 5, on: 0)
        ledger.close(0, .handshake)
        let wasSent = ledger.sent(5, on: 0)
        #expect(!wasSent)
        #expect(ledger.report().replies == [.init(id: reply, deliveries: 0, isObliging: false)])
    }

    @Test func oneObligingDeliveryIsEnough() {
        var ledger = Ledger()
        let number = ledger.reply(reply)
        for connection in 0..<3 {
            ledger.open(connection)
            ledger.send(number, as: 5, on: connection)
            let wasSent = ledger.sent(5, on: connection)
            #expect(wasSent)
        }
        ledger.close(0, .broken)
        ledger.close(1, .handshake)
        ledger.close(2, .broken)
        #expect(ledger.report().replies == [.init(id: reply, deliveries: 3, isObliging: true)])
    }

    @Test func aPlaceThatIsUsedAgainForgetsItsFormerConnection() {
        var ledger = Ledger()
        ledger.open(0)
        ledger.send(ledger.reply(reply), as: 5, on: 0)
        let wasSent = ledger.sent(5, on: 0)
        #expect(wasSent)
        ledger.close(0, .broken)
        ledger.open(0)
        ledger.close(0, .handshake)
        #expect(ledger.report().replies.map(\.isObliging) == [false])
    }

    @Test func storedTwiceIsToldAsTwo() {
        var ledger = Ledger()
        for id in [hello, MessageID(9), hello] { ledger.store(id) }
        #expect(ledger.report().stored == [.init(id: hello, times: 2), .init(id: MessageID(9), times: 1)])
    }

    @Test(arguments: [true, false])
    func theDeskTellsWhatASocketsEndMeans(isHandshake: Bool) throws {
        var bench = DeskBench(try bot(echoing))
        let socket = try bench.connect()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(5))
        bench.tell(.closed(socket, code: isHandshake ? 1_001 : 1_006, isHandshake ? .peer : .reset))
        // What the bot says after that is stored and delivered to nobody.
        let second = try bench.connect()
        bench.say(ClientText.message("Hello?", id: ClientText.messageID(2)), on: second)
        bench.tell(.closed(second, code: 1_001, .peer))
        bench.wait(.seconds(5))
        let replies = bench.program.ledger.replies
        #expect(replies.map(\.deliveries).sorted() == [0, 1])
        #expect(replies.filter(\.isObliging).count == (isHandshake ? 1 : 0))
        #expect(bench.program.ledger.stored.count == 2)
    }

    @Test func afterItsOwnCloseTheDeskDeliversNothing() throws {
        var bench = DeskBench(try bot(echoing))
        let socket = try bench.connect()
        bench.say(ClientText.message("Hello", id: ClientText.messageID(1)), on: socket)
        bench.close()
        bench.close()
        bench.forget()
        bench.wait(.seconds(5))
        #expect(bench.closes == [1_001])
        #expect(bench.frames.isEmpty)
        bench.tell(.closed(socket, code: 1_001, .us))
        #expect(bench.program.ledger.replies.map(\.isObliging) == [false])
    }
}
