import CJemalloc
import Clockwork
import Exchange
import LaunchKit
import TextForms
import Transport

/// `bench small`: what must hold on every machine, however slow: the transport in its steady state allocates nothing.
enum SmallBench {
    static let verb = Verb(
        "small",
        "Fail when the transport allocates in its steady state.",
        flags: [
            Flag("connections", .whole(1...10_000), "how many connections", default: "200"),
            Flag("seconds", .number(0.1...600), "how long is looked at, after a second to get steady", default: "2"),
        ]
    )

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard cjemalloc_thread_allocated() != .max else {
            print("nothing was counted: this build has no jemalloc; a release build has")
            return 1
        }
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let url = "ws://\(listener.authority)/"
        let connections = arguments.whole("connections") ?? 200
        let seconds = Duration.fractional(seconds: arguments.number("seconds") ?? 2)
        let result = Guarded(SteadyState(connections: 0, seconds: .zero))
        let thread = try WireThread<SteadyState>.start(
            listeningOn: [listener],
            until: { $0.isOver },
            atEnd: { loop in
                let program = loop.program
                result.withLock { [program] in $0 = program }
            },
            { now, orders in
                var program = SteadyState(connections: connections, seconds: seconds)
                program.begin(url, at: now, &orders)
                return program
            }
        )
        thread.join()
        let state = result.withLock { $0 }
        print(
            "{\"connections\":\(connections),\"messages\":\(state.messages),\"timers\":\(state.timers),"
                + "\"failed\":\(state.failed),\"bytesAllocated\":\(state.bytesAllocated)}"
        )
        if state.bytesAllocated > 0 { print("the transport allocated in its steady state; it must not") }
        return state.bytesAllocated == 0 && state.failed == 0 && state.messages > 0 && state.timers > 0 ? 0 : 1
    }
}

/// Both ends of connections on one loop: each message goes there and back and a timer passes before the next.
private struct SteadyState: WireProgram {
    private static let steady = TimerID(1)
    private static let end = TimerID(2)
    private static let pause = Duration.milliseconds(5)
    private static let message = Array(repeating: UInt8(ascii: "x"), count: 256)
    private let connections: Int
    private let seconds: Duration
    private var visits: UInt64 = 0
    private var before: UInt64?
    private(set) var messages = 0
    private(set) var timers = 0
    private(set) var failed = 0
    private(set) var bytesAllocated: UInt64 = 0
    private(set) var isOver = false

    init(connections: Int, seconds: Duration) {
        self.connections = connections
        self.seconds = seconds
    }

    mutating func begin(_ url: String, at now: MonotonicTime, _ orders: inout Orders) {
        for number in 0..<connections {
            let socket = SocketID(owner: WireOwner(UInt64(number + 1)), 0)
            orders.append(.open(socket, url: orders.write { $0 += url.utf8 }, fields: .empty))
        }
        orders.append(.startTimer(Self.steady, at: now + .seconds(1)))
        orders.append(.startTimer(Self.end, at: now + .seconds(1) + seconds))
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        switch event {
        case .visited(let visit, _, _, _, _, _):
            visits += 1
            orders.append(.acceptUpgrade(visit, as: SocketID(owner: WireOwner(visits), 1)))
        case .opened(let socket, _):
            if !isAccepted(socket) { send(socket, &orders) }
        case .text(let socket, let bytes):
            if isAccepted(socket) {
                orders.append(.sendText(socket, .unobserved, orders.write { $0.append(copying: bytes) }))
            } else {
                if before != nil { messages += 1 }
                orders.append(.startTimer(TimerID(owner: socket.owner, 1), at: now + Self.pause))
            }
        case .fired(Self.steady):
            before = cjemalloc_thread_allocated()
        case .fired(Self.end):
            bytesAllocated = cjemalloc_thread_allocated() &- (before ?? 0)
            isOver = true
        case .fired(let timer):
            if before != nil { timers += 1 }
            send(SocketID(owner: timer.owner, 0), &orders)
        case .failed, .closed: failed += 1
        default: break
        }
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}

    /// The ends that connect have the local number 0.
    private func isAccepted(_ socket: SocketID) -> Bool {
        socket.local != 0
    }

    private func send(_ socket: SocketID, _ orders: inout Orders) {
        orders.append(.sendText(socket, .unobserved, orders.write { $0 += Self.message }))
    }
}
