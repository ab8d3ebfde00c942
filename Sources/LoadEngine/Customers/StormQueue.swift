import ChatClient
import Clockwork
import Exchange
import LoadMetrics

/// The connections that the driver is about to break, soonest first.
struct StormQueue: Sendable {
    private struct Victim: Sendable {
        var due: MonotonicTime
        var owner: WireOwner
        var method: DropMethod
        /// When its storm began.
        var storm: MonotonicTime
    }

    /// Latest first, so that the next is taken from the end.
    private var victims: [Victim] = []
    private var random: SeededRandom

    init(plan: RunPlan) {
        random = SeededRandom(seed: plan.profile.seed, stream: "storms", UInt64(plan.loop))
    }

    /// Draws the storm's share of those who are connected, and the moment of each within the storm's span.
    mutating func add(_ storm: Storm, among connected: [WireOwner], at start: MonotonicTime) {
        var owners = connected
        let count = Int((storm.share * Double(owners.count)).rounded())
        for place in 0..<count {
            owners.swapAt(place, place + random.index(below: owners.count - place))
            let offset = Duration.fractional(seconds: storm.over.seconds * random.unit())
            victims.append(Victim(due: start + offset, owner: owners[place], method: storm.how, storm: start))
        }
        victims.sort { ($0.due, $0.owner.number) > ($1.due, $1.owner.number) }
    }

    var nextDue: MonotonicTime? { victims.last?.due }

    mutating func next(
        upTo now: MonotonicTime
    ) -> (owner: WireOwner, method: DropMethod, storm: MonotonicTime)? {
        guard let last = victims.last, last.due <= now else { return nil }
        victims.removeLast()
        return (last.owner, last.method, last.storm)
    }
}

/// Storms: the driver breaks its own connections.
extension LoadProgram {
    mutating func breakOut(_ number: Int, at now: MonotonicTime, _ orders: inout Orders) {
        let connected = customers.filter { $0.isPresent && $0.session.isConnected }.map(\.owner)
        guard plan.profile.storms[number].down == nil else {
            // The simulator is restarted by whoever started it, at the same moment.
            for owner in connected { if let slot = slot(of: owner) { hit(slot, by: now) } }
            return
        }
        storms.add(plan.profile.storms[number], among: connected, at: now)
        dropDue(at: now, &orders)
    }

    /// A customer who has gone or lost its connection meanwhile is spared.
    mutating func dropDue(at now: MonotonicTime, _ orders: inout Orders) {
        while let (owner, method, storm) = storms.next(upTo: now) {
            guard let slot = slot(of: owner) else { continue }
            if customers[slot].session.isConnected { hit(slot, by: storm) }
            customers[slot].session.drop(method, at: now, with: &buffers, into: &orders)
            settleSignals(of: slot, at: now, &orders)
        }
        if let due = storms.nextDue { orders.append(.startTimer(Self.timer(.stormDrop), at: due)) }
    }

    private mutating func hit(_ slot: Int, by storm: MonotonicTime) {
        customers[slot].stormBegan = storm
        recorder.count(.stormDropped)
    }

    /// A customer is back after a storm, whatever else it was doing, or has gone without having been back.
    ///
    /// Either way its time counts: a platform does not look faster for those whom it never let in again.
    mutating func stormPassed(_ slot: Int, isBack: Bool, at now: MonotonicTime) {
        let began = customers[slot].stormBegan
        guard began != .never else { return }
        customers[slot].stormBegan = .never
        if isBack { recorder.count(.stormReturned) }
        let start = StartTimes(intended: began, sent: .never)
        recorder.record(.stormRecovery, start, until: now, phase: plan.phase(at: began))
    }
}
