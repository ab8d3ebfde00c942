import Clockwork
import Exchange
import Glibc
import LaunchKit
import TextForms
import Transport

/// `bench echo-client --url`: on each connection one message is under way, there or back.
struct EchoClient: WireProgram {
    static let verb = Verb(
        "echo-client",
        "Plays ping-pong with an echo server, or the client of the conformance suite.",
        flags: [
            Flag("url", .text("URL"), "The echo server."),
            Flag("autobahn", .text("URL"), "The fuzzing server of the conformance suite, in place of --url."),
            Flag("connections", .whole(1...1_000_000), "How many connections.", default: "100"),
            Flag("seconds", .number(0.01...86_400), "How long, from when all are open.", default: "5"),
            Flag("bytes", .whole(0...1_048_576), "The size of a message.", default: "256"),
            Flag("connects", .whole(1...100_000_000), "Connect, upgrade and close that often, and play nothing."),
        ]
    )

    /// What is left when the loop has ended.
    struct Outcome {
        var roundTrips = 0
        var failed = 0
        var seconds = 0.0
        var cpuSeconds = 0.0
        var systemCalls = 0
    }

    private static let end = TimerID(1)

    private let count: Int
    private let duration: Duration
    private let payload: [UInt8]
    private var opened = 0
    private var began: MonotonicTime = .never
    private var cpuBefore = 0.0
    private(set) var isOver = false
    private(set) var outcome = Outcome()
    /// How far it was when a job first found the clock started.
    private var noted = (roundTrips: 0, calls: 0)

    private init(_ arguments: Arguments, into orders: inout Orders) {
        count = arguments.whole("connections") ?? 100
        duration = .fractional(seconds: arguments.number("seconds") ?? 5)
        payload = Array(repeating: UInt8(ascii: "x"), count: arguments.whole("bytes") ?? 256)
        let url = arguments.text("url") ?? ""
        for number in 0..<count {
            orders.append(.open(SocketID(UInt64(number)), url: orders.write { $0 += url.utf8 }, fields: .empty))
        }
    }

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.has("url") else { throw ArgumentError.missingValue(flag: "--url", placeholder: "URL") }
        Machine.raiseDescriptorLimit()
        let result = Guarded(Outcome())
        let thread = try WireThread.start(
            until: { $0.isOver },
            atEnd: { loop in
                var outcome = loop.program.outcome
                outcome.systemCalls = loop.program.calls(of: loop.systemCalls.total)
                result.withLock { [outcome] in $0 = outcome }
            },
            { _, orders in EchoClient(arguments, into: &orders) }
        )
        noteCalls(of: thread.handle)
        thread.join()
        let outcome = result.withLock { $0 }
        let rss = ProcessFigures.own()?.peakResidentBytes ?? 0
        print(
            "{\"roundTrips\":\(outcome.roundTrips),\"failed\":\(outcome.failed),\"seconds\":\(outcome.seconds),"
                + "\"cpuSeconds\":\(outcome.cpuSeconds),\"maxRssBytes\":\(rss),\"systemCalls\":\(outcome.systemCalls)}"
        )
        return outcome.failed == 0 && outcome.roundTrips > 0 ? 0 : 1
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        switch event {
        case .text(let socket, let bytes):
            outcome.roundTrips += 1
            orders.append(.sendText(socket, .unobserved, orders.write { $0.append(copying: bytes) }))
        case .opened(let socket, _):
            opened += 1
            orders.append(.sendText(socket, .unobserved, orders.write { $0 += payload }))
            begin(at: now, &orders)
        case .failed, .closed:
            outcome.failed += 1
            begin(at: now, &orders)
        case .fired:
            outcome.seconds = (now - began).seconds
            outcome.cpuSeconds = (ProcessFigures.own()?.cpuSeconds ?? 0) - cpuBefore
            isOver = true
        default: break
        }
    }

    /// Looks again and again until the clock has started: only a job sees the loop's own count.
    private static func noteCalls(of handle: WireHandle<EchoClient>) {
        handle.submit { loop in
            guard loop.program.began != .never else { return noteCalls(of: handle) }
            loop.program.noted = (loop.program.outcome.roundTrips, loop.systemCalls.total)
        }
    }

    /// A job waits until every ready socket has had its turn, so the calls of what passed meanwhile are estimated.
    private func calls(of total: Int) -> Int {
        guard outcome.roundTrips > noted.roundTrips else { return total }
        return (total - noted.calls) * outcome.roundTrips / (outcome.roundTrips - noted.roundTrips)
    }

    /// The clock starts when every connection stands or has failed.
    private mutating func begin(at now: MonotonicTime, _ orders: inout Orders) {
        guard opened + outcome.failed >= count, began == .never else { return }
        began = now
        outcome.roundTrips = 0
        cpuBefore = ProcessFigures.own()?.cpuSeconds ?? 0
        orders.append(.startTimer(Self.end, at: now + duration))
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}
}
