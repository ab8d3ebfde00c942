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
    /// How long a goodbye may take before the connection is cut; ours: a request's ten seconds and a close's five.
    public static let goodbyeLimit = Duration.seconds(15)

    let phaseEnds: [MonotonicTime]

    public init(profile: LoadProfile, start: MonotonicTime, loop: Int, loops: Int, keepsAccount: Bool) {
        self.profile = profile
        self.start = start
        self.loop = loop
        self.loops = loops
        self.keepsAccount = keepsAccount
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
