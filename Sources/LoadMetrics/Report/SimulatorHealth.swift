/// What the embedded simulator needed, so that a full simulator is not read as a slow platform.
public struct SimulatorHealth: Sendable, Hashable {
    public var cpuSeconds: Double
    public var maxRSSBytes: Int
    /// What its resident memory grew by from before the first arrival to the peak, for each customer at the peak.
    public var bytesPerCustomer: Double?
    /// Of its core, in its busiest second.
    public var busiestShare: Double
    /// How long it had no more than a tenth of its core to spare.
    public var fullSeconds: Double

    /// From this share of its core on, the simulator is what a run measures.
    public static var fullShare: Double { 0.9 }

    public init(
        cpuSeconds: Double,
        maxRSSBytes: Int,
        bytesPerCustomer: Double? = nil,
        busiestShare: Double = 0,
        fullSeconds: Double = 0
    ) {
        self.cpuSeconds = cpuSeconds
        self.maxRSSBytes = maxRSSBytes
        self.bytesPerCustomer = bytesPerCustomer
        self.busiestShare = busiestShare
        self.fullSeconds = fullSeconds
    }
}
