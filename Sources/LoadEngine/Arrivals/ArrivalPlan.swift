import Clockwork

/// One customer's planned start.
public struct Arrival: Hashable, Sendable {
    /// Counts from 0.
    public var number: Int
    /// After the start of the run.
    public var offset: Duration
    /// The index of the phase.
    public var phase: Int
}

/// All arrivals of an open model, in order, each computed when it is asked for.
///
/// The plan follows from the seed and the load alone; copies of one plan give the same arrivals. Where the rate changes,
/// time is stretched: arrivals lie one apart (or exponentially with mean one) on the integral of the rate, and each is
/// put where the integral reaches it.
public struct ArrivalPlan: Sequence, IteratorProtocol, Sendable {
    private let phases: [LoadPlan.Phase]
    private let spacing: LoadPlan.Spacing
    private var random: SeededRandom
    private var phase = 0
    private var phaseStart = Duration.zero
    /// The integral of the rate: before this phase, and up to the last arrival.
    private var before = 0.0
    private var reached = 0.0
    private var count = 0

    /// Empty for a closed model, which has no planned arrivals.
    public init(_ plan: LoadPlan, seed: UInt64) {
        if case .open(let spacing) = plan.model {
            phases = plan.phases
            self.spacing = spacing
        } else {
            phases = []
            spacing = .uniform
        }
        random = SeededRandom(seed: seed, stream: "arrivals")
    }

    public mutating func next() -> Arrival? {
        switch spacing {
        // Half, so that a phase's arrivals lie in its middle and rounding cannot push one over its edge.
        case .uniform: reached = Double(count) + 0.5
        case .poisson: reached += Distribution.exponential(using: &random)
        }
        while phase < phases.count {
            let current = phases[phase]
            let expected = current.expectedArrivals
            if reached - before < expected {
                let arrival = Arrival(
                    number: count,
                    offset: phaseStart + current.moment(of: reached - before),
                    phase: phase
                )
                count += 1
                return arrival
            }
            before += expected
            phaseStart += current.duration
            phase += 1
        }
        return nil
    }
}

extension LoadPlan.Phase {
    /// How many customers an open model's phase brings, on average.
    public var expectedArrivals: Double { (from + to) / 2 * duration.seconds }

    /// When the integral of the rate reaches `area`: the root of from·t + (to - from)·t²/2d, in the form that is exact
    /// for a level phase and for one that begins at 0.
    fileprivate func moment(of area: Double) -> Duration {
        let half = (to - from) / (2 * duration.seconds)
        let root = (max(0, from * from + 4 * half * area)).squareRoot()
        return min(duration, .fractional(seconds: 2 * area / (from + root)))
    }
}
