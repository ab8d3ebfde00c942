import Clockwork
import Exchange
import Glibc
import LaunchKit
import TextForms
import Transport

/// `bench echo-client --autobahn`: asks how many cases there are, echoes through each, and asks for the report.
struct AutobahnClient: WireProgram {
    private enum Step {
        case counting
        case running(Int)
        case reporting
        case over
    }

    private let url: String
    private var step: Step = .counting
    private var count = 0
    private(set) var failed = false

    private init(url: String, into orders: inout Orders) {
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        open("/getCaseCount", into: &orders)
    }

    private var isOver: Bool {
        if case .over = step { true } else { false }
    }

    static func run(_ arguments: Arguments) throws -> Int32 {
        let url = arguments.text("autobahn") ?? ""
        let failed = Guarded(false)
        let thread = try WireThread.start(
            Bench.largeMessages,
            until: { $0.isOver },
            atEnd: { loop in
                let hasFailed = loop.program.failed
                failed.withLock { $0 = hasFailed }
            },
            { _, orders in AutobahnClient(url: url, into: &orders) }
        )
        thread.join()
        return failed.withLock { $0 } ? 1 : 0
    }

    private var socket: SocketID {
        switch step {
        case .counting: SocketID(0)
        case .running(let number): SocketID(UInt64(number))
        case .reporting, .over: SocketID(.max)
        }
    }

    private func open(_ path: String, into orders: inout Orders) {
        orders.append(.open(socket, url: orders.write { $0 += (url + path).utf8 }, fields: .empty))
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        switch event {
        case .text(let socket, let bytes):
            if case .counting = step {
                count = Int(bytes.text(in: 0..<bytes.byteCount)) ?? 0
            } else {
                orders.append(.sendText(socket, .unobserved, orders.write { $0.append(copying: bytes) }))
            }
        case .binary(let socket, let bytes):
            orders.append(.sendBinary(socket, .unobserved, orders.write { $0.append(copying: bytes) }))
        case .closed: goOn(into: &orders)
        case .failed(_, let cause):
            var console = Console(.current)
            console.warn("the suite's server: \(cause)")
            failed = true
            step = .over
        default: break
        }
    }

    private mutating func goOn(into orders: inout Orders) {
        switch step {
        case .counting where count > 0: step = .running(1)
        case .running(let number) where number < count: step = .running(number + 1)
        case .running: step = .reporting
        case .counting, .reporting, .over:
            failed = count == 0
            step = .over
        }
        switch step {
        case .running(let number): open("/runCase?case=\(number)&agent=loadgen", into: &orders)
        case .reporting: open("/updateReports?agent=loadgen", into: &orders)
        case .counting, .over: break
        }
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}
}
