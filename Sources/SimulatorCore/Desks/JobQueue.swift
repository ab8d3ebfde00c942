import Clockwork

/// What a desk has still to do, each thing at its moment; things for one moment come in the order in which they were added.
///
/// One of the loop's timers serves all of them. What a job is about may be gone when it is due; it looks then.
struct JobQueue<Job: Sendable>: Sendable {
    private var timers = TimerQueue<Int>()
    private var jobs: [Job?] = []
    private var free: [Int] = []

    /// With so many waiting a desk refuses new work (ours).
    static var limit: Int { 1_000_000 }

    var isFull: Bool { timers.count >= Self.limit }
    var nextDue: MonotonicTime? { timers.nextDue }

    mutating func add(_ job: Job, at due: MonotonicTime) {
        if let place = free.popLast() {
            jobs[place] = job
            timers.arm(place, at: due)
        } else {
            jobs.append(job)
            timers.arm(jobs.count - 1, at: due)
        }
    }

    mutating func popDue(at now: MonotonicTime) -> Job? {
        guard let (place, _) = timers.popDue(at: now) else { return nil }
        let job = jobs[place]
        jobs[place] = nil
        free.append(place)
        return job
    }
}
