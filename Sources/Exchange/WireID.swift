public import Clockwork

/// Names one dealing with the world; whoever gives the order chooses the number.
///
/// The number is made of its owner (a simulated customer, say) and a part that is the owner's own business, so that an
/// event finds its way back without a table. Everything with one owner shares that owner's HTTP connections.
public struct WireID<Kind>: Hashable, Sendable {
    public var number: UInt64

    @inlinable
    public init(_ number: UInt64) {
        self.number = number
    }

    /// `local` is cut to 24 bits.
    @inlinable
    public init(owner: WireOwner, _ local: Int) {
        number = owner.number << 24 | UInt64(truncatingIfNeeded: local) & 0xFF_FFFF
    }

    @inlinable public var owner: WireOwner { WireOwner(number >> 24) }
    @inlinable public var local: Int { Int(number & 0xFF_FFFF) }
}

extension WireID: TimerKey {
    @inlinable public var timerNumber: UInt64 { number }
}

/// Who a ``WireID`` belongs to; 40 bits.
public struct WireOwner: Hashable, Sendable {
    public var number: UInt64

    @inlinable
    public init(_ number: UInt64) {
        self.number = number & 0xFF_FFFF_FFFF
    }
}

/// The kinds of dealing that a ``WireID`` can name.
public enum WireKind: Sendable {
    public enum Socket: Sendable {}
    public enum Sending: Sendable {}
    public enum Call: Sendable {}
    public enum Visit: Sendable {}
    public enum Timer: Sendable {}
}

public typealias SocketID = WireID<WireKind.Socket>
public typealias SendingID = WireID<WireKind.Sending>
public typealias CallID = WireID<WireKind.Call>
/// Chosen by the runner, unlike the others: nobody ordered a visit.
public typealias VisitID = WireID<WireKind.Visit>
public typealias TimerID = WireID<WireKind.Timer>

extension WireID where Kind == WireKind.Sending {
    /// A sending that nobody wants to hear about: no `sent` comes back.
    @inlinable public static var unobserved: Self { SendingID(.max) }
}
