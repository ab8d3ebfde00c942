/// From which of the two starts a latency is read.
public enum LatencyReading: Int, CaseIterable, Hashable, Sendable {
    /// From the intended moment.
    case response
    /// From the moment when it was sent.
    case service
}

/// Which latencies belong together: one metric, one reading, one tag, one phase.
public struct SeriesKey: Hashable, Comparable, Sendable {
    public var metric: LatencyMetric
    public var reading: LatencyReading
    public var tag: LatencyTag
    /// An index into the run's phases; those that share a series are named by the first of them.
    public var phase: Int

    public init(_ metric: LatencyMetric, _ reading: LatencyReading, tag: LatencyTag = .none, phase: Int) {
        self.metric = metric
        self.reading = reading
        self.tag = tag
        self.phase = phase
    }

    /// The metric's name with the twin's ending.
    public var name: String { metric.name(reading) }

    public static func < (left: Self, right: Self) -> Bool {
        left.order < right.order
    }

    private var order: (Int, Int, Int, Int) { (metric.rawValue, reading.rawValue, tag.place, phase) }
}

extension LatencyMetric {
    /// `chat_reply_duration` or `chat_reply_duration_service`.
    public func name(_ reading: LatencyReading) -> String {
        reading == .response ? name : name + "_service"
    }

    /// The key of its tags, where it has any.
    public var tagKey: String? {
        switch self {
        case .chatReply: "author"
        case .httpCall: "call"
        case .chatStep: "step"
        case .chatAction: "action"
        default: nil
        }
    }

    /// The tags that its series may have, apart from none, in a run with such named steps.
    public func tags(steps: [String]) -> [LatencyTag] {
        LatencyTag.all(steps: steps.count).filter { tag in tag.pair(steps: steps).map { $0.key == tagKey } ?? false }
    }
}
