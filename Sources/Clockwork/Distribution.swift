import CMath

/// How long something takes, each time anew: think times, typing gaps, a desk's delays.
public enum Distribution: Hashable, Sendable {
    case constant(Duration)
    case uniform(from: Duration, to: Duration)
    case exponential(mean: Duration)
    /// `sigma` is the standard deviation of the natural logarithm.
    case lognormal(median: Duration, sigma: Double)

    /// One draw, never negative.
    public func draw(using random: inout SeededRandom) -> Duration {
        switch self {
        case .constant(let duration):
            return duration
        case .uniform(let from, let to):
            return .fractional(seconds: from.seconds + (to.seconds - from.seconds) * random.unit())
        case .exponential(let mean):
            return .fractional(seconds: Self.exponential(using: &random) * mean.seconds)
        case .lognormal(let median, let sigma):
            return .fractional(seconds: median.seconds * cmath_exp(sigma * Self.normal(using: &random)))
        }
    }

    /// A draw from the exponential distribution with mean 1; `1 - u` is never 0.
    public static func exponential(using random: inout SeededRandom) -> Double {
        -cmath_log(1 - random.unit())
    }

    /// A draw from the standard normal distribution (Box and Muller's first value).
    public static func normal(using random: inout SeededRandom) -> Double {
        let radius = cmath_sqrt(2 * exponential(using: &random))
        return radius * cmath_cos(2 * .pi * random.unit())
    }
}
