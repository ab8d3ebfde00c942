import ChatClient
import ChatModel
import Clockwork
import Exchange
import LoadMetrics

/// Letting customers in.
extension LoadProgram {
    /// Lets in whoever is due and waits for the next.
    mutating func armArrivals(at now: MonotonicTime, _ orders: inout Orders) {
        guard ending == .none else { return }
        while let held = heldPlaces.first, held <= now { heldPlaces.removeFirst() }
        while let arrival = arrivals.next(upTo: now, present: present + heldPlaces.count) {
            admit(arrival, at: now, &orders)
        }
        awaitArrivals(after: now, &orders)
    }

    /// Wakes for whatever comes first: a planned step, or a place that is free again after a failure.
    mutating func awaitArrivals(after now: MonotonicTime, _ orders: inout Orders) {
        let due = [arrivals.nextDue(after: now), heldPlaces.first].compactMap { $0 }.min()
        if let due { orders.append(.startTimer(Self.timer(.arrival), at: due)) }
    }

    /// Starts a customer, or counts it as dropped when there are too many: an arrival is never delayed.
    private mutating func admit(_ arrival: ArrivalSource.Arrival, at now: MonotonicTime, _ orders: inout Orders) {
        guard mayEnter() else {
            counts.dropped += 1
            return
        }
        let slot = freeSlots.popLast() ?? customers.count
        if slot == generations.count { generations.append(0) }
        generations[slot] += 1
        let owner = WireOwner(generations[slot] << 20 | UInt64(slot + 1))
        let customer = makeCustomer(arrival, owner)
        if slot == customers.count { customers.append(customer) } else { customers[slot] = customer }
        counts.started += 1
        startedByPhase[plan.phase(at: arrival.moment)] += 1
        present += 1
        recorder.activeCustomers = present
        counts.peak = max(counts.peak, present)
        customers[slot].session.arrive(intended: arrival.moment, at: now, with: &buffers, into: &orders)
        settleSignals(of: slot, at: now, &orders)
    }

    private func mayEnter() -> Bool {
        plan.admission?.enter() ?? (present < plan.profile.load.maxCustomers)
    }

    private func makeCustomer(_ arrival: ArrivalSource.Arrival, _ owner: WireOwner) -> Customer<Dialect> {
        let seed = plan.profile.seed
        let number = UInt64(arrival.number)
        let group = plan.profile.customers[arrival.group]
        var random = SeededRandom(seed: seed, stream: "behavior", number)
        var naming = SeededRandom(seed: seed, stream: "person", number)
        let row = group.data?.row(ofRank: arrival.rank, using: &naming)
        var identity = CustomerIdentity(
            number: arrival.number,
            person: PersonNames.draw(using: &naming),
            owner: owner,
            target: group.target
        )
        let drawn = identity
        func fill(_ text: Template) -> String { text.render { drawn.value(of: $0, turn: 0) ?? row?.value(of: $0) } }
        if let person = group.identity {
            identity.person = Person(firstName: fill(person.firstName), lastName: fill(person.lastName))
            identity.externalID = person.id.map(fill)
        }
        identity.client = group.client
        for (name, text) in group.credentials { identity.credentials[name] = fill(text) }
        let names = seed ^ plan.naming
        var dialect = makeDialect(identity, SeededRandom(seed: names, stream: "dialect", number))
        dialect.tellsText = group.behavior.needsReplyText
        let policy =
            switch group.reconnect {
            case .vendor: dialect.reconnectPolicy
            case .policy(let policy): policy
            }
        let turns = group.turns.lowerBound + random.index(below: group.turns.count)
        var customer = Customer(
            owner: owner,
            identity: identity,
            group: arrival.group,
            session: ClientSession(
                owner: owner,
                dialect: dialect,
                policy: policy,
                random: SeededRandom(seed: seed, stream: "session", number),
                naming: SeededRandom(seed: names, stream: "messages", number)
            ),
            mind: BehaviorMind(turns: turns),
            random: random
        )
        customer.row = row
        if group.behavior.takesNotes { customer.notes = Customer.Notes() }
        return customer
    }
}
