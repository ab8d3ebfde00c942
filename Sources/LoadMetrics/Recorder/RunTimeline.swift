import Clockwork

/// What the seconds of a run add up to while it goes on: throughput, peaks, and the latest state.
///
/// Fed with the intervals of all loops merged, one a second. A second belongs as a whole to the phase in which its
/// middle lay. Its size does not grow with the run.
public struct RunTimeline: Sendable {
    /// What ``recentReplies`` looks back on.
    public static let recentSeconds = 5

    public let phases: [PhaseLabel]
    /// How long the seconds took that were added.
    public private(set) var duration = Duration.zero
    /// The most customers that were connected at once.
    public private(set) var peakConnected = 0
    /// The most customers that were in the run at once.
    public private(set) var peakActive = 0
    public private(set) var counters = CounterTable()
    /// The second that was added last.
    public private(set) var latest: Interval?
    private var stretches: [Stretch]
    private var replies: [SparseHistogram] = []

    private struct Stretch: Sendable {
        var duration = Duration.zero
        var counters = CounterTable()
        var peakMessages = 0

        mutating func add(_ interval: Interval, _ length: Duration) {
            duration += length
            counters.merge(interval.counters)
            peakMessages = max(peakMessages, interval.counters[.messagesSent] + interval.counters[.messagesReceived])
        }
    }

    public init(phases: [PhaseLabel]) {
        self.phases = phases
        stretches = Array(repeating: Stretch(), count: phases.count)
    }

    /// Takes in the next second; the last of a run may be shorter.
    public mutating func add(_ interval: Interval, length: Duration = .seconds(1)) {
        duration += length
        peakConnected = max(peakConnected, interval.connectedCustomers)
        peakActive = max(peakActive, interval.activeCustomers)
        counters.merge(interval.counters)
        stretches[interval.phase].add(interval, length)
        let replies = interval.series.filter { $0.key.metric == .chatReply && $0.key.reading == .response }
        self.replies.append(replies.reduce(SparseHistogram()) { $0.merging($1.histogram) })
        if self.replies.count > Self.recentSeconds { self.replies.removeFirst() }
        latest = interval
    }

    /// Over the whole run.
    public var throughput: Throughput {
        Throughput(counters, seconds: duration.seconds, peakMessages: stretches.map(\.peakMessages).max() ?? 0)
    }

    /// Over one phase.
    public func throughput(phase: Int) -> Throughput {
        let stretch = stretches[phase]
        return Throughput(stretch.counters, seconds: stretch.duration.seconds, peakMessages: stretch.peakMessages)
    }

    /// How long the phase has lasted, in whole seconds as they were added.
    public func duration(phase: Int) -> Duration { stretches[phase].duration }

    /// The response of the replies that came in the last seconds, of all phases.
    public var recentReplies: LatencyHistogram {
        replies.reduce(into: LatencyHistogram()) { $0.merge($1) }
    }
}
