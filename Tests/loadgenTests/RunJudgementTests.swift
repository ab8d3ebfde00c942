import ChatModel
import Clockwork
import LaunchKit
import LoadEngine
import LoadMetrics
import SimulatorCore
import Testing

@testable import loadgen

/// What numbers amount to, when several things can be said of them at once.
@Suite struct RunJudgementTests {
    private static let kept = #""messages_sent": ["count==0"]"#
    private static let missed = #""messages_sent": ["count>0"]"#

    private let loaded: ProfileLoader.Loaded

    init() throws {
        loaded = try Self.load(thresholds: Self.kept)
    }

    private static func load(thresholds: String) throws -> ProfileLoader.Loaded {
        let text = """
            { "name": "p", "seed": 1, "thresholds": { \(thresholds) },
              "load": { "phases": [ { "name": "steady", "duration": "2s", "arrivals": "3/s" } ] },
              "customers": [ { "name": "v", "behavior": "preChat", "messages": ["Hello?"] } ] }
            """
        guard case .run(let arguments) = try LoadGen.grammar.parse(["run", "p.json"]) else {
            throw UsageError(description: "no run")
        }
        return try ProfileLoader(environment: Environment([:]), arguments: arguments)
            .decode(text, file: "p.json", overrides: ProfileOverrides())
    }

    /// A run of two seconds in which six customers came and said nothing.
    private static func driven(interruptedAfter moment: Duration? = nil) -> Driven {
        let phases = [PhaseLabel(name: "steady", isRecorded: true)]
        var counts = CustomerCounts()
        counts.started = 6
        let result = FleetResult(
            totals: Recorder(phases: phases).totals,
            counts: counts,
            delivery: DeliveryCounts(),
            startedByPhase: [6],
            turnsCut: 0,
            account: CustomerAccount(),
            intervals: []
        )
        return Driven(
            result: result,
            timeline: RunTimeline(phases: phases),
            generator: GeneratorHealth(cpuSeconds: 0.1, maxRSSBytes: 1 << 20, loops: 1),
            start: WallTime(milliseconds: 0),
            end: WallTime(milliseconds: 2_000),
            interruptedAfter: moment
        )
    }

    /// One message that nobody sent.
    private static let contradiction = LedgerReport(stored: [.init(id: MessageID(7), times: 1)], replies: [])
    private static let agreement = LedgerReport(stored: [], replies: [])

    @Test func aRunThatKeptEverythingPassed() {
        let judged = RunJudgement(Self.driven(), loaded.profile, .success(Self.agreement))
        #expect(judged.exitCode == .success)
        #expect(RunJudgement(Self.driven(), loaded.profile, nil).exitCode == .success)
    }

    @Test func uncheckedCertificatesAreWarnedOf() {
        func report(_ isInsecure: Bool?) -> RunReport {
            var driven = Self.driven()
            driven.isInsecure = isInsecure
            return RunJudgement(driven, loaded.profile, nil).report(loaded, target: "default", id: "x")
        }
        #expect(report(nil).tls == nil && report(nil).warnings.isEmpty)
        #expect(report(false).tls?.isInsecure == false && report(false).warnings.isEmpty)
        #expect(report(true).warnings.first?.hasPrefix("INSECURE") == true)
    }

    @Test func aFullSimulatorIsWarnedOf() {
        var driven = Self.driven()
        driven.simulator = SimulatorHealth(cpuSeconds: 4, maxRSSBytes: 1 << 20, busiestShare: 0.97, fullSeconds: 3.02)
        let report = { RunJudgement($0, loaded.profile, nil).report(loaded, target: "simulator", id: "p-1") }
        #expect(report(driven).warnings.contains { $0.contains("90 % of its core or more for 3 s") })
        driven.simulator?.fullSeconds = 0
        #expect(report(driven).warnings.isEmpty)
    }

    @Test func ledgersThatContradictMakeARunInvalid() {
        let judged = RunJudgement(
            Self.driven(interruptedAfter: .seconds(1)),
            loaded.profile,
            .success(Self.contradiction)
        )
        #expect(judged.exitCode == .ledgersDisagree)
        let report = judged.report(loaded, target: "simulator", id: "p-1")
        #expect(report.verdict == .invalid)
        #expect(report.warnings.contains { $0.contains("contradicts ours in 1 place") })
        #expect(report.warnings.contains { $0.contains("which nobody sent") })
    }

    @Test func aSignalOutranksAThresholdAndALostLedgerDoesNotHideIt() throws {
        let strict = try Self.load(thresholds: Self.missed).profile
        let interrupted = Self.driven(interruptedAfter: .seconds(1))
        let lost = SimulatorError(description: "the embedded simulator was ended by signal 9")
        #expect(RunJudgement(Self.driven(), strict, nil).exitCode == .thresholdsFailed)
        #expect(RunJudgement(interrupted, strict, nil).exitCode == .interrupted)
        #expect(RunJudgement(Self.driven(), strict, .failure(lost)).exitCode == .internalError)
        #expect(RunJudgement(interrupted, strict, .failure(lost)).exitCode == .interrupted)
        let report = RunJudgement(Self.driven(), strict, .failure(lost)).report(loaded, target: "simulator", id: "p-1")
        #expect(report.warnings.contains { $0.contains("ended by signal 9") })
    }

    @Test func aPhaseTellsWhatWasAskedAndReached() throws {
        let report = RunJudgement(Self.driven(), loaded.profile, nil).report(loaded, target: "simulator", id: "p-1")
        let phase = try #require(report.phases.first)
        #expect(phase.askedRate == 3)
        #expect(phase.reachedRate == 3)
        #expect(phase.durationSeconds == 2)
    }

    @Test(arguments: [(Duration.seconds(1), 6.0, 1.0), (.seconds(-1), 0, 0), (.seconds(9), 3, 2)])
    func aPhaseThatWasCutShortTellsOfTheTimeItHad(moment: Duration, reached: Double, lasted: Double) throws {
        let report = RunJudgement(Self.driven(interruptedAfter: moment), loaded.profile, nil)
            .report(loaded, target: "simulator", id: "p-1")
        let phase = try #require(report.phases.first)
        #expect(phase.askedRate == 3)
        #expect(phase.reachedRate == reached)
        #expect(phase.durationSeconds == lasted)
    }

    @Test func ofARampThatWasCutShortOnlyItsPartIsAsked() throws {
        var ramp = loaded.profile
        ramp.load.phases[0].from = 0
        ramp.load.phases[0].to = 8
        let report = RunJudgement(Self.driven(interruptedAfter: .seconds(1)), ramp, nil)
            .report(loaded, target: "simulator", id: "p-1")
        #expect(report.phases.first?.askedRate == 2)
    }
}
