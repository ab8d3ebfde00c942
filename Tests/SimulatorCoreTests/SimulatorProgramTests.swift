import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import JSONText
import SimulatorCore
import Testing

@Suite struct SimulatorProgramTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)
    private let timer = TimerID(owner: WireOwner(0), 0)

    @Test func oneTimerServesAllDelaysAndIsSetAgainWhenItRingsEarly() throws {
        var program = SimulatorProgram(.example(try bot()))
        let asked = visit(&program, 1, at: start)
        #expect(asked == [.startTimer(timer, at: start + .milliseconds(10))])
        // A later job leaves the timer alone.
        let later = visit(&program, 2, at: start + .milliseconds(1))
        #expect(later.isEmpty)
        let early = orders(of: &program, .fired(timer), at: start + .milliseconds(9))
        #expect(early == [.startTimer(timer, at: start + .milliseconds(10))])
        let first = orders(of: &program, .fired(timer), at: start + .milliseconds(10))
        #expect(first.count == 2 && first.last == .startTimer(timer, at: start + .milliseconds(11)))
        let second = orders(of: &program, .fired(timer), at: start + .milliseconds(30))
        #expect(second.count == 1)
    }

    @Test func eventsThatADeskNeverAskedForAreCounted() throws {
        var program = SimulatorProgram(.example(try bot()))
        let nothing: [UInt8] = []
        _ = orders(of: &program, .opened(SocketID(7), WireTimings(all: start)), at: start)
        _ = orders(of: &program, .head(CallID(1), status: 200, fields: nothing.span.bytes), at: start)
        _ = orders(of: &program, .finished(CallID(1), WireTimings(all: start)), at: start)
        _ = orders(of: &program, .failed(.call(CallID(1)), .reset), at: start)
        _ = orders(of: &program, .failed(.socket(SocketID(.max)), .reset), at: start)
        _ = orders(of: &program, .sent(SendingID(.max - 1), at: start), at: start)
        _ = orders(of: &program, .fired(TimerID(99)), at: start)
        #expect(program.counters.errors.map(\.count) == [6])
        #expect(program.counters.count(of: .unexpectedEvent) == 6)
    }

    @Test func patternsThatWereGivenUpAreTold() throws {
        var bench = DeskBench(
            try bot(#"{"id": "p", "when": {"matches": "(a|a)*[bc]"}, "reply": [{"say": ["no"]}]}"#)
        )
        let socket = try bench.connect()
        let text = String(repeating: "a", count: 60)
        bench.say(ClientText.message(text, id: ClientText.messageID(1)), on: socket)
        bench.wait(.seconds(1))
        #expect(bench.program.patternsGivenUp == 1 && bench.program.counters.repliesMade == 0)
    }

    private func visit(_ program: inout SimulatorProgram, _ number: UInt64, at now: MonotonicTime) -> [WireRequest] {
        let target = Array("/chat/1.0/brand/1001/channel/\(exampleChannel)".utf8)
        let nothing: [UInt8] = []
        return orders(
            of: &program,
            .visited(
                VisitID(number),
                .get,
                target: target.span.bytes,
                fields: nothing.span.bytes,
                body: nothing.span.bytes,
                wantsUpgrade: false
            ),
            at: now
        )
    }

    private func orders(of program: inout SimulatorProgram, _ event: WireEvent, at now: MonotonicTime) -> [WireRequest]
    {
        var orders = Orders()
        var requests: [WireRequest] = []
        program.handle(event, at: now, into: &orders)
        orders.drain { request, _, _ in requests.append(request) }
        return requests
    }
}
