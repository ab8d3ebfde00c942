/// How much was done per second over a stretch of the run.
public struct Throughput: Sendable, Hashable {
    public var turnsPerSecond: Double
    public var messagesSentPerSecond: Double
    public var messagesReceivedPerSecond: Double
    public var bytesSentPerSecond: Double
    public var bytesReceivedPerSecond: Double
    /// Sent and received together, in the busiest second.
    public var peakMessagesPerSecond: Double

    /// All 0 for a stretch that took no time.
    public init(_ counters: CounterTable, seconds: Double, peakMessages: Int) {
        func perSecond(_ counter: CounterMetric) -> Double {
            seconds > 0 ? Double(counters[counter]) / seconds : 0
        }
        turnsPerSecond = perSecond(.turns)
        messagesSentPerSecond = perSecond(.messagesSent)
        messagesReceivedPerSecond = perSecond(.messagesReceived)
        bytesSentPerSecond = perSecond(.bytesSent)
        bytesReceivedPerSecond = perSecond(.bytesReceived)
        peakMessagesPerSecond = Double(peakMessages)
    }
}
