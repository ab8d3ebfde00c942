import CLinux
import Glibc

/// Threads of the system's own, for what must not wait for a pool.
enum LoopThread {
    /// Ownership: owned by the thread that runs it.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) -> pthread_t {
        let argument = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        return thread
    }

    /// Timers of the calling thread are not rounded any more.
    static func wakePunctually() {
        clinux_wake_punctually()
    }

    /// False when there is no thread to be had.
    static func detach(_ run: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = try? start(run) else { return false }
        pthread_detach(thread)
        return true
    }
}
