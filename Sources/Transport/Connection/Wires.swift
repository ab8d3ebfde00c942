import CLinux
public import Clockwork
public import Exchange
import Glibc
import WireFormat

/// Every socket of one loop, and what is known about it.
///
/// This is the half of a loop that does not know which program it runs. The kernel is asked what happened, bytes become
/// events, and each event goes through `deliver`, which hands it to the program and performs the orders that come back.
/// Performing only ever gathers output and notes what to tell (`deferred`), so a program is never called from within its
/// own call. A place of the slab may change hands while its event is being delivered: after each delivery the generation
/// is looked at again.
///
/// Ownership: owned by its ``WireLoop``, whose thread shuts it down at the end.
@usableFromInline
struct Wires: ~Copyable {
    @usableFromInline typealias Deliver = (inout Wires, WireEvent) -> Void

    let doorbell: Doorbell
    let limits: TransportLimits
    let frameLimits: WebSocketLimits
    let policy: HostPolicy
    let compression: CompressionOptions?
    let compressedAnswers: Int?
    let tlsSettings: TLSSettings?
    let tlsByHost: [String: TLSSettings]
    /// There when anything may be secured.
    var tls: TLSLoop?
    var slab = WireSlab()
    var sockets = SlotTable()
    var deadlines = DeadlineQueue()
    var timers = LoopTimers()
    var resolver = Resolver()
    /// Wires that wait for a name's addresses.
    var unresolved: [String: [(slot: Int, generation: UInt32)]] = [:]
    var lines: [UInt64: [CallLine]] = [:]
    /// Lines with calls and without a connection.
    var unconnected: [CallLine] = []
    var output = Output()
    /// What is being told must stand while answers are compressed.
    let inflateRoom = DeflateRoom()
    let deflateRoom = DeflateRoom()
    var deferred: [Deferred] = []
    var told = 0
    /// Wires that have something to do of which the kernel will not speak.
    var waiting: [(slot: Int, generation: UInt32)] = []
    var visits: UInt64 = 0
    var random: SeededRandom
    let input: UnsafeMutableRawBufferPointer
    let events: UnsafeMutablePointer<epoll_event>
    var systemCalls = SystemCalls()
    var bytesReceived = 0
    var bytesSent = 0
    var allowance = TransportLimits.deferredInARow
    var wasRung = false
    @usableFromInline var isStopping = false
    /// When the kernel's wait returned.
    @usableFromInline var now: MonotonicTime

    init(doorbell: Doorbell, options: TransportOptions) {
        self.doorbell = doorbell
        limits = options.limits
        frameLimits = WebSocketLimits(frame: options.limits.frame, message: options.limits.message)
        policy = HostPolicy(allowedHosts: options.allowedHosts)
        compression = options.compression
        compressedAnswers = options.compressedAnswers
        tlsSettings = options.tls
        tlsByHost = options.tlsByHost
        tls = options.tls == nil && options.tlsByHost.isEmpty ? nil : TLSLoop()
        // Masks need to be hard to foresee for a peer, not to be the same in every run.
        random = SeededRandom(seed: clinux_random())
        input = .allocate(byteCount: TransportLimits.receiveRoom, alignment: 64)
        events = .allocate(capacity: TransportLimits.batch)
        now = Self.clock()
    }

    /// Closes what is still open and gives all memory back.
    ///
    /// Not a `deinit`, because the optimizer of Swift 6.3 fails on one in a type that generic inlinable code holds.
    @usableFromInline
    mutating func shutDown() {
        for slot in 0..<slab.room where slab[slot].pointee.descriptor >= 0 {
            if case .listener = slab[slot].pointee.dealing { continue }
            clinux_close(slab[slot].pointee.descriptor)
        }
        slab.shutDown()
        tls?.shutDown()
        output.free()
        input.deallocate()
        events.deallocate()
    }

    static func clock() -> MonotonicTime { MonotonicTime(nanoseconds: clinux_now()) }

    // MARK: Telling

    /// Hands an event to the program, performs what it orders, and tells what that caused at once.
    mutating func tell(_ event: WireEvent, _ deliver: Deliver) {
        deliver(&self, event)
        if !deferred.isEmpty { settle(deliver) }
    }

    @usableFromInline
    mutating func settle(_ deliver: Deliver) {
        while told < deferred.count, allowance > 0 {
            let next = deferred[told]
            told += 1
            allowance -= 1
            switch next {
            case .opened(let socket, let timings): deliver(&self, .opened(socket, timings))
            case .sent(let sending, let moment): deliver(&self, .sent(sending, at: moment))
            case .closed(let socket, let code, let cause): deliver(&self, .closed(socket, code: code, cause))
            case .failed(let subject, let cause): deliver(&self, .failed(subject, cause))
            }
        }
        guard told == deferred.count else { return }
        deferred.removeAll(keepingCapacity: true)
        told = 0
    }

    // MARK: Places

    /// The place still belongs to whom it belonged when `generation` was read.
    @inline(__always)
    func isCurrent(_ slot: Int, _ generation: UInt32) -> Bool {
        slab[slot].pointee.generation == generation
    }

    func token(_ slot: Int) -> UInt64 {
        UInt64(slab[slot].pointee.generation) << 32 | UInt64(slot)
    }

    /// Closes the descriptor, by a reset if asked, and gives the place back.
    mutating func release(_ slot: Int, byReset: Bool = false) {
        let descriptor = slab[slot].pointee.descriptor
        if descriptor >= 0 {
            if let tls = slab[slot].pointee.tls { leaveSecured(slot, tls, byReset: byReset) }
            systemCalls.others += byReset ? 2 : 1
            if byReset { clinux_reset(descriptor) } else { clinux_close(descriptor) }
        }
        deadlines.clear(slot)
        slab.giveBack(slot)
    }

    mutating func comeBack(to slot: Int) {
        guard !slab[slot].pointee.isWaitingForTurn else { return }
        slab[slot].pointee.isWaitingForTurn = true
        waiting.append((slot, slab[slot].pointee.generation))
    }

    /// Forgets a socket's number; nothing is told under it after what is told now.
    mutating func forgetSocket(_ slot: Int) -> SocketID {
        let number = slab[slot].pointee.socket
        sockets.remove(number)
        return SocketID(number)
    }

    static func cause(_ code: CInt) -> WireCause {
        switch code {
        case ECONNREFUSED: .refused
        case ECONNRESET, EPIPE, ECONNABORTED: .reset
        case ETIMEDOUT: .timedOut
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: .unreachable
        case EMFILE, ENFILE: .noDescriptors
        case EADDRNOTAVAIL: .noPorts
        default: .system(errno: code)
        }
    }
}

@available(*, unavailable)
extension Wires: Sendable {}
