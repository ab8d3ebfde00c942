import CLinux
public import Clockwork
import Glibc

/// SIGINT and SIGTERM as something to wait for, in place of something that interrupts.
///
/// Ownership: owned, by the main thread, which makes it before it starts any other: threads inherit that the two signals
/// are blocked in them. SIGPIPE is ignored from then on, so that a peer's going shows as an error of the write.
public struct SignalWatch: ~Copyable {
    private let descriptor: Int32

    /// What ended a wait.
    public enum Occasion: Hashable, Sendable {
        case signal(Int32)
        /// The other descriptor has something to read, or its far end is gone.
        case readable
        case timeout
    }

    public init() throws(LaunchError) {
        let result = clinux_take_signals()
        guard result >= 0 else { throw .system(call: "signalfd", code: -result) }
        descriptor = result
    }

    deinit { close(descriptor) }

    /// Sleeps until one of the three happens; a signal goes before a readable descriptor.
    public borrowing func wait(until deadline: MonotonicTime?, orReadable other: Int32? = nil) -> Occasion {
        while true {
            var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            if let other { watched.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
            let count = poll(&watched, nfds_t(watched.count), Wait.milliseconds(until: deadline))
            if count > 0 {
                let number = clinux_next_signal(descriptor)
                if number != 0 { return .signal(number) }
                if watched.dropFirst().contains(where: { $0.revents != 0 }) { return .readable }
            }
            if let deadline, MachineClock().now >= deadline { return .timeout }
        }
    }

    public borrowing func wait(for timeout: Duration, orReadable other: Int32? = nil) -> Occasion {
        wait(until: MachineClock().now + timeout, orReadable: other)
    }
}

@available(*, unavailable)
extension SignalWatch: Sendable {}

/// Deadlines in the form that `poll` takes.
enum Wait: Sendable {
    /// Rounded up, so that a wait never ends early and spins.
    static func milliseconds(until deadline: MonotonicTime?) -> Int32 {
        guard let deadline else { return -1 }
        let left = max(0, (deadline - MachineClock().now).nanoseconds)
        return Int32(min(left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1), 60_000))
    }

    /// Whether a descriptor became ready for `events` before the deadline.
    static func ready(_ descriptor: Int32, for events: Int32, until deadline: MonotonicTime) -> Bool {
        while true {
            var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            if poll(&watched, 1, milliseconds(until: deadline)) > 0 { return true }
            if MachineClock().now >= deadline { return false }
        }
    }
}
