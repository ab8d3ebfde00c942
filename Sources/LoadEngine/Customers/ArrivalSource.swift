import Clockwork

/// When this loop's customers come: a planned sequence in the open model, a level to be kept in the closed one.
struct ArrivalSource: Sendable {
    /// A customer who is due.
    struct Arrival: Sendable {
        /// Among all arrivals of the run.
        var number: Int
        var moment: MonotonicTime
        var group: Int
        /// Among those of its group: of all in the open model, and in the closed one, where the loops do not know of one
        /// another, a number that no other has.
        var rank: Int
    }

    private let plan: RunPlan
    private let groups: GroupChoice
    private var planned: ArrivalPlan
    private var next: Arrival?
    /// Of the closed model: how many this loop has let in.
    private var count = 0
    /// By group: how many have come.
    private var ranks: [Int]

    init(plan: RunPlan) {
        self.plan = plan
        groups = GroupChoice(plan.profile.customers, seed: plan.profile.seed)
        planned = ArrivalPlan(plan.profile.load, seed: plan.profile.seed)
        ranks = plan.profile.customers.map { _ in 0 }
        next = nil
        next = nextPlanned()
    }

    /// Takes out the next customer who is due by `now`, when `present` are here already.
    mutating func next(upTo now: MonotonicTime, present: Int) -> Arrival? {
        switch plan.profile.load.model {
        case .open:
            guard let arrival = next, arrival.moment <= now else { return nil }
            next = nextPlanned()
            return arrival
        case .closed:
            guard now >= plan.start, present < level(at: now) else { return nil }
            let number = count * plan.loops + plan.loop
            count += 1
            let group = groups.group(of: number)
            let rank = takeRank(in: group) * plan.loops + plan.loop
            return Arrival(number: number, moment: now, group: group, rank: rank)
        }
    }

    /// When to look again.
    func nextDue(after now: MonotonicTime) -> MonotonicTime? {
        switch plan.profile.load.model {
        case .open: next?.moment
        // A loop begins a little before the run does.
        case .closed where now < plan.start: plan.start
        case .closed: plan.profile.load.nextChange(after: now - plan.start).map { plan.start + $0 }
        }
    }

    private mutating func nextPlanned() -> Arrival? {
        while let arrival = planned.next() {
            let group = groups.group(of: arrival.number)
            let rank = takeRank(in: group)
            guard arrival.number % plan.loops == plan.loop else { continue }
            return Arrival(number: arrival.number, moment: plan.start + arrival.offset, group: group, rank: rank)
        }
        return nil
    }

    private mutating func takeRank(in group: Int) -> Int {
        ranks[group] += 1
        return ranks[group] - 1
    }

    private func level(at now: MonotonicTime) -> Int {
        min(
            plan.share(of: plan.profile.load.customers(at: now - plan.start)),
            plan.share(of: plan.profile.load.maxCustomers)
        )
    }
}
