/// What became of the messages that customers sent: always sent = echoed + failed + lost + pending.
public struct DeliveryCounts: Sendable, Hashable {
    public var sent = 0
    public var acked = 0
    public var echoed = 0
    public var answered = 0
    public var failed = 0
    public var lost = 0
    public var pending = 0
    public var duplicated = 0
    public var outOfOrder = 0

    public init() {}

    public var isBalanced: Bool { sent == echoed + failed + lost + pending }

    public static func += (left: inout Self, right: Self) {
        left.sent += right.sent
        left.acked += right.acked
        left.echoed += right.echoed
        left.answered += right.answered
        left.failed += right.failed
        left.lost += right.lost
        left.pending += right.pending
        left.duplicated += right.duplicated
        left.outOfOrder += right.outOfOrder
    }

    /// With the names that results give them, in the order in which they are written.
    var named: [(key: String, label: String, count: Int)] {
        [
            ("sent", "sent", sent), ("acked", "acked", acked), ("echoed", "echoed", echoed),
            ("answered", "answered", answered), ("failed", "failed", failed), ("lost", "lost", lost),
            ("pending", "pending", pending), ("duplicated", "duplicated", duplicated),
            ("outOfOrder", "out of order", outOfOrder),
        ]
    }
}
