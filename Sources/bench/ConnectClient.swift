import Clockwork
import Exchange
import Glibc
import LaunchKit
import TextForms
import Transport

/// `bench echo-client --connects`: connects, upgrades and closes by reset, some at a time, until it was done so often.
///
/// By reset, because ports that wait out their time would soon be missed.
struct ConnectClient: WireProgram {
    /// What is left when the loop has ended.
    struct Outcome {
        var connects = 0
        var failed = 0
        var seconds = 0.0
        var cpuSeconds = 0.0
        var systemCalls = 0
    }

    private let url: String
    private let wanted: Int
    private let began: MonotonicTime
    private let cpuBefore: Double
    private var begun = 0
    private(set) var outcome = Outcome()

    private init(_ arguments: Arguments, at now: MonotonicTime, into orders: inout Orders) {
        url = arguments.text("url") ?? ""
        wanted = arguments.whole("connects") ?? 0
        began = now
        cpuBefore = ProcessFigures.own()?.cpuSeconds ?? 0
        for _ in 0..<(arguments.whole("connections") ?? 100) { openNext(into: &orders) }
    }

    var isOver: Bool { outcome.connects + outcome.failed >= wanted }

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.has("url") else { throw ArgumentError.missingValue(flag: "--url", placeholder: "URL") }
        Machine.raiseDescriptorLimit()
        let result = Guarded(Outcome())
        let thread = try WireThread.start(
            until: { $0.isOver },
            atEnd: { loop in
                var outcome = loop.program.outcome
                outcome.systemCalls = loop.systemCalls.total
                result.withLock { [outcome] in $0 = outcome }
            },
            { now, orders in ConnectClient(arguments, at: now, into: &orders) }
        )
        thread.join()
        let outcome = result.withLock { $0 }
        let rss = ProcessFigures.own()?.peakResidentBytes ?? 0
        print(
            "{\"connects\":\(outcome.connects),\"failed\":\(outcome.failed),\"seconds\":\(outcome.seconds),"
                + "\"cpuSeconds\":\(outcome.cpuSeconds),\"maxRssBytes\":\(rss),\"systemCalls\":\(outcome.systemCalls)}"
        )
        return outcome.failed == 0 ? 0 : 1
    }

    private mutating func openNext(into orders: inout Orders) {
        guard begun < wanted else { return }
        orders.append(.open(SocketID(UInt64(begun)), url: orders.write { $0 += url.utf8 }, fields: .empty))
        begun += 1
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        switch event {
        case .opened(let socket, _): return orders.append(.abort(socket))
        case .closed: outcome.connects += 1
        case .failed: outcome.failed += 1
        default: return
        }
        openNext(into: &orders)
        if isOver {
            outcome.seconds = (now - began).seconds
            outcome.cpuSeconds = (ProcessFigures.own()?.cpuSeconds ?? 0) - cpuBefore
        }
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}
}
