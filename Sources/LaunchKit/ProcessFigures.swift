import CLinux
import Glibc

/// What a process costs the machine, as the kernel counts it.
public struct ProcessFigures: Hashable, Sendable {
    /// User and system time together.
    public var cpuSeconds: Double
    public var residentBytes: Int
    public var peakResidentBytes: Int

    /// This process's own.
    public static func own() -> ProcessFigures? { of("self", pid: 0) }

    /// A child's; nil when there is no such process any more.
    public static func of(pid: Int32) -> ProcessFigures? { of("\(pid)", pid: pid) }

    /// Reads are tiny and rare, so nothing is kept open between them.
    private static func of(_ process: String, pid: Int32) -> ProcessFigures? {
        var clock = clockid_t()
        var spent = timespec()
        guard let stat = text("/proc/\(process)/stat"), let status = text("/proc/\(process)/status") else { return nil }
        // The second field is the program's name in parentheses and may hold anything; count from behind it.
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ")
        guard fields.count > 22, let pages = Int(fields[22]),
            clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &spent) == 0
        else { return nil }
        return ProcessFigures(
            cpuSeconds: Double(spent.tv_sec) + Double(spent.tv_nsec) / 1e9,
            residentBytes: pages * Int(sysconf(Int32(_SC_PAGESIZE))),
            peakResidentBytes: kilobytes("VmHWM:", in: status) * 1_024
        )
    }

    private static func text(_ path: String) -> String? {
        (try? Files.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func kilobytes(_ key: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// What this machine gives to this process.
public enum Machine: Sendable {
    /// Cores that this process may run on, which may be fewer than there are.
    public static var usableCores: Int { max(1, Int(clinux_usable_cores())) }

    /// Binds the calling thread, and those it starts from now on, to the n-th usable core.
    public static func pin(toCore index: Int) throws(LaunchError) {
        try pin(process: 0, toCore: index)
    }

    /// Binds a process's main thread, and what that starts from now on.
    public static func pin(process pid: Int32, toCore index: Int) throws(LaunchError) {
        let failed = clinux_pin(pid, Int32(clamping: index))
        guard failed == 0 else { throw .system(call: "sched_setaffinity", code: failed) }
    }

    /// How many descriptors this process may have open.
    public static var descriptorLimit: Int { limits.map { Int(clamping: $0.rlim_cur) } ?? 0 }

    /// Lifts the soft limit to the hard one, and says what holds now.
    @discardableResult
    public static func raiseDescriptorLimit() -> Int {
        guard var limits else { return 0 }
        limits.rlim_cur = limits.rlim_max
        setrlimit(descriptors, &limits)
        return descriptorLimit
    }

    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(descriptors, &limits) == 0 ? limits : nil
    }
}
