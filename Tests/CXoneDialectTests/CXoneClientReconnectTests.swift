import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText
import Testing

@testable import CXoneDialect

/// Lost connections and how they come back; goodbyes.
@Suite struct CXoneClientReconnectTests {
    private let hello = MessageID(5)

    @Test func theFormulaIsTheVendors() {
        let policy = CXoneClient.policyOfAnyone
        var random = SeededRandom(seed: 1)
        for attempt in 1...20 {
            let least = (0..<min(attempt, 10)).reduce(1.0) { product, _ in product * 1.3 }
            let delay = policy.delay(before: attempt, using: &random)?.seconds ?? 0
            #expect(delay >= min(least, 30) - 1e-6 && delay <= min(least + 1, 30) + 1e-6, "\(attempt): \(delay)")
        }
        #expect(policy.delay(before: 21, using: &random) == nil)
    }

    @Test func aMissedPongLosesTheConnection() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        let socket = line.socket
        line.fire(.heartbeat, after: .seconds(10))
        line.fire(.heartbeat, after: .milliseconds(4_999))
        #expect(line.told.isEmpty)
        line.fire(.heartbeat, after: .milliseconds(1))
        #expect(line.told == [.lost(.heartbeatMissed, closeCode: 1_006, retriesAtOnce: true)])
        #expect(line.ordered.first?.request == .close(socket, code: 1_001))
        // The old socket is heard no more.
        line.handle(.closed(socket, code: 1_006, .us))
        #expect(line.told.isEmpty)
    }

    @Test func heartbeatsLieOnAGrid() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        let start = line.now
        line.fire(.heartbeat, after: .milliseconds(10_400))
        line.receive(#""pong""#)
        guard case .heartbeatAnswered(let times)? = line.told.last else {
            Issue.record("no answer was told")
            return
        }
        #expect(times.intended == start + .seconds(10) && times.sent == start + .milliseconds(10_400))
        guard case .startSlackTimer(_, let next)? = line.ordered.last?.request else {
            Issue.record("no further heartbeat")
            return
        }
        #expect(next == start + .seconds(20))
    }

    @Test func aHeartbeatAskedWithinItsSlackIsMeantThen() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        let start = line.now
        line.fire(.heartbeat, after: .seconds(10) - TimerSlack.early - .milliseconds(1))
        #expect(line.ordered.map(\.request).contains { if case .sendText = $0 { true } else { false } } == false)
        line.fire(.heartbeat, after: .milliseconds(2))
        line.receive(#""pong""#)
        guard case .heartbeatAnswered(let times)? = line.told.last else {
            Issue.record("no answer was told")
            return
        }
        #expect(times.intended == times.sent && times.sent < start + .seconds(10))
        guard case .startSlackTimer(_, let next)? = line.ordered.last?.request else {
            Issue.record("no further heartbeat")
            return
        }
        #expect(next == start + .seconds(20))
    }

    @Test func comingBackNeedsNoCalls() throws {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        let desk = Desk(thread: EchoedID(conversation.value))
        line.receive { desk.created(EchoedID(1), .customer(Sample.ada), "Hello", into: &$0) }
        let old = line.socket
        line.handle(.closed(old, code: 1_006, .reset))
        #expect(line.told == [.lost(.wire(.reset), closeCode: 1_006, retriesAtOnce: false)])
        line.perform(.reconnect)
        #expect(line.ordered.count == 1 && line.ordered[0].url.hasPrefix("ws://127.0.0.1:8080/?brandId=1234"))
        let refused = line.socket
        #expect(refused != old)
        line.handle(.failed(.socket(refused), .refused))
        #expect(line.told == [.lost(.wire(.refused), closeCode: 1_006, retriesAtOnce: false)])
        line.perform(.reconnect)
        line.open()
        let event = EchoedID(line.lastEvent)
        line.receive { ConsumerAuthorized(customer: nil, accessToken: nil).append(to: event, into: &$0) }
        let recover = EchoedID(line.lastEvent)
        let asked = try Fixture.read(text: line.lastFrame) { frame throws(JSONFault) in try ThreadReference(frame) }
        #expect(asked.thread == desk.object.thread)
        line.receive { bytes in
            ThreadRecovered(
                contact: desk.contact,
                inboxAssignee: nil,
                messages: [],
                scrollToken: "",
                thread: desk.object
            )
            .append(to: recover, into: &bytes)
        }
        #expect(line.told == [.frameReceived, .historyRead(hasMore: false), .ready(conversation)])
        line.handle(.closed(old, code: 1_000, .peer))
        #expect(line.told.isEmpty)
    }

    @Test func aThreadThatNobodyKnowsYetIsNotRecovered() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.handle(.closed(line.socket, code: 1_000, .peer))
        line.perform(.reconnect)
        line.open()
        let event = EchoedID(line.lastEvent)
        line.receive { ConsumerAuthorized(customer: nil, accessToken: nil).append(to: event, into: &$0) }
        #expect(line.told == [.frameReceived, .ready(conversation)])
    }

    @Test func aThreadThatTheServerForgotIsForgotten() {
        var line = ScriptedLine()
        let before = line.becomeReady()
        let desk = Desk(thread: EchoedID(before.value))
        line.receive { desk.created(EchoedID(1), .customer(Sample.ada), "Hello", into: &$0) }
        line.handle(.closed(line.socket, code: 1_001, .peer))
        line.perform(.reconnect)
        line.open()
        let event = EchoedID(line.lastEvent)
        line.receive { ConsumerAuthorized(customer: nil, accessToken: nil).append(to: event, into: &$0) }
        line.refuse(.recoveringThreadFailed)
        guard case .ready(let after?)? = line.told.last else {
            Issue.record("not ready")
            return
        }
        #expect(after != before)
    }

    @Test func aRefusedWayBackEndsIt() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        line.handle(.closed(line.socket, code: 1_006, .lost))
        line.perform(.reconnect)
        line.open()
        line.refuse(.consumerAuthorizationFailed)
        #expect(line.told == [.frameReceived, .failed(.authorizationRefused)])
    }

    @Test func dropsBreakTheConnectionInTheirWay() {
        var line = ScriptedLine()
        _ = line.becomeReady()
        line.perform(.drop(.reset))
        #expect(line.ordered.map(\.request) == [.abort(line.socket)])
        line.handle(.closed(line.socket, code: 1_006, .us))
        #expect(line.told == [.lost(.wire(.us), closeCode: 1_006, retriesAtOnce: false)])

        var muted = ScriptedLine()
        _ = muted.becomeReady()
        muted.perform(.drop(.silence))
        #expect(muted.ordered.map(\.request) == [.mute(muted.socket)])
        muted.fire(.heartbeat, after: .seconds(10))
        muted.fire(.heartbeat, after: .seconds(5))
        #expect(muted.told == [.lost(.heartbeatMissed, closeCode: 1_006, retriesAtOnce: true)])
    }

    @Test func aDropByCloseHearsWhatStillComes() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: conversation, text: "Hello"))
        let event = line.lastEvent
        line.perform(.drop(.close))
        #expect(line.ordered.first?.request == .close(line.socket, code: 1_001))
        line.receive(#"{"eventId":"\#(event)"}"#)
        #expect(line.told == [.frameReceived, .acknowledged(hello)])
        line.perform(.send(MessageID(6), in: conversation, text: "late"))
        #expect(line.told == [.refused(MessageID(6), .connectionGone)])
        line.handle(.closed(line.socket, code: 1_001, .us))
        #expect(line.told == [.lost(.wire(.us), closeCode: 1_001, retriesAtOnce: false)])
    }

    @Test func aConnectionThatIsBeingBrokenIsNotAskedForItsHistory() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.drop(.close))
        line.perform(.recover(conversation))
        #expect(line.told.isEmpty && line.ordered.isEmpty)
        line.handle(.closed(line.socket, code: 1_001, .us))
        line.perform(.recover(conversation))
        #expect(line.told == [.fault(.eventTimeout)])
    }

    @Test func aDropOnTheWayUpCancelsTheCall() throws {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        let pending = line.call
        let call = try #require(pending)
        line.perform(.drop(.reset))
        #expect(line.ordered.map(\.request) == [.cancelCall(call)])
        #expect(line.told == [.failed(.wire(.us))])
    }

    @Test func aGoodbyeHearsWhatStillComes() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.fire(.heartbeat, after: .seconds(10))
        line.perform(.leave)
        let desk = Desk(thread: EchoedID(conversation.value))
        line.receive { desk.created(EchoedID(1), .agent(Sample.sam), "Bye", into: &$0) }
        #expect(line.told.count == 2)
        line.receive(#""pong""#)
        #expect(line.told.count == 2 && line.ordered.isEmpty)
        line.handle(.closed(line.socket, code: 1_001, .us))
        #expect(line.told == [.left(closeCode: 1_001)])
        line.perform(.leave)
        line.receive(#""pong""#)
        #expect(line.told.isEmpty)
    }

    @Test func whoLeavesBeforeThereIsAConnectionIsGoneAtOnce() throws {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        let pending = line.call
        let call = try #require(pending)
        line.perform(.leave)
        #expect(line.told == [.left(closeCode: 0)])
        #expect(line.ordered.map(\.request) == [.cancelCall(call)])
        line.handle(.finished(call, WireTimings(all: line.now)))
        #expect(line.told.isEmpty)
    }

    @Test func whoLeavesWhileOpeningGivesTheSocketUp() {
        var line = ScriptedLine()
        line.perform(.connect(intended: line.now))
        line.finish(200, ScriptedLine.configuration())
        line.finish(200, "{}")
        let socket = line.socket
        line.perform(.leave)
        #expect(line.told == [.left(closeCode: 0)])
        #expect(line.ordered.map(\.request) == [.abort(socket)])
        line.handle(.failed(.socket(socket), .us))
        #expect(line.told.isEmpty)
    }

    @Test func nothingIsLeftRunningAfterAnEnd() {
        var line = ScriptedLine()
        let conversation = line.becomeReady()
        line.perform(.send(hello, in: conversation, text: "Hello"))
        line.perform(.leave)
        var stopped = Set(
            line.ordered.compactMap { order in
                if case .stopTimer(let id) = order.request { id.local } else { nil }
            }
        )
        #expect(stopped.remove(CXoneClient.ClientTimer.acknowledgement.rawValue) != nil)
        #expect(stopped.remove(CXoneClient.ClientTimer.heartbeat.rawValue) != nil)
    }
}

extension CXoneClient {
    static var policyOfAnyone: ReconnectPolicy { ScriptedLine().client.reconnectPolicy }
}
