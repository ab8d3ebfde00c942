import ChatClient
import ChatModel
import Clockwork
import Exchange

extension CXoneClient {
    /// Remembers a token and when it is to be renewed.
    mutating func take(_ access: AccessToken, at now: MonotonicTime) {
        // Clamped, so that no number of a peer can overflow.
        let life = Duration.seconds(min(max(access.expiresIn, 0), 1_000_000_000))
        token = Token(text: access.token, staleAt: now + (life - Wait.tokenMargin))
    }

    /// Asks for a fresh token, once for all messages that wait for it.
    mutating func renew(_ token: Token, at now: MonotonicTime, into orders: inout Orders) {
        guard refresh == nil else { return }
        let presented = TokenPresented(token: token.text)
        let event = order(.refreshToken, into: &orders) { presented.append(to: &$0) }
        let deadline = now + Wait.answer
        refresh = PendingRefresh(event: event, deadline: deadline)
        orders.append(.startTimer(timer(.refresh), at: deadline))
    }

    mutating func renewed(
        _ answer: TokenRefreshed,
        _ event: EchoedID?,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let refresh, EchoedID(refresh.event) == event else { return events.append(.fault(.unexpectedEvent)) }
        self.refresh = nil
        orders.append(.stopTimer(timer(.refresh)))
        take(answer.accessToken, at: now)
        let waiting = held
        held.removeAll()
        guard let thread else { return }
        // However short the new token's life, these go out with it.
        for message in waiting { transmit(message.id, in: thread, message.text, at: now, into: &orders) }
    }

    mutating func failedToRenew(
        _ fault: ChatFault,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        refresh = nil
        orders.append(.stopTimer(timer(.refresh)))
        events.append(.fault(.authorizationRefused))
        for message in held { events.append(.refused(message.id, fault)) }
        held.removeAll()
    }

    mutating func refreshTimedOut(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let refresh else { return }
        guard now >= refresh.deadline else {
            return orders.append(.startTimer(timer(.refresh), at: refresh.deadline))
        }
        failedToRenew(.eventTimeout, into: &orders, telling: &events)
    }
}
