import Clockwork
import JSONText

extension ProfileOverrides {
    /// What is wrong with the flags themselves.
    var problems: [DocumentProblem] {
        var problems: [DocumentProblem] = []
        func fail(_ flag: String, _ message: String) {
            let place = TextPlace(line: 1, column: 1)
            problems.append(DocumentProblem(file: flag, place: place, path: "", message: message))
        }
        if let scale, !(scale > 0 && scale <= ProfileLimits.largestScale) {
            fail("--scale", "found \(scale); allowed: a number above 0 and up to \(Int(ProfileLimits.largestScale))")
        }
        if let duration, !(duration >= ProfileLimits.shortestPhase && duration <= ProfileLimits.longestRun) {
            let range = [ProfileLimits.shortestPhase, ProfileLimits.longestRun].map { ValueReader.text(of: $0) }
            let found = ValueReader.text(of: duration)
            fail("--duration", "found \(found); allowed: a duration from \(range[0]) to \(range[1])")
        }
        return problems
    }
}

extension LoadProfile {
    /// Applies what is not part of the document: the seed, the scale and the length of the whole.
    mutating func apply(_ overrides: ProfileOverrides) {
        if let seed = overrides.seed { self.seed = seed }
        if let scale = overrides.scale { load.multiply(by: scale) }
        if let duration = overrides.duration { stretch(to: duration) }
    }

    private mutating func stretch(to whole: Duration) {
        let factor = whole.seconds / load.duration.seconds
        func stretched(_ moment: Duration) -> Duration { .fractional(seconds: moment.seconds * factor) }
        for index in storms.indices {
            storms[index].at = stretched(storms[index].at)
            storms[index].over = stretched(storms[index].over)
            storms[index].down = storms[index].down.map { stretched($0) }
        }
        // Ends are stretched rather than lengths, so that the sum is exact.
        var (end, last) = (Duration.zero, Duration.zero)
        for index in load.phases.indices {
            end += load.phases[index].duration
            let moved = index == load.phases.indices.last ? whole : stretched(end)
            load.phases[index].duration = moved - last
            last = moved
        }
    }
}

extension LoadPlan {
    fileprivate mutating func multiply(by scale: Double) {
        for index in phases.indices {
            phases[index].from *= scale
            phases[index].to *= scale
        }
        // Never more than a loop has slots for, whatever the scale.
        let most = min((Double(maxCustomers) * scale).rounded(), Double(ProfileLimits.mostCustomers))
        maxCustomers = max(1, Int(most))
    }
}

/// What a profile may ask for at most: all ours, far above what one machine can do, and small enough to compute with.
enum ProfileLimits {
    static let highestRate = 100_000.0
    static let mostCustomers = 1_000_000
    static let largestScale = 10_000.0
    static let shortestPhase = Duration.milliseconds(1)
    static let longestRun = Duration.seconds(30 * 86_400)
    static let mostTurns = 100_000
    /// The largest whole number that JSON's numbers hold for sure.
    static let largestSeed = 9_007_199_254_740_991
}
