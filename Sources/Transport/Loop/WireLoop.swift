public import Clockwork
public import Exchange

/// One thread, one epoll descriptor, the sockets registered with it, and the program that they are for.
///
/// A loop is born on its thread and dies there. Nothing else can hold it: it cannot be copied, and other threads reach it
/// only by jobs (``WireHandle/submit(_:)``), which are lent it while they run. Everything that touches the program is
/// inlinable, so that a command which names the program's type calls it directly.
///
/// Ownership: owned by its ``WireThread``.
public struct WireLoop<Program: WireProgram & ~Copyable>: ~Copyable {
    public var program: Program
    /// Orders that a job gives here are performed when it returns.
    public var orders = Orders()
    @usableFromInline var wires: Wires

    @usableFromInline
    init(wires: consuming Wires, program: consuming Program, orders: consuming Orders) {
        self.program = program
        self.orders = orders
        self.wires = wires
    }

    /// The clock as it was read when the kernel's wait returned.
    @inlinable public var now: MonotonicTime { wires.now }

    /// Ends the loop after this turn; what is still open is closed.
    @inlinable
    public mutating func stop() {
        wires.isStopping = true
    }

    /// Takes connections from a listener, as long as the loop runs.
    public mutating func listen(_ listener: Listener) throws(SystemError) {
        try wires.listen(listener)
    }

    /// Ends every connection by a TCP reset, as a host does that goes down; listeners stay.
    public mutating func resetConnections() {
        wires.cutAll()
    }

    /// How often the loop has called the kernel.
    public var systemCalls: SystemCalls { wires.systemCalls }

    /// How often connections were secured.
    public var tlsCounts: TLSCounts { wires.tls?.counts ?? TLSCounts() }

    @inlinable
    mutating func run(_ handle: WireHandle<Program>, until isOver: (borrowing Program) -> Bool) {
        Self.settle(&program, &orders, &wires)
        while !wires.isStopping {
            let lateness = Self.turn(&program, &orders, &wires)
            if wires.takeRing() {
                for job in handle.takeJobs() {
                    job(&self)
                    Self.settle(&program, &orders, &wires)
                }
            }
            program.turnEnded(wires.endTurn(lateness), into: &orders)
            Self.settle(&program, &orders, &wires)
            if isOver(program) { stop() }
        }
    }

    /// The parts come one by one: what is delivered touches two of them while the third is at work.
    @inlinable
    static func turn(_ program: inout Program, _ orders: inout Orders, _ wires: inout Wires) -> Duration {
        wires.turn { wires, event in
            program.handle(event, at: wires.now, into: &orders)
            wires.perform(&orders)
        }
    }

    /// Performs orders that no event caused.
    @inlinable
    static func settle(_ program: inout Program, _ orders: inout Orders, _ wires: inout Wires) {
        wires.perform(&orders)
        wires.settle { wires, event in
            program.handle(event, at: wires.now, into: &orders)
            wires.perform(&orders)
        }
    }
}

@available(*, unavailable)
extension WireLoop: Sendable {}

extension Wires {
    /// Whether another thread has called since the last time.
    @usableFromInline
    mutating func takeRing() -> Bool {
        defer { wasRung = false }
        return wasRung
    }

    @usableFromInline
    func endTurn(_ lateness: Duration) -> LoopTurn {
        LoopTurn(
            woke: now,
            ended: Self.clock(),
            timerLateness: lateness,
            bytesReceived: bytesReceived,
            bytesSent: bytesSent
        )
    }
}
