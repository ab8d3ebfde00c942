public import Clockwork

/// How long a customer waits before each attempt to come back, and how often it tries.
public struct ReconnectPolicy: Hashable, Sendable {
    public var base: Duration
    public var factor: Double
    /// From this attempt on the delay grows no more (before the cap).
    public var lastGrowth: Int
    public var cap: Duration
    /// Up to so much is added by chance before the cap: a fixed time and a share of the delay.
    public var jitter: Duration
    public var jitterShare: Double
    /// 0 never comes back.
    public var attempts: Int
    /// Whether a success gives all attempts back.
    public var startsAnewWhenReady: Bool

    public init(
        base: Duration,
        factor: Double,
        cap: Duration,
        jitter: Duration = .zero,
        jitterShare: Double = 0,
        attempts: Int,
        lastGrowth: Int = .max,
        startsAnewWhenReady: Bool = true
    ) {
        self.base = base
        self.factor = factor
        self.cap = cap
        self.jitter = jitter
        self.jitterShare = jitterShare
        self.attempts = attempts
        self.lastGrowth = lastGrowth
        self.startsAnewWhenReady = startsAnewWhenReady
    }

    public static let none = ReconnectPolicy(base: .zero, factor: 1, cap: .zero, attempts: 0)

    /// The wait before an attempt, which counts from 1; nil when there is no such attempt.
    ///
    /// `base` before the first, `factor` times as much before each further one.
    public func delay(before attempt: Int, using random: inout SeededRandom) -> Duration? {
        guard attempt <= attempts else { return nil }
        var seconds = base.seconds
        // Stops once the cap is passed, so a large number of attempts costs nothing.
        var step = factor == 1 ? attempt : 1
        while step < min(attempt, lastGrowth), seconds < cap.seconds {
            seconds *= factor
            step += 1
        }
        seconds += (jitter.seconds + seconds * jitterShare) * random.unit()
        return .fractional(seconds: min(seconds, cap.seconds))
    }
}
