import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText

/// Access tokens, in the session's own band, and the transaction tokens of secured sessions.
extension CXoneClient {
    /// Remembers a token and when it is to be renewed.
    mutating func take(_ access: AccessToken, at now: MonotonicTime) {
        token = Self.token(access.token, lasting: access.expiresIn, less: Wait.tokenMargin, at: now)
    }

    mutating func take(_ answer: TransactionToken, at now: MonotonicTime) {
        transaction = Self.token(answer.token, lasting: answer.expiresIn, less: client.tokenMargin, at: now)
        if let access = answer.access { take(access, at: now) }
        if let refreshed = answer.refreshToken { refreshToken = refreshed }
        // The platform knows better who this is.
        if let customer = answer.customer { sender.customer = customer }
    }

    private static func token(
        _ text: String,
        lasting seconds: Int,
        less margin: Duration,
        at now: MonotonicTime
    ) -> Token {
        // Clamped, so that no number of a peer can overflow.
        let life = Duration.seconds(min(max(seconds, 0), 1_000_000_000))
        return Token(text: text, staleAt: now + (life - margin))
    }

    var tokenRequest: TokenRequest {
        if channel.hasCookie { return .cookie }
        guard channel.isAuthorizationEnabled else { return .anonymous(sender.customer) }
        return .code(credentials.authorizationCode ?? "", verifier: credentials.codeVerifier)
    }

    /// A secured session begins with a token; every other opens its socket at once.
    mutating func askForToken(
        isFirst: Bool,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard channel.isSecured else { return open(isFirst: isFirst, at: now, into: &orders) }
        if let transaction, now < transaction.staleAt { return open(isFirst: isFirst, at: now, into: &orders) }
        guard address.tokenURL != nil else { return fail(.tokenRefused, into: &orders, telling: &events) }
        // A login cannot be repeated without its customer.
        if transaction != nil, channel.isAuthorizationEnabled, !channel.hasCookie {
            return fail(.tokenExpired, into: &orders, telling: &events)
        }
        start(.token, attempt: 1, intended: now, at: now, into: &orders)
    }

    /// The iOS client takes the address that it had, the others make it anew.
    mutating func comeBack(at now: MonotonicTime, into orders: inout Orders, telling events: inout [ChatEvent]) {
        guard channel.isSecured, client != .ios else { return open(isFirst: false, at: now, into: &orders) }
        // The web client keeps no token.
        if client == .web { transaction = nil }
        askForToken(isFirst: false, at: now, into: &orders, telling: &events)
    }

    /// Asks for a fresh token, once for all messages that wait for it.
    mutating func renew(_ token: Token, at now: MonotonicTime, into orders: inout Orders) {
        guard refresh == nil else { return }
        let deadline = now + Wait.answer
        if channel.isSecured {
            refresh = PendingRefresh(event: 0, deadline: deadline)
            renewByCall(at: now, into: &orders)
        } else {
            let presented = TokenPresented(token: token.text)
            let event = order(.refreshToken, into: &orders) { presented.append(to: &$0) }
            refresh = PendingRefresh(event: event, deadline: deadline)
        }
        orders.append(.startTimer(timer(.refresh), at: deadline))
    }

    private mutating func renewByCall(at now: MonotonicTime, into orders: inout Orders) {
        calls += 1
        let id = CallID(owner: owner, calls)
        let fields = callFields(into: &orders)
        let url = orders.write { $0.append(contentsOf: address.tokenURL ?? []) }
        let renewal = TokenRequest.refresh(refreshToken ?? "")
        let body = orders.write { renewal.append(client, to: &$0) }
        orders.append(.call(id, .post, url: url, fields: fields, body: body))
        let fetch = Fetch(id: id, what: .token, attempt: 1, intended: now, ordered: now)
        errands.append(Errand(fetch: fetch, purpose: .renewal))
    }

    mutating func renewed(
        _ answer: TokenRefreshed,
        _ event: EchoedID?,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let refresh, EchoedID(refresh.event) == event else { return events.append(.fault(.unexpectedEvent)) }
        take(answer.accessToken, at: now)
        goOnAfterRenewal(at: now, into: &orders)
    }

    mutating func goOnAfterRenewal(at now: MonotonicTime, into orders: inout Orders) {
        refresh = nil
        orders.append(.stopTimer(timer(.refresh)))
        let waiting = held
        held.removeAll()
        // However short the new token's life, these go out with it.
        for message in waiting { transmit(message.saying, in: message.conversation, at: now, into: &orders) }
    }

    mutating func failedToRenew(
        _ fault: ChatFault,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        refresh = nil
        orders.append(.stopTimer(timer(.refresh)))
        events.append(.fault(.authorizationRefused))
        for message in held { events.append(.refused(message.saying.id, fault)) }
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
