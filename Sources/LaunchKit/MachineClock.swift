import CLinux
public import Clockwork
import Glibc

/// The machine's clocks, and the one place where a run may take a seed from chance.
public struct MachineClock: TimeSource, Sendable {
    public init() {}

    /// `CLOCK_MONOTONIC`, the clock on which every latency is measured.
    public var now: MonotonicTime {
        let time = Self.read(CLOCK_MONOTONIC)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    public var wallTime: WallTime {
        let time = Self.read(CLOCK_REALTIME)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// For a run whose profile and flags name no seed; 32 bits, so that it is short enough to type again.
    public static func randomSeed() -> UInt64 {
        var seed: UInt32 = 0
        let count = withUnsafeMutableBytes(of: &seed) { getrandom($0.baseAddress, $0.count, 0) }
        return count == MemoryLayout<UInt32>.size ? UInt64(seed) : MachineClock().now.nanoseconds & 0xFFFF_FFFF
    }

    /// Does nothing for so long; a signal may end it early.
    public static func sleep(_ time: Duration) {
        guard time > .zero else { return }
        var rest = timespec()
        rest.tv_sec = Int(time.nanoseconds / 1_000_000_000)
        rest.tv_nsec = Int(time.nanoseconds % 1_000_000_000)
        nanosleep(&rest, nil)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
