import Clockwork
import Exchange
import Foundation
import Testing

@testable import Transport

/// An event that can be kept.
enum Note: Equatable, Sendable {
    case opened(UInt64)
    case text(UInt64, String)
    case binary(UInt64, Int)
    case sent(UInt64)
    case closed(UInt64, UInt16, WireCause)
    case failed(WireSubject, WireCause)
    case head(UInt64, UInt16)
    case chunk(UInt64, String)
    case finished(UInt64)
    case ponged(UInt64)
    case visited(UInt64, String, body: String, upgrade: Bool)
    case fired(UInt64)
}

extension Note {
    init(_ event: WireEvent) {
        func text(_ bytes: RawSpan) -> String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
        self =
            switch event {
            case .opened(let socket, _): .opened(socket.number)
            case .text(let socket, let bytes): .text(socket.number, text(bytes))
            case .binary(let socket, let bytes): .binary(socket.number, bytes.byteCount)
            case .sent(let sending, _): .sent(sending.number)
            case .closed(let socket, let code, let cause): .closed(socket.number, code, cause)
            case .failed(let subject, let cause): .failed(subject, cause)
            case .head(let call, let status, _): .head(call.number, status)
            case .chunk(let call, let bytes): .chunk(call.number, text(bytes))
            case .finished(let call, _): .finished(call.number)
            case .visited(let visit, let method, let target, _, let body, let upgrade):
                .visited(visit.number, method.rawValue + " " + text(target), body: text(body), upgrade: upgrade)
            case .ponged(let socket): .ponged(socket.number)
            case .fired(let timer): .fired(timer.number)
            }
    }
}

/// What a program was told so far, for another thread to wait for.
final class Journal: Sendable {
    private let notes = Guarded<[Note]>([])
    private let times = Guarded<[WireTimings]>([])
    private let bell = DispatchSemaphore(value: 0)

    var all: [Note] { notes.withLock { $0 } }
    /// Of what was opened and finished, in that order.
    var timings: [WireTimings] { times.withLock { $0 } }

    func add(_ timings: WireTimings) { times.withLock { $0.append(timings) } }

    func add(_ note: Note) {
        notes.withLock { $0.append(note) }
        bell.signal()
    }

    /// Everything so far, as soon as it contains `note`; a missing note fails the test after ten seconds.
    @discardableResult
    func wait(for note: Note, source: SourceLocation = #_sourceLocation) -> [Note] {
        wait("\(note)", source: source) { $0.contains(note) }
    }

    @discardableResult
    func wait(
        _ what: String,
        source: SourceLocation = #_sourceLocation,
        until isThere: ([Note]) -> Bool
    ) -> [Note] {
        let deadline = DispatchTime.now() + .seconds(10)
        while true {
            let seen = all
            if isThere(seen) { return seen }
            guard bell.wait(timeout: deadline) == .success else {
                Issue.record("\(what) never came: \(seen)", sourceLocation: source)
                return seen
            }
        }
    }
}

/// A program that notes what it is told and answers as the test says.
struct Probe: WireProgram {
    typealias Reaction = @Sendable (Note, inout Orders) -> Void

    let journal: Journal
    let react: Reaction
    var turns: [LoopTurn] = []

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        let note = Note(event)
        switch event {
        case .opened(_, let timings), .finished(_, let timings): journal.add(timings)
        default: break
        }
        react(note, &orders)
        journal.add(note)
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {
        if turns.count < 1_000 { turns.append(turn) }
    }
}

/// A loop with a probe on it.
struct ProbeLoop: ~Copyable {
    let journal: Journal
    let listener: Listener
    private let thread: WireThread<Probe>

    init(
        _ options: TransportOptions = TransportOptions(),
        identity: TLSIdentity? = nil,
        _ react: @escaping Probe.Reaction = { _, _ in }
    ) throws {
        let journal = Journal()
        let listener = try Listener(identity: identity)
        let started = try WireThread.start(options, listeningOn: [listener]) { _, _ in
            Probe(journal: journal, react: react)
        }
        self.journal = journal
        self.listener = listener
        thread = started
    }

    init(_ change: (inout TransportLimits) -> Void, _ react: @escaping Probe.Reaction = { _, _ in }) throws {
        var limits = TransportLimits()
        change(&limits)
        try self.init(TransportOptions(limits: limits), react)
    }

    var url: String { "\(listener.identity == nil ? "ws" : "wss")://\(listener.authority)/" }
    var httpURL: String { "\(listener.identity == nil ? "http" : "https")://\(listener.authority)/" }

    /// How often connections were secured so far.
    func tlsCounts() -> TLSCounts {
        let answer = Guarded(TLSCounts())
        let bell = DispatchSemaphore(value: 0)
        run { loop in
            let counts = loop.tlsCounts
            answer.withLock { $0 = counts }
            bell.signal()
        }
        _ = bell.wait(timeout: .now() + .seconds(10))
        return answer.withLock { $0 }
    }

    func order(_ body: @escaping @Sendable (inout Orders) -> Void) {
        thread.handle.submit { loop in body(&loop.orders) }
    }

    func run(_ job: @escaping WireHandle<Probe>.Job) {
        thread.handle.submit(job)
    }

    consuming func finish() {
        thread.handle.submit { loop in loop.stop() }
        thread.join()
    }

    /// Accepts upgrades as sockets 1,000, 1,001, … and sends every text back.
    static let echo: Probe.Reaction = { note, orders in
        switch note {
        case .visited(let visit, _, _, upgrade: true):
            orders.append(.acceptUpgrade(VisitID(visit), as: SocketID(1_000 + visit >> 24 - 1)))
        case .text(let socket, let text) where socket >= 1_000: orders.sendText(socket, text)
        default: break
        }
    }

    /// Answers every visit with its target as body.
    static let hello: Probe.Reaction = { note, orders in
        guard case .visited(let visit, let target, let body, _) = note else { return }
        let bytes = orders.write { $0 += (target + body).utf8 }
        orders.append(.answer(VisitID(visit), status: 200, fields: .empty, body: bytes))
    }
}

extension Orders {
    mutating func open(_ socket: UInt64, _ url: String) {
        append(.open(SocketID(socket), url: write { $0 += url.utf8 }, fields: .empty))
    }

    mutating func sendText(_ socket: UInt64, _ text: String, _ sending: UInt64 = .max) {
        append(.sendText(SocketID(socket), SendingID(sending), write { $0 += text.utf8 }))
    }

    mutating func call(
        _ call: UInt64,
        _ url: String,
        _ method: WireMethod = .get,
        _ body: String = "",
        _ fields: String = ""
    ) {
        let place = write { $0 += url.utf8 }
        let lines = write { $0 += fields.utf8 }
        append(.call(CallID(call), method, url: place, fields: lines, body: write { $0 += body.utf8 }))
    }
}
