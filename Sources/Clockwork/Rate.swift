/// How often something happens, per second.
public struct Rate: Comparable, Hashable, Sendable {
    public var perSecond: Double

    public init(perSecond: Double) {
        self.perSecond = perSecond
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.perSecond < right.perSecond
    }
}
