/// What this machine has of the things that connections need, as the kernel says; nil where it does not.
public struct MachineLimits: Hashable, Sendable {
    /// How many descriptors a process may have open, when it raises its own limit as far as it may.
    public var descriptors: Int
    /// How many all processes together may have open.
    public var allDescriptors: Int?
    /// Local ports that connections to one address and port may leave from.
    public var localPorts: Int?
    /// Of the memory, what can be had without swapping, in bytes.
    public var availableMemory: Int?
    /// How many connections may wait to be accepted, at one listening port.
    public var backlog: Int?
    /// How many connections the firewall's table holds; nil where nothing is tracked.
    public var trackedConnections: Int?
    /// Cores that this process may run on.
    public var cores: Int

    public init(
        descriptors: Int,
        allDescriptors: Int? = nil,
        localPorts: Int? = nil,
        availableMemory: Int? = nil,
        backlog: Int? = nil,
        trackedConnections: Int? = nil,
        cores: Int
    ) {
        self.descriptors = descriptors
        self.allDescriptors = allDescriptors
        self.localPorts = localPorts
        self.availableMemory = availableMemory
        self.backlog = backlog
        self.trackedConnections = trackedConnections
        self.cores = cores
    }

    /// Of this machine, now; lifts this process's own limit of descriptors on the way.
    public static func read() -> MachineLimits {
        let range = numbers("/proc/sys/net/ipv4/ip_local_port_range")
        return MachineLimits(
            descriptors: Machine.raiseDescriptorLimit(),
            allDescriptors: numbers("/proc/sys/fs/file-max").first,
            localPorts: range.count == 2 ? max(0, range[1] - range[0] + 1) : nil,
            availableMemory: text("/proc/meminfo").flatMap { kilobytes("MemAvailable:", in: $0) }.map { $0 * 1_024 },
            backlog: numbers("/proc/sys/net/core/somaxconn").first,
            trackedConnections: numbers("/proc/sys/net/netfilter/nf_conntrack_max").first,
            cores: Machine.usableCores
        )
    }

    private static func numbers(_ path: String) -> [Int] {
        (text(path) ?? "").split(whereSeparator: \.isWhitespace).compactMap {
            UInt64($0).map { Int(clamping: $0) }
        }
    }

    private static func kilobytes(_ key: String, in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private static func text(_ path: String) -> String? {
        (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
