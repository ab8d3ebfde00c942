public import Clockwork

/// One loop's part of a run, decided before it begins.
public struct RunPlan: Sendable {
    public var profile: LoadProfile
    public var start: MonotonicTime
    /// This loop's number and how many there are; arrivals and customers are dealt out in turn.
    public var loop: Int
    public var loops: Int
    /// Whether to keep the account id by id, for comparison with a simulator's ledger.
    public var keepsAccount: Bool
    /// Mixed into what names customers and messages, so that a seed can be used twice on one platform; 0 in a world of
    /// its own.
    public var naming: UInt64
    /// Counts customers over all loops; nil where this loop is the only one.
    public var admission: Admission?
    /// How long a goodbye may take before the connection is cut; ours: a request's ten seconds and a close's five.
    public static let goodbyeLimit = Duration.seconds(15)

    let phaseEnds: [MonotonicTime]

    /// A door that all loops share.
    public struct Admission: Sendable {
        /// False when everybody is in who may be.
        public var enter: @Sendable () -> Bool
        public var leave: @Sendable () -> Void

        public init(enter: @escaping @Sendable () -> Bool, leave: @escaping @Sendable () -> Void) {
            self.enter = enter
            self.leave = leave
        }
    }

    public init(
        profile: LoadProfile,
        start: MonotonicTime,
        loop: Int,
        loops: Int,
        keepsAccount: Bool,
        naming: UInt64 = 0,
        admission: Admission? = nil
    ) {
        self.profile = profile
        self.start = start
        self.loop = loop
        self.loops = loops
        self.keepsAccount = keepsAccount
        self.naming = naming
        self.admission = admission
        var end = start
        phaseEnds = profile.load.phases.map { phase in
            end += phase.duration
            return end
        }
    }

    public var end: MonotonicTime { phaseEnds.last ?? start }

    /// The phase in which a moment lies; what comes after the last belongs to it.
    func phase(at moment: MonotonicTime) -> Int {
        var phase = 0
        while phase < phaseEnds.count - 1, moment >= phaseEnds[phase] { phase += 1 }
        return phase
    }

    /// This loop's part of a number of customers.
    func share(of whole: Int) -> Int {
        (whole + loops - 1 - loop) / loops
    }
}
