import Clockwork

/// How a run is doing, in one line of plain text, while it goes on.
public enum ProgressLine: Sendable {
    /// Such as `0:12/1:00  steady  customers 1 204  sent 61/s  received 180/s  reply p95 412ms  errors 3`.
    ///
    /// Rates are the latest second's, the reply's percentile is the last seconds', errors are all so far.
    public static func text(_ timeline: RunTimeline, of total: Duration) -> String {
        var parts = [
            Figure.clock(seconds: timeline.duration.seconds) + "/" + Figure.clock(seconds: total.seconds)
        ]
        if let latest = timeline.latest {
            parts.append(timeline.phases[latest.phase].name)
            parts.append("customers \(Figure.count(latest.activeCustomers))")
            parts.append("sent \(Figure.count(latest.counters[.messagesSent]))/s")
            parts.append("received \(Figure.count(latest.counters[.messagesReceived]))/s")
        }
        let reply = timeline.recentReplies.percentile(95)
        parts.append("reply p95 " + (reply.map { Figure.time(milliseconds: Double($0) / 1_000) } ?? "–"))
        parts.append("errors \(Figure.count(timeline.counters[.errors]))")
        return parts.joined(separator: "  ")
    }
}
