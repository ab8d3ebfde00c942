import ChatClient

/// What a customer wants next.
enum Intent: Hashable, Sendable {
    /// Think, type, say something and wait for the answer.
    case turn
    /// Break the own connection and come back.
    case drop
    case leave
}

/// A customer's mind: asked whenever the customer is free to do something, never told how the wire works.
enum BehaviorMind: Sendable {
    case preChat(PreChat)
    case reconnect(Reconnect)

    init(_ behavior: CustomerGroup.Behavior, turns: Int) {
        switch behavior {
        case .preChat: self = .preChat(PreChat(turns: turns))
        case .reconnect: self = .reconnect(Reconnect(turns: turns))
        }
    }

    mutating func next() -> Intent {
        switch self {
        case .preChat(var mind):
            defer { self = .preChat(mind) }
            return mind.next()
        case .reconnect(var mind):
            defer { self = .reconnect(mind) }
            return mind.next()
        }
    }
}
