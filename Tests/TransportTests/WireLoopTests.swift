import Clockwork
import Exchange
import Foundation
import Testing

@testable import Transport

@Suite struct WireLoopTests {
    @Test func jobsRunOnTheLoopInOrder() throws {
        let seen = Guarded<[Int]>([])
        let loop = try ProbeLoop()
        for number in 0..<1_000 { loop.run { _ in seen.withLock { $0.append(number) } } }
        loop.finish()
        #expect(seen.withLock { $0 } == Array(0..<1_000))
    }

    @Test func aLoopThatHasEndedTakesNoJobs() throws {
        let thread = try WireThread.start { _, _ in Probe(journal: Journal(), react: { _, _ in }) }
        let handle = thread.handle
        #expect(handle.submit { loop in loop.stop() })
        thread.join()
        #expect(!handle.submit { _ in })
    }

    @Test func jobsHaveALimit() throws {
        let gate = DispatchSemaphore(value: 0)
        let busy = DispatchSemaphore(value: 0)
        var limits = TransportLimits()
        limits.jobs = 3
        let thread = try WireThread<Probe>.start(TransportOptions(limits: limits)) { _, _ in
            Probe(journal: Journal(), react: { _, _ in })
        }
        thread.handle.submit { _ in
            busy.signal()
            gate.wait()
        }
        busy.wait()
        #expect((0..<5).map { _ in thread.handle.submit { _ in } } == [true, true, true, false, false])
        gate.signal()
        while !thread.handle.submit({ loop in loop.stop() }) {}
        thread.join()
    }

    @Test func timersFireInTheOrderOfTheirTimesAndStoppedOnesDoNot() throws {
        let journal = Journal()
        let thread = try WireThread<Probe>.start(
            until: { $0.journal.all.count == 4 },
            { now, orders in
                for (number, delay) in [(1, 3_000), (2, 1_000), (3, 2_000), (4, 1_500), (5, 0)] {
                    orders.append(.startTimer(TimerID(UInt64(number)), at: now + .microseconds(delay)))
                }
                orders.append(.startTimer(TimerID(5), at: now + .microseconds(500)))
                orders.append(.stopTimer(TimerID(4)))
                return Probe(journal: journal, react: { _, _ in })
            }
        )
        thread.join()
        #expect(journal.all == [.fired(5), .fired(2), .fired(3), .fired(1)])
    }

    @Test func turnsTellHowTheyWent() throws {
        let turns = Guarded<[LoopTurn]>([])
        let journal = Journal()
        let thread = try WireThread<Probe>.start(
            until: { $0.journal.all.count == 1 },
            atEnd: { loop in
                let all = loop.program.turns
                turns.withLock { $0 = all }
            },
            { now, orders in
                orders.append(.startTimer(TimerID(1), at: now + .milliseconds(2)))
                return Probe(journal: journal, react: { _, _ in })
            }
        )
        thread.join()
        let last = try #require(turns.withLock { $0.last })
        #expect(last.timerLateness >= .zero && last.ended >= last.woke && last.lag >= last.timerLateness)
    }

    @Test func aTimerArmedForThePastDoesNotStopTheWorld() throws {
        let loop = try ProbeLoop { note, orders in
            if case .fired = note { orders.append(.startTimer(TimerID(1), at: .never)) }
        }
        loop.order { $0.append(.startTimer(TimerID(1), at: .never)) }
        loop.journal.wait("three firings") { $0.count >= 3 }
        loop.finish()
    }

    @Test func twoSocketsWithOneNumberAreABug() async {
        await #expect(processExitsWith: .failure) {
            let loop = try ProbeLoop()
            let url = loop.url
            loop.order { $0.open(1, url) }
            loop.order { $0.open(1, url) }
            loop.finish()
        }
    }

    @Test func anAddressInUseIsAnError() throws {
        let first = try Listener()
        #expect { try Listener(port: first.port) } throws: { ($0 as? SystemError)?.isAddressInUse == true }
    }
}
