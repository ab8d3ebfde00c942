import ChatClient
public import Clockwork
public import Exchange

/// The end of a run, planned or called for.
extension LoadProgram {
    /// Lets nobody in any more.
    ///
    /// Whoever thinks or types leaves at once, whoever waits for a reply waits at most the profile's
    /// `gracefulStop`. Asked a second time, it does nothing.
    public mutating func stop(at now: MonotonicTime, into orders: inout Orders) {
        guard ending == .none else { return }
        ending = .graceful
        orders.append(.stopTimer(Self.timer(.arrival)))
        orders.append(.stopTimer(Self.timer(.end)))
        for storm in plan.profile.storms.indices { orders.append(.stopTimer(Self.timer(.storm, storm))) }
        orders.append(.stopTimer(Self.timer(.stormDrop)))
        orders.append(.startTimer(Self.timer(.stopDeadline), at: now + plan.profile.load.gracefulStop))
        for slot in customers.indices where customers[slot].isPresent && customers[slot].activity != .waiting {
            leave(slot, at: now, &orders)
            settleSignals(of: slot, at: now, &orders)
        }
        if present == 0 { ending = .over }
    }

    /// Nobody waits any more.
    mutating func sayGoodbye(at now: MonotonicTime, _ orders: inout Orders) {
        guard ending == .graceful else { return }
        ending = .goodbye
        orders.append(.startTimer(Self.timer(.cutDeadline), at: now + RunPlan.goodbyeLimit))
        for slot in customers.indices where customers[slot].isPresent && customers[slot].activity == .waiting {
            cutTurn(slot)
            leave(slot, at: now, &orders)
            settleSignals(of: slot, at: now, &orders)
        }
    }

    /// Ends everything at once: connections are reset, open messages have failed.
    public mutating func cut(at now: MonotonicTime, into orders: inout Orders) {
        if ending == .none { stop(at: now, into: &orders) }
        for slot in customers.indices where customers[slot].isPresent {
            customers[slot].session.abandon(at: now, with: &buffers, into: &orders)
            settleSignals(of: slot, at: now, &orders)
        }
        ending = .over
    }
}
