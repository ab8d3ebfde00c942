import CLinux
import Glibc

/// The descriptors that a loop waits on, and the way in which other threads end its wait.
///
/// Ownership: shared. The descriptors never change and end with the doorbell; `resolutions` guards what resolving threads
/// have found out and the loop has not yet taken.
final class Doorbell: Sendable {
    /// What epoll answers when the bell was rung.
    static let token = UInt64.max

    let pollDescriptor: CInt
    private let wakeDescriptor: CInt
    private let resolutions = Guarded<[Resolution]>([])

    init() throws(SystemError) {
        let poll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard poll >= 0 else { throw SystemError(call: "epoll_create1", code: clinux_errno()) }
        let wake = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard wake >= 0 else {
            let code = clinux_errno()
            close(poll)
            throw SystemError(call: "eventfd", code: code)
        }
        pollDescriptor = poll
        wakeDescriptor = wake
        try SystemError.check("epoll_ctl", clinux_watch_readable(poll, wake, Self.token))
    }

    deinit {
        close(pollDescriptor)
        close(wakeDescriptor)
    }

    func ring() {
        _ = eventfd_write(wakeDescriptor, 1)
    }

    /// Whoever rings after this ends the next wait.
    func hush() {
        var count: eventfd_t = 0
        _ = eventfd_read(wakeDescriptor, &count)
    }

    func post(_ resolution: Resolution) {
        resolutions.withLock { $0.append(resolution) }
        ring()
    }

    func takeResolutions() -> [Resolution] {
        resolutions.withLock { list in
            let taken = list
            list = []
            return taken
        }
    }
}
