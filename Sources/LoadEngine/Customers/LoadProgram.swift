public import ChatClient
public import ChatModel
public import Clockwork
public import Exchange
public import LoadMetrics

/// The customers of one loop: who arrives when, what they do, and what is measured of it.
///
/// Ownership: owned. The loop that runs it holds it. It has no clock, no socket and no thread of its own, so the same
/// program runs over real sockets and in the virtual world of the tests, and one seed is one run.
///
/// Two kinds of numbers lead back to a customer: its slot in `customers`, which is used again, and its owner number, which
/// holds the slot and a generation and is not, so that what comes late for a former customer is recognised and dropped.
public struct LoadProgram<Dialect: ChatDialect>: WireProgram, ~Copyable {
    /// Makes the dialect of one customer.
    public typealias DialectMaker = @Sendable (CustomerIdentity, SeededRandom) -> Dialect

    let plan: RunPlan
    let makeDialect: DialectMaker
    /// By group and by what its behaviour measures.
    let stepTags: [[LatencyTag]]
    var customers: [Customer<Dialect>] = []
    var freeSlots: [Int] = []
    var generations: [UInt64] = []
    var buffers: SessionBuffers
    var arrivals: ArrivalSource
    var storms: StormQueue
    var recorder: Recorder
    var intervals: [Interval] = []
    var secondsClosed = 0
    var ending = Ending.none
    /// Of the closed model: when the places of those who failed may be taken again.
    var heldPlaces: [MonotonicTime] = []

    public internal(set) var counts = CustomerCounts()
    /// Customers started by the phase of their planned arrival.
    public internal(set) var startedByPhase: [Int]
    /// How many are here now.
    public internal(set) var present = 0
    /// Turns that the end of the run or of their customer cut short, or its next message: they have no reply sample.
    public internal(set) var turnsCut = 0
    public internal(set) var delivery = DeliveryCounts()
    /// Only kept where the plan asks for it.
    public internal(set) var account = CustomerAccount()

    /// How far the end of the run has come.
    enum Ending: Sendable {
        case none
        /// No new arrivals; replies are waited for.
        case graceful
        /// Nobody waits any more.
        case goodbye
        case over
    }

    /// How long the closed model leaves the place of a customer who failed empty, so that a platform which refuses
    /// everybody is not hammered (ours).
    static var failedPause: Duration { .seconds(1) }

    /// The longest frame that customers read; longer ones count as malformed.
    public static var frameLimit: Int { 1 << 20 }

    public init(plan: RunPlan, makeDialect: @escaping DialectMaker) {
        self.plan = plan
        self.makeDialect = makeDialect
        buffers = SessionBuffers(frameLimit: Self.frameLimit)
        arrivals = ArrivalSource(plan: plan)
        storms = StormQueue(plan: plan)
        startedByPhase = plan.profile.load.phases.map { _ in 0 }
        let steps = plan.profile.stepNames
        stepTags = plan.profile.customers.map { group in
            group.behavior.measures.map { .step(steps.firstIndex(of: $0) ?? 0) }
        }
        recorder = Recorder(phases: plan.profile.load.labels, steps: steps)
    }

    /// Arms the run's own timers; called once, before the first event.
    public mutating func begin(at now: MonotonicTime, into orders: inout Orders) {
        orders.append(.startTimer(Self.timer(.second), at: plan.start + .seconds(1)))
        orders.append(.startTimer(Self.timer(.end), at: plan.end))
        for storm in plan.profile.storms.indices {
            orders.append(.startTimer(Self.timer(.storm, storm), at: plan.start + plan.profile.storms[storm].at))
        }
        armArrivals(at: now, &orders)
    }

    public mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        let owner = event.owner
        guard owner != Self.driver else {
            if case .fired(let timer) = event { fired(timer, at: now, &orders) }
            return
        }
        guard let slot = slot(of: owner) else { return }
        if case .fired(let timer) = event, timer.local >= ChatTimers.sessionEnd {
            fired(timer, of: slot, at: now, &orders)
        } else {
            customers[slot].session.handle(event, at: now, with: &buffers, into: &orders)
        }
        settleSignals(of: slot, at: now, &orders)
    }

    public mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {
        recorder.recordLag(turn.lag)
        recorder.count(.bytesReceived, turn.bytesReceived)
        recorder.count(.bytesSent, turn.bytesSent)
    }

    /// Everybody has gone after the end was called.
    public var isOver: Bool { ending == .over }

    public var totals: MetricTotals { recorder.totals }

    /// The seconds that have closed since this was last asked.
    public mutating func takeIntervals() -> [Interval] {
        defer { intervals.removeAll(keepingCapacity: true) }
        return intervals
    }

    /// Closes the second that is under way, at the end of the run.
    public mutating func closeLastSecond(at now: MonotonicTime) {
        closeSecond(in: plan.phase(at: now))
    }

    mutating func closeSecond(in phase: Int) {
        recorder.connectedCustomers = customers.count { $0.isPresent && $0.session.isConnected }
        intervals.append(recorder.closeSecond(phase: phase))
        secondsClosed += 1
    }

    /// Nil for an owner whose customer has gone.
    func slot(of owner: WireOwner) -> Int? {
        let slot = Int(owner.number & Self.slotMask) - 1
        guard customers.indices.contains(slot), customers[slot].isPresent, customers[slot].owner == owner else {
            return nil
        }
        return slot
    }
}

extension LoadProgram {
    /// The run's own timers.
    enum DriverTimer: Int, Sendable {
        case arrival
        case second
        case end
        case stopDeadline
        case cutDeadline
        case stormDrop
        /// The last: storms follow one another.
        case storm
    }

    /// A customer's timers, beyond those of its session.
    enum CustomerTimer: Int, Sendable {
        /// The end of thinking, typing or filling in.
        case step
        case awaitTimeout
    }

    /// Of an owner number's 40 bits, the lower 20 are the slot, from 1, and the rest a generation.
    static var slotMask: UInt64 { 0xF_FFFF }
    static var driver: WireOwner { WireOwner(0) }

    static func timer(_ timer: DriverTimer, _ number: Int = 0) -> TimerID {
        TimerID(owner: driver, timer.rawValue + number)
    }

    static func timer(_ timer: CustomerTimer, of owner: WireOwner) -> TimerID {
        TimerID(owner: owner, ChatTimers.sessionEnd + timer.rawValue)
    }

    mutating func fired(_ timer: TimerID, at now: MonotonicTime, _ orders: inout Orders) {
        switch DriverTimer(rawValue: min(timer.local, DriverTimer.storm.rawValue)) {
        case .arrival: armArrivals(at: now, &orders)
        case .second:
            // A second that ends with a phase belongs to the phase that it was in.
            closeSecond(in: plan.phase(at: plan.start + .seconds(secondsClosed) + .milliseconds(500)))
            orders.append(.startTimer(timer, at: plan.start + .seconds(secondsClosed + 1)))
        case .end: stop(at: now, into: &orders)
        case .stopDeadline: sayGoodbye(at: now, &orders)
        case .cutDeadline: cut(at: now, into: &orders)
        case .stormDrop: dropDue(at: now, &orders)
        case .storm: breakOut(timer.local - DriverTimer.storm.rawValue, at: now, &orders)
        case nil: break
        }
    }
}

@available(*, unavailable)
extension LoadProgram: Sendable {}
