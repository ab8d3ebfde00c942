import ChatClient
import Clockwork
import LaunchKit
import LoadEngine
import LoadMetrics
import SimulatorCore
import Transport

/// What a run's numbers amount to: thresholds kept or not, ledgers in agreement or not, and the exit code.
struct RunJudgement {
    private let driven: Driven
    private let profile: LoadProfile
    private let thresholds: [ThresholdResult]
    private let contradictions: [String]
    /// Why the simulator's ledger is not there, though it should be.
    private let missingLedger: SimulatorError?

    /// So many contradictions are shown; the rest is counted.
    private static let shown = 10

    /// `ledger` is the embedded simulator's, where there is one.
    init(_ driven: Driven, _ profile: LoadProfile, _ ledger: Result<LedgerReport, SimulatorError>?) {
        self.driven = driven
        self.profile = profile
        let seconds = driven.timeline.duration.seconds
        thresholds = profile.thresholds.map { $0.judge(driven.result.totals, seconds: seconds) }
        switch ledger {
        case nil: (contradictions, missingLedger) = ([], nil)
        case .success(let report)?:
            contradictions = report.contradictions(with: driven.result.account)
            missingLedger = nil
        case .failure(let error)?: (contradictions, missingLedger) = ([], error)
        }
    }

    var exitCode: ExitCode {
        var codes: [ExitCode] = []
        if !contradictions.isEmpty { codes.append(.ledgersDisagree) }
        if missingLedger != nil { codes.append(.internalError) }
        if driven.interruptedAfter != nil { codes.append(.interrupted) }
        if thresholds.contains(where: { !$0.passed }) { codes.append(.thresholdsFailed) }
        return ExitCode.worst(of: codes)
    }

    func report(_ loaded: ProfileLoader.Loaded, target: String, id: String) -> RunReport {
        let identity = RunIdentity(
            tool: ("loadgen", LoadGen.version),
            profile: (profile.name, loaded.sha256),
            id: id,
            times: (driven.start, driven.end),
            seed: profile.seed,
            target: target
        )
        var report = RunReport(
            identity,
            verdict: (RunReport.Verdict(rawValue: exitCode.verdict) ?? .crashed, Int(exitCode.rawValue)),
            customers: driven.result.counts,
            throughput: driven.timeline.throughput,
            generator: driven.generator,
            totals: driven.result.totals
        )
        report.simulator = driven.simulator
        report.tls = driven.isInsecure.map { isInsecure in
            let counts = driven.result.tls
            return TLSOutcome(handshakes: counts.handshakes, resumed: counts.resumed, isInsecure: isInsecure)
        }
        report.phases = profile.load.phases.indices.map { outcome(of: $0) }
        report.delivery = driven.result.delivery
        report.thresholds = thresholds.map { $0.masked(by: profile.secrets) }
        report.warnings = warnings.map { profile.secrets.mask($0) }
        return report
    }

    /// Of a phase that a signal cut short, only the part that was played.
    private func outcome(of index: Int) -> PhaseOutcome {
        var phase = profile.load.phases[index]
        let left = driven.interruptedAfter.map { $0 - profile.load.start(of: index) } ?? phase.duration
        let share = min(max(left.seconds / phase.duration.seconds, 0), 1)
        let seconds = phase.duration.seconds * share
        if share > 0 { phase.to = phase.from + (phase.to - phase.from) * share }
        var asked: Double?
        if case .open = profile.load.model { asked = (phase.from + phase.to) / 2 }
        return PhaseOutcome(
            phase.label,
            askedRate: asked,
            reachedRate: seconds > 0 ? Double(driven.result.startedByPhase[index]) / seconds : 0,
            durationSeconds: seconds,
            throughput: driven.timeline.throughput(phase: index)
        )
    }

    private var warnings: [String] {
        var warnings: [String] = []
        if driven.isInsecure == true {
            warnings += [TLSOutcome(handshakes: 0, resumed: 0, isInsecure: true).warning].compactMap(\.self)
        }
        if let missingLedger { warnings.append("\(missingLedger); nobody confirms what was delivered") }
        if !contradictions.isEmpty {
            let count = contradictions.count
            warnings.append("the simulator's ledger contradicts ours in \(count) places; the run is void")
            warnings += contradictions.prefix(Self.shown)
        }
        if let simulator = driven.simulator, simulator.fullSeconds > 0 {
            let (time, share) = (Int(simulator.fullSeconds.rounded()), Int(SimulatorHealth.fullShare * 100))
            warnings.append(
                "the simulator was at \(share) % of its core or more for \(time) s: what was measured then is the simulator"
            )
        }
        if driven.result.counts.dropped > 0 {
            let (count, limit) = (driven.result.counts.dropped, profile.load.maxCustomers)
            warnings.append("\(count) arrivals were dropped at the maximum of \(limit) customers")
        }
        if driven.result.turnsCut > 0 {
            warnings.append(
                "\(driven.result.turnsCut) turns were cut short by the end, by a failure or by the next message;"
                    + " they have no reply sample"
            )
        }
        return warnings + driven.result.totals.warnings
    }
}

extension ThresholdResult {
    /// A limit may come from the environment.
    fileprivate func masked(by secrets: Secrets) -> ThresholdResult {
        var masked = self
        masked.metric = secrets.mask(metric)
        masked.expression = secrets.mask(expression)
        return masked
    }
}
