import ChatModel
import Clockwork
import Exchange

@testable import ChatClient

/// A session on a scripted dialect, with a clock that the test moves.
struct SessionRig: ~Copyable {
    static let room = ConversationID(7)

    var session: ClientSession<ScriptedDialect>
    var buffers = SessionBuffers(frameLimit: 1_024)
    var orders = Orders()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)

    init(policy: ReconnectPolicy = ScriptedDialect().reconnectPolicy) {
        session = ClientSession(
            owner: WireOwner(1),
            dialect: ScriptedDialect(),
            policy: policy,
            random: SeededRandom(seed: 1),
            naming: SeededRandom(seed: 2)
        )
    }

    /// A session that is ready in its conversation, with nothing left to tell.
    static func ready(policy: ReconnectPolicy = ScriptedDialect().reconnectPolicy) -> SessionRig {
        var rig = SessionRig(policy: policy)
        rig.arrive()
        _ = rig.tell(.connected(rig.times), .ready(room))
        return rig
    }

    var times: StartTimes { StartTimes(intended: now, sent: now) }

    mutating func arrive() {
        session.arrive(intended: now, at: now, with: &buffers, into: &orders)
    }

    /// What the session signals when its dialect tells these.
    mutating func tell(_ events: ChatEvent...) -> [SessionSignal] {
        session.dialect.told = events
        session.handle(.fired(TimerID(owner: WireOwner(1), 0)), at: now, with: &buffers, into: &orders)
        return take()
    }

    /// What the session signals when its own timer fires.
    mutating func pauseEnds() -> [SessionSignal] {
        let timer = TimerID(owner: WireOwner(1), ChatTimers.dialectEnd)
        session.handle(.fired(timer), at: now, with: &buffers, into: &orders)
        return take()
    }

    mutating func say() -> MessageID {
        let id = session.say("hello", intended: now, at: now, with: &buffers, into: &orders)
        buffers.signals.removeAll()
        return id ?? MessageID(0)
    }

    mutating func leave() -> [SessionSignal] {
        session.leave(at: now, with: &buffers, into: &orders)
        return take()
    }

    mutating func take() -> [SessionSignal] {
        defer { buffers.signals.removeAll() }
        return buffers.signals
    }

    /// The timers that were armed and not taken out yet.
    mutating func armed() -> [MonotonicTime] {
        var moments: [MonotonicTime] = []
        orders.drain { request, _ in
            if case .startTimer(_, let due) = request { moments.append(due) }
        }
        return moments
    }

    static func receipt(_ id: MessageID, by author: Author = .customer) -> ChatEvent.MessageReceipt {
        ChatEvent.MessageReceipt(id: id, conversation: room, author: author, textLength: 5)
    }
}

extension [SessionSignal] {
    /// The fates that are told here, in order.
    var fates: [Settlement] {
        compactMap { if case .settled(_, let fate, _) = $0 { fate } else { nil } }
    }

    var ends: [SessionEnd] {
        compactMap { if case .ended(let end) = $0 { end } else { nil } }
    }
}
