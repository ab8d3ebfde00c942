public import Exchange

/// The one way onto a ``WireLoop`` from another thread.
///
/// Ownership: shared. `queue` guards the jobs that have not run yet; nothing else in this type changes after `init`.
public final class WireHandle<Program: WireProgram & ~Copyable>: Sendable {
    /// Is lent the loop while it runs, on the loop's thread; the orders that it leaves are performed after it.
    public typealias Job = @Sendable (inout WireLoop<Program>) -> Void

    private struct Queue {
        var jobs: [Job] = []
        var isOver = false
    }

    private let doorbell: Doorbell
    private let limit: Int
    private let queue = Guarded(Queue())

    init(doorbell: Doorbell, limit: Int) {
        self.doorbell = doorbell
        self.limit = limit
    }

    /// Runs the job behind those that were submitted before it.
    ///
    /// False when the loop has ended or too many are waiting; the job then never runs.
    @discardableResult
    public func submit(_ job: @escaping Job) -> Bool {
        let (isTaken, isFirst) = queue.withLock { queue in
            guard !queue.isOver, queue.jobs.count < limit else { return (false, false) }
            queue.jobs.append(job)
            return (true, queue.jobs.count == 1)
        }
        if isFirst { doorbell.ring() }
        return isTaken
    }

    @usableFromInline
    func takeJobs() -> [Job] {
        queue.withLock { queue in
            let jobs = queue.jobs
            queue.jobs = []
            return jobs
        }
    }

    @usableFromInline
    func end() {
        queue.withLock { queue in
            queue.isOver = true
            queue.jobs = []
        }
    }
}
