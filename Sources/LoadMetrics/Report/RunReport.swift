/// Everything that a run leaves behind, as values; it writes itself as JSON for machines and as text for people.
public struct RunReport: Sendable {
    /// How the run ended, in a word.
    public enum Verdict: String, Sendable {
        case passed
        case failed
        case aborted
        case invalid
        case crashed
    }

    public var identity: RunIdentity
    public var verdict: Verdict
    /// What the command will exit with; only shown here.
    public var exitCode: Int
    public var customers: CustomerCounts
    public var throughput: Throughput
    public var generator: GeneratorHealth
    /// The embedded one's, where there is one.
    public var simulator: SimulatorHealth?
    /// Nil when everything was spoken in plain text.
    public var tls: TLSOutcome?
    public var phases: [PhaseOutcome] = []
    public var totals: MetricTotals
    public var delivery = DeliveryCounts()
    public var thresholds: [ThresholdResult] = []
    /// Sentences about what makes the result doubtful or void.
    public var warnings: [String] = []

    public init(
        _ identity: RunIdentity,
        verdict: (word: Verdict, exitCode: Int),
        customers: CustomerCounts,
        throughput: Throughput,
        generator: GeneratorHealth,
        totals: MetricTotals
    ) {
        self.identity = identity
        self.verdict = verdict.word
        exitCode = verdict.exitCode
        self.customers = customers
        self.throughput = throughput
        self.generator = generator
        self.totals = totals
    }
}
