/// How a command ended, as the shell sees it.
///
/// 99, 104, 105, 107 and 109 mean what they mean in k6; 111 to 114 are ours.
public enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// A threshold was not met.
    case thresholdsFailed = 99
    /// A profile, a bot or a flag is wrong; nothing was connected to.
    case badConfiguration = 104
    /// A signal ended the run early.
    case interrupted = 105
    /// The run could not go on for a reason of its own.
    case internalError = 107
    /// The program broke one of its own rules.
    case crashed = 109
    /// The generator was too slow for its own figures to be believed.
    case overloaded = 111
    /// Fewer customers started than the profile asked for.
    case rateNotReached = 112
    /// Parts of a divided run are missing.
    case shardsMissing = 113
    /// The simulator's ledger contradicts ours.
    case ledgersDisagree = 114

    /// Worst first: the more a code takes from what the others could say, the earlier it stands.
    private static let precedence: [ExitCode] = [
        .crashed, .badConfiguration, .shardsMissing, .ledgersDisagree, .overloaded, .rateNotReached, .interrupted,
        .internalError, .thresholdsFailed,
    ]

    /// The one to end with when several apply; success when none does.
    public static func worst(of codes: some Sequence<ExitCode>) -> ExitCode {
        let found = Array(codes)
        return precedence.first { found.contains($0) } ?? .success
    }

    /// The word for it in a summary.
    public var verdict: String {
        switch self {
        case .success: "passed"
        case .thresholdsFailed: "failed"
        case .interrupted: "aborted"
        case .badConfiguration, .overloaded, .rateNotReached, .shardsMissing, .ledgersDisagree: "invalid"
        case .internalError, .crashed: "crashed"
        }
    }

    /// What it means, in half a sentence.
    public var meaning: String {
        switch self {
        case .success: "everything asked for was met"
        case .thresholdsFailed: "a threshold was not met"
        case .badConfiguration: "a profile, bot or flag is wrong"
        case .interrupted: "ended by a signal"
        case .internalError: "the run could not go on"
        case .crashed: "a bug in the generator"
        case .overloaded: "the generator was too slow to be believed"
        case .rateNotReached: "the asked rate was not reached"
        case .shardsMissing: "parts of the run are missing"
        case .ledgersDisagree: "the two ledgers disagree"
        }
    }
}
