/// How many attempts there were, and how many of them failed.
public struct RateTally: Sendable, Hashable {
    public var attempts: Int
    public var failures: Int

    public init(attempts: Int = 0, failures: Int = 0) {
        self.attempts = attempts
        self.failures = failures
    }

    /// The share that failed, 0 to 1; nil without an attempt.
    public var rate: Double? { attempts > 0 ? Double(failures) / Double(attempts) : nil }

    public static func += (left: inout Self, right: Self) {
        left.attempts += right.attempts
        left.failures += right.failures
    }
}
