public import Clockwork
public import Exchange
import Glibc

/// The thread that a ``WireLoop`` lives on.
///
/// Ownership: owned by whoever started it, who must join it.
public struct WireThread<Program: WireProgram & ~Copyable>: ~Copyable, Sendable {
    public let handle: WireHandle<Program>
    private let thread: pthread_t

    @usableFromInline
    init(handle: WireHandle<Program>, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        thread = try LoopThread.start(body)
        self.handle = handle
    }

    /// Waits for the loop to end, which somebody must have told it to.
    public consuming func join() {
        pthread_join(thread, nil)
    }
}

extension WireThread where Program: SendableMetatype & ~Copyable {
    /// Starts a thread, and on it the program and the loop that runs it.
    ///
    /// `isOver` is asked after each turn, and true ends the loop as ``WireLoop/stop()`` does. `atEnd` is lent the loop on
    /// its thread when the last turn is over. `make` makes the program, on the loop's thread; what it orders is performed
    /// before the first event.
    @inlinable
    public static func start(
        _ options: TransportOptions = TransportOptions(),
        listeningOn listeners: [Listener] = [],
        until isOver: @escaping @Sendable (borrowing Program) -> Bool = { _ in false },
        atEnd: @escaping @Sendable (inout WireLoop<Program>) -> Void = { _ in },
        _ make: @escaping @Sendable (_ now: MonotonicTime, _ orders: inout Orders) -> Program
    ) throws(SystemError) -> WireThread {
        let start = try WireStart(options, listeners)
        let handle = WireHandle<Program>(start)
        return try WireThread(handle: handle) {
            var orders = Orders()
            let wires = start.makeWires()
            let program = make(wires.now, &orders)
            var loop = WireLoop(wires: wires, program: program, orders: orders)
            loop.run(handle, until: isOver)
            handle.end()
            atEnd(&loop)
            loop.wires.shutDown()
        }
    }
}

/// What a loop needs from the thread that starts it.
@usableFromInline
struct WireStart: Sendable {
    let doorbell: Doorbell
    let options: TransportOptions
    let listeners: [Listener]

    /// Everything that can fail for want of something fails here, where somebody can be told.
    @usableFromInline
    init(_ options: TransportOptions, _ listeners: [Listener]) throws(SystemError) {
        doorbell = try Doorbell()
        self.options = options
        self.listeners = listeners
    }

    @usableFromInline
    func makeWires() -> Wires {
        LoopThread.wakePunctually()
        var wires = Wires(doorbell: doorbell, options: options)
        for listener in listeners { wires.take(listener) }
        return wires
    }
}

extension Wires {
    mutating func take(_ listener: Listener) {
        do {
            try listen(listener)
        } catch {
            // Each loop has its own epoll descriptor and each listener stands in it once.
            preconditionFailure("a listener cannot be watched: \(error)")
        }
    }
}

extension WireHandle where Program: ~Copyable {
    @usableFromInline
    convenience init(_ start: WireStart) {
        self.init(doorbell: start.doorbell, limit: start.options.limits.jobs)
    }
}
