/// A limit that a metric must keep, in k6's grammar: `chat_reply_duration{phase:steady}` and `p(95)<800`.
public struct ThresholdRule: Hashable, Sendable {
    /// As written, with its selector.
    public var metric: String
    /// As written.
    public var expression: String

    public init(metric: String, expression: String) {
        self.metric = metric
        self.expression = expression
    }
}
