/// What the generator itself needed, so that a saturated generator is not read as a slow platform.
public struct GeneratorHealth: Sendable, Hashable {
    public var cpuSeconds: Double
    public var maxRSSBytes: Int
    /// By the allocator's own count; nil where it keeps none.
    public var allocatedBytes: Int?
    /// By the allocator's own count; nil where it keeps none.
    public var residentBytes: Int?
    /// What the resident memory grew by from before the first arrival to the peak, for each customer at the peak.
    public var bytesPerCustomer: Double?
    public var loops: Int

    public init(
        cpuSeconds: Double,
        maxRSSBytes: Int,
        allocatedBytes: Int? = nil,
        residentBytes: Int? = nil,
        bytesPerCustomer: Double? = nil,
        loops: Int
    ) {
        self.cpuSeconds = cpuSeconds
        self.maxRSSBytes = maxRSSBytes
        self.allocatedBytes = allocatedBytes
        self.residentBytes = residentBytes
        self.bytesPerCustomer = bytesPerCustomer
        self.loops = loops
    }
}
