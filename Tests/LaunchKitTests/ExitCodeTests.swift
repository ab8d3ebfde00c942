import LaunchKit
import Testing

@Suite struct ExitCodeTests {
    @Test func theNumbersStand() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 99, 104, 105, 107, 109, 111, 112, 113, 114])
    }

    @Test func theWorstOfAllIsACrash() {
        #expect(ExitCode.worst(of: ExitCode.allCases) == .crashed)
    }

    @Test func nothingIsSuccess() {
        #expect(ExitCode.worst(of: []) == .success)
        #expect(ExitCode.worst(of: [.success]) == .success)
    }

    @Test func eachYieldsToTheOnesBeforeIt() {
        let order: [ExitCode] = [
            .crashed, .badConfiguration, .shardsMissing, .ledgersDisagree, .overloaded, .rateNotReached, .interrupted,
            .internalError, .thresholdsFailed, .success,
        ]
        for (better, worse) in zip(order.dropFirst(), order) {
            #expect(ExitCode.worst(of: [better, worse]) == worse)
        }
        #expect(Set(order) == Set(ExitCode.allCases))
    }

    @Test func contradictingLedgersAreInvalid() {
        #expect(ExitCode.ledgersDisagree.verdict == "invalid")
        #expect(Set(ExitCode.allCases.map(\.verdict)) == ["passed", "failed", "aborted", "invalid", "crashed"])
    }
}
