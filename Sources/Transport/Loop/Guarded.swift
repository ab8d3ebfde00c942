import Glibc

/// A value behind a lock, the one way in which threads share something that changes.
///
/// Ownership: shared. `handle` guards `value`. `Synchronization.Mutex` would do the same, but the thread sanitizer does
/// not see its waits on Linux and reports races that are not there. This is the package's one unchecked conformance.
public final class Guarded<Value>: @unchecked Sendable {
    private let handle: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    public init(_ value: sending Value) {
        handle = .allocate(capacity: 1)
        let code = pthread_mutex_init(handle, nil)
        precondition(code == 0, "pthread_mutex_init answered \(code)")
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(handle)
        handle.deallocate()
    }

    public func withLock<Answer>(_ body: (inout sending Value) throws -> sending Answer) rethrows -> sending Answer {
        pthread_mutex_lock(handle)
        defer { pthread_mutex_unlock(handle) }
        return try body(&value)
    }
}
