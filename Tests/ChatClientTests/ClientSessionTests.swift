import ChatModel
import Clockwork
import Exchange
import Testing

@testable import ChatClient

/// The fate of messages and the ways in and out, on a dialect that says what the test wants.
@Suite struct ClientSessionTests {
    private static let gone = ChatEvent.lost(.wire(.lost), closeCode: 1006, retriesAtOnce: false)

    @Test func anEchoSettlesAMessageEvenWithoutAnAcknowledgement() {
        var rig = SessionRig.ready()
        let id = rig.say()
        #expect(rig.tell(.messageArrived(SessionRig.receipt(id))).fates == [.echoed])
        #expect(rig.tell(.refused(id, .eventTimeout)).fates.isEmpty)
        #expect(!rig.session.hasOpenMessages)
    }

    @Test func anAcknowledgementAfterTheEchoIsStillMeasured() {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.tell(.messageArrived(SessionRig.receipt(id)))
        #expect(rig.tell(.acknowledged(id)) == [.acknowledged(rig.times)])
        #expect(rig.tell(.acknowledged(id)).isEmpty)
    }

    @Test func serviceCountsFromTheWrite() {
        var rig = SessionRig.ready()
        let intended = rig.now
        let id = rig.say()
        let written = rig.now + .milliseconds(3)
        _ = rig.tell(.sent(id, at: written))
        let start = StartTimes(intended: intended, sent: written)
        #expect(rig.tell(.acknowledged(id)) == [.acknowledged(start)])
    }

    @Test func aLossFailsWhatWasNotAcknowledgedAndKeepsTheRest() {
        var rig = SessionRig.ready()
        let first = rig.say()
        let second = rig.say()
        _ = rig.tell(.acknowledged(first))
        let signals = rig.tell(Self.gone)
        #expect(signals.fates == [.failed(.connectionGone)])
        _ = rig.pauseEnds()
        let back = rig.tell(
            .connected(rig.times),
            .historyMessage(SessionRig.receipt(second)),
            .historyMessage(SessionRig.receipt(first)),
            .historyRead(hasMore: false),
            .ready(SessionRig.room)
        )
        #expect(back.fates == [.echoed])
        #expect(back.contains(.failedButStored(second)))
        #expect(!back.contains(.duplicated) && !back.contains(.outOfOrder))
    }

    @Test func theGoodbyeAsksForWhatWasNeverSeenPageByPage() {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.tell(.acknowledged(id))
        #expect(rig.leave().isEmpty)
        #expect(rig.session.dialect.asked.last == "recover")
        _ = rig.tell(.historyRead(hasMore: true))
        #expect(rig.session.dialect.asked.last == "recoverMore")
        let found = rig.tell(.historyMessage(SessionRig.receipt(id)), .historyRead(hasMore: true))
        #expect(found.fates == [.echoed])
        #expect(rig.session.dialect.asked.last == "leave")
        #expect(rig.tell(.left(closeCode: 1001)).ends == [.left])
    }

    @Test(arguments: [
        (ChatEvent.historyRead(hasMore: false), Settlement.lost),
        (.fault(.historyRefused), .lost),
        (.fault(.eventTimeout), .failed(.connectionGone)),
    ])
    func theAnswerToTheLastQuestionDecides(answer: ChatEvent, fate: Settlement) {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.tell(.acknowledged(id))
        _ = rig.leave()
        #expect(rig.tell(answer).fates == [fate])
        #expect(rig.tell(.left(closeCode: 1001)).ends == [.left])
    }

    @Test func whatWasAcknowledgedInAForgottenConversationIsLost() {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.tell(.acknowledged(id), Self.gone)
        _ = rig.pauseEnds()
        #expect(rig.tell(.connected(rig.times), .ready(nil)).fates.isEmpty)
        #expect(rig.leave().fates == [.lost])
        #expect(rig.session.dialect.asked.last == "leave")
        #expect(rig.tell(.left(closeCode: 1001)).ends == [.left])
    }

    @Test func aLeaverWithoutAWayBackHasLeft() {
        var rig = SessionRig.ready(policy: .none)
        let id = rig.say()
        _ = rig.tell(.acknowledged(id))
        _ = rig.leave()
        let signals = rig.tell(Self.gone)
        #expect(signals.fates == [.failed(.connectionGone)])
        #expect(signals.ends == [.left])
    }

    @Test func theGoodbyeWaitsForAnAcknowledgement() {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.leave()
        #expect(rig.session.dialect.asked.last == "send")
        #expect(rig.tell(.refused(id, .eventTimeout)).fates == [.failed(.eventTimeout)])
        #expect(rig.session.dialect.asked.last == "leave")
    }

    @Test func aLeaverComesBackOnlyToAsk() {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.tell(.acknowledged(id), Self.gone)
        #expect(rig.leave().isEmpty)
        _ = rig.pauseEnds()
        let signals = rig.tell(.connected(rig.times), .historyRead(hasMore: false), .ready(SessionRig.room))
        #expect(signals.fates.isEmpty)
        #expect(rig.session.dialect.asked.last == "recover")
        #expect(rig.tell(.historyRead(hasMore: false)).fates == [.lost])

        var other = SessionRig.ready()
        _ = other.tell(Self.gone)
        #expect(other.leave().ends == [.left])
    }

    @Test func withoutAWayBackOpenMessagesHaveFailed() {
        var rig = SessionRig.ready(policy: .none)
        let id = rig.say()
        _ = rig.tell(.acknowledged(id))
        let signals = rig.tell(Self.gone)
        #expect(signals.fates == [.failed(.connectionGone)])
        #expect(signals.ends == [.failed(.wire(.lost))])
    }

    @Test func attemptsAreMadeByThePolicyAndSpent() {
        var rig = SessionRig.ready()
        for attempt in 0..<3 {
            #expect(rig.tell(Self.gone).ends.isEmpty)
            #expect(rig.armed() == [rig.now + .seconds(1 << attempt)])
            _ = rig.pauseEnds()
            #expect(rig.session.dialect.asked.last == "reconnect")
        }
        #expect(rig.tell(Self.gone).ends == [.failed(.attemptsSpent)])
    }

    @Test func afterAMissedHeartbeatNothingIsWaitedFor() {
        var rig = SessionRig.ready()
        _ = rig.tell(.lost(.heartbeatMissed, closeCode: 1006, retriesAtOnce: true))
        #expect(rig.armed() == [rig.now])
        _ = rig.pauseEnds()
        _ = rig.tell(.lost(.wire(.refused), closeCode: 1006, retriesAtOnce: false))
        #expect(rig.armed() == [rig.now])
    }

    @Test func aReturnIsMeasuredFromTheLoss() {
        var rig = SessionRig.ready()
        let lost = rig.now
        _ = rig.tell(Self.gone)
        rig.now += .seconds(1)
        _ = rig.pauseEnds()
        let began = rig.now
        rig.now += .seconds(1)
        let signals = rig.tell(.connected(rig.times), .ready(SessionRig.room))
        #expect(signals.contains(.ready(StartTimes(intended: lost, sent: began), isFirst: false)))
    }

    @Test func oneIdTwiceOnOneConnectionOrInOneHistoryIsADuplicate() {
        var rig = SessionRig.ready()
        let reply = SessionRig.receipt(MessageID(9), by: .ai)
        #expect(rig.tell(.messageArrived(reply)) == [.replyArrived(MessageID(9), .ai)])
        #expect(rig.tell(.messageArrived(reply)) == [.duplicated])
        #expect(rig.tell(.historyMessage(reply)).isEmpty)
        #expect(rig.tell(.historyMessage(reply)) == [.duplicated])
    }

    @Test func anEchoBeforeAnOlderOneIsOutOfOrder() {
        var rig = SessionRig.ready()
        let (first, second) = (rig.say(), rig.say())
        #expect(rig.tell(.messageArrived(SessionRig.receipt(second))).contains(.outOfOrder))
        #expect(!rig.tell(.messageArrived(SessionRig.receipt(first))).contains(.outOfOrder))
    }

    @Test func aFailedFirstConnectEndsTheSession() {
        var rig = SessionRig()
        rig.arrive()
        let signals = rig.tell(.failed(.wire(.refused)))
        #expect(
            signals == [
                .connectAttempted(since: rig.now, isFailure: true), .fault(.wire(.refused)),
                .ended(.failed(.wire(.refused))),
            ]
        )
    }

    @Test func theFormIsWantedWhereThereIsNoConversation() {
        var rig = SessionRig()
        rig.arrive()
        #expect(rig.tell(.connected(rig.times), .ready(nil)).last == .formWanted)
        rig.session.begin(answers: [], at: rig.now, with: &rig.buffers, into: &rig.orders)
        #expect(rig.tell(.began(SessionRig.room)) == [.conversationBegan])
        #expect(rig.session.conversation == SessionRig.room)
        var other = SessionRig()
        other.arrive()
        _ = other.tell(.connected(other.times), .ready(nil))
        #expect(other.tell(.fault(.missingAnswers)).ends == [.failed(.missingAnswers)])
    }

    @Test func pagesWithoutEndAreNotReadToTheEnd() {
        var rig = SessionRig.ready()
        let id = rig.say()
        _ = rig.tell(.acknowledged(id))
        _ = rig.leave()
        var fates: [Settlement] = []
        var pages = 0
        while fates.isEmpty, pages < 2_000 {
            pages += 1
            fates = rig.tell(.historyRead(hasMore: true)).fates
        }
        #expect(fates == [.lost] && pages == ClientSession<ScriptedDialect>.pageLimit)
    }

    @Test func theCodeOfASocketThatStoodIsTold() {
        var rig = SessionRig()
        rig.arrive()
        _ = rig.tell(.connected(rig.times))
        let signals = rig.tell(.lost(.wire(.peer), closeCode: 1008, retriesAtOnce: false))
        #expect(signals.contains(.socketClosed(code: 1008)))
        _ = rig.pauseEnds()
        #expect(!rig.tell(Self.gone).contains(.socketClosed(code: 1006)), "there was no socket this time")
    }

    /// Whatever comes in whatever order: nothing traps, and every message has one fate.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func anyEventInAnyStateIsAnOutcome(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rig = SessionRig()
        var said = 0
        var fates = 0
        rig.arrive()
        for _ in 0..<400 {
            rig.now += .milliseconds(10)
            let id = MessageID(UInt128(random.index(below: 20)))
            let known = rig.session.outbox.entries.first?.id ?? id
            let times = rig.times
            let events: [ChatEvent] = [
                .connected(times), .ready(SessionRig.room), .ready(nil), .began(SessionRig.room), .acknowledged(known),
                .refused(known, .messageRefused), .messageArrived(SessionRig.receipt(known)),
                .messageArrived(SessionRig.receipt(id, by: .ai)), .historyMessage(SessionRig.receipt(known)),
                .historyRead(hasMore: random.next() & 1 == 0), .failed(.eventTimeout), Self.gone,
                .left(closeCode: 1000), .fault(.historyRefused), .fault(.eventTimeout), .unrecognized, .frameReceived,
            ]
            // The rare enders stay rare, so that most runs get far.
            var event = events[random.index(below: events.count)]
            if case .failed = event, random.index(below: 30) > 0 { event = .ready(SessionRig.room) }
            fates += rig.tell(event).fates.count
            switch random.index(below: 12) {
            case 0, 1, 2: if rig.say() != MessageID(0) { said += 1 }
            case 3: fates += rig.pauseEnds().fates.count
            case 4 where random.index(below: 20) == 0: fates += rig.leave().fates.count
            default: break
            }
        }
        rig.session.abandon(at: rig.now, with: &rig.buffers, into: &rig.orders)
        fates += rig.take().fates.count
        #expect(said == fates)
        #expect(rig.session.state == .ended)
    }
}
