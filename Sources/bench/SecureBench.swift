import CJemalloc
import Clockwork
import Exchange
import JSONText
import LaunchKit
import Transport

/// `bench tls`: what a WebSocket over TLS costs to open, and what it holds while nothing is said.
///
/// The server is a process of its own, so that only the client's side is weighed.
struct SecureBench: WireProgram {
    static let verb = Verb(
        "tls",
        "Opens idle WebSockets over TLS and fails when one holds more memory than it may.",
        flags: [
            Flag("connections", .whole(100...100_000), "how many", default: "2000"),
            Flag("version", .text("1.2|1.3"), "the version of TLS", default: "1.3"),
            Flag("limit", .whole(1...1_000_000), "bytes that one may hold", default: "40960"),
        ]
    )

    private struct Outcome {
        var opened = 0
        var failed = 0
        var seconds = 0.0
        var cpuSeconds = 0.0
        var residentBytes = 0
        var allocatedBytes = 0
    }

    /// They are opened so many at a time; the first of them warm everything up and are not weighed.
    private static let together = 50
    private static let rest = TimerID(1)
    private static let restTime = Duration.seconds(1)

    private let url: String
    private let wanted: Int
    private var begun = 0
    private var began: MonotonicTime
    private var before: (figures: ProcessFigures, allocated: Int)?
    private var outcome = Outcome()
    private(set) var isOver = false

    static func run(_ arguments: Arguments) throws -> Int32 {
        _ = Machine.raiseDescriptorLimit()
        let count = arguments.whole("connections") ?? 2_000
        var server = try ChildProcess.ownProgram(["echo-server", "--tls"])
        guard let line = try server.readLine(within: .seconds(10)) else { return 1 }
        let target = try JSONDocument(file: "echo-server", text: line).root
        guard case .text(let url)? = target["url"]?.value, case .text(let authority)? = target["ca"]?.value else {
            return 1
        }
        var options = TransportOptions()
        var settings = TLSSettings()
        settings.authorities = PEMText(name: "ca", bytes: Array(authority.utf8))
        settings.least = TLSVersion(rawValue: arguments.text("version") ?? "") ?? .tls13
        settings.most = settings.least
        try settings.check()
        options.tls = settings
        let result = Guarded((outcome: Outcome(), counts: TLSCounts()))
        let thread = try WireThread.start(
            options,
            until: { $0.isOver },
            atEnd: { loop in
                let end = (loop.program.outcome, loop.tlsCounts)
                result.withLock { $0 = end }
            },
            { now, orders in SecureBench(url, count + Self.together, at: now, into: &orders) }
        )
        thread.join()
        let (outcome, counts) = result.withLock { $0 }
        let each = outcome.residentBytes / count
        print(
            "{\"connections\":\(count),\"failed\":\(outcome.failed),\"handshakes\":\(counts.handshakes),"
                + "\"resumed\":\(counts.resumed),\"seconds\":\(outcome.seconds),\"cpuSeconds\":\(outcome.cpuSeconds),"
                + "\"residentBytesEach\":\(each),\"allocatedBytesEach\":\(outcome.allocatedBytes / count)}"
        )
        let limit = arguments.whole("limit") ?? 40_960
        if each > limit { print("an idle connection holds more than \(limit) bytes") }
        return outcome.failed == 0 && each <= limit ? 0 : 1
    }

    private init(_ url: String, _ wanted: Int, at now: MonotonicTime, into orders: inout Orders) {
        self.url = url
        self.wanted = wanted
        began = now
        for _ in 0..<Self.together { openNext(into: &orders) }
    }

    private mutating func openNext(into orders: inout Orders) {
        guard begun < wanted else { return }
        begun += 1
        let socket = SocketID(owner: WireOwner(UInt64(begun)), 0)
        orders.append(.open(socket, url: orders.write { $0 += url.utf8 }, fields: .empty))
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        switch event {
        case .opened: outcome.opened += 1
        case .failed, .closed: outcome.failed += 1
        case .fired: return weigh()
        default: return
        }
        let done = outcome.opened + outcome.failed
        if done == Self.together {
            before = ProcessFigures.own().map { ($0, Self.allocated) }
            began = now
        }
        if done == wanted {
            outcome.seconds = (now - began).seconds
            outcome.cpuSeconds = (ProcessFigures.own()?.cpuSeconds ?? 0) - (before?.figures.cpuSeconds ?? 0)
            // Sessions come behind the handshakes.
            orders.append(.startTimer(Self.rest, at: now + Self.restTime))
        } else if done >= Self.together {
            openNext(into: &orders)
        }
        if done == Self.together { for _ in 1..<Self.together { openNext(into: &orders) } }
    }

    private mutating func weigh() {
        if let before, let after = ProcessFigures.own() {
            outcome.residentBytes = after.residentBytes - before.figures.residentBytes
            outcome.allocatedBytes = Self.allocated - before.allocated
        }
        isOver = true
    }

    /// Zero where the allocator keeps no count.
    private static var allocated: Int {
        let bytes = cjemalloc_allocated()
        return bytes == .max ? 0 : Int(bytes)
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}
}
