import Clockwork

/// What a plan says about one moment.
extension LoadPlan {
    /// When a phase begins, after the start of the run.
    public func start(of phase: Int) -> Duration {
        phases[..<phase].reduce(.zero) { $0 + $1.duration }
    }

    /// The index of the phase that a moment lies in; nil after the last.
    public func phase(at offset: Duration) -> Int? {
        var end = Duration.zero
        return phases.firstIndex { phase in
            end += phase.duration
            return offset < end
        }
    }

    /// How many customers a closed model wants at a moment: none after the last phase, never more than the maximum.
    public func customers(at offset: Duration) -> Int {
        guard model == .closed, let index = phase(at: offset) else { return 0 }
        return count(offset - start(of: index), in: phases[index])
    }

    /// When a closed model's ``customers(at:)`` is next another number than at `offset`, or a phase begins; nil after
    /// the last phase.
    public func nextChange(after offset: Duration) -> Duration? {
        guard model == .closed, let index = phase(at: offset) else { return nil }
        let (phase, start) = (phases[index], start(of: index))
        let end = start + phase.duration
        let slope = (phase.to - phase.from) / phase.duration.seconds
        guard slope != 0 else { return end }
        let current = Double(count(offset - start, in: phase))
        // Halves are where rounding changes; a nanosecond more, so that the moment lies on the far side.
        let edge = ((current + (slope > 0 ? 0.5 : -0.5)) - phase.from) / slope
        let moment = start + .fractional(seconds: edge) + .nanoseconds(1)
        return moment > offset && moment < end ? moment : end
    }

    private func count(_ passed: Duration, in phase: Phase) -> Int {
        let share = passed.seconds / phase.duration.seconds
        return min(maxCustomers, Int((phase.from + (phase.to - phase.from) * share).rounded()))
    }
}
