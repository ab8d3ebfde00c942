public import Clockwork
public import Exchange
public import JSONText

/// One vendor's way of speaking the shared model.
///
/// A dialect is a value that does no I/O: it is told what happened, reads it with the loop's reader, and appends what to
/// do next and what it learned to buffers of the loop. It may keep nothing of an event. Its own timers have local numbers
/// below ``ChatTimers/dialectEnd``, and its sockets, calls and sendings any.
public protocol ChatDialect: Sendable {
    /// How the vendor's own client comes back after a lost connection.
    var reconnectPolicy: ReconnectPolicy { get }

    /// Whether the words of the other side's messages are told too; nobody pays for them where nobody listens.
    var tellsText: Bool { get set }

    mutating func handle(
        _ event: WireEvent,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    )

    mutating func perform(
        _ command: ChatCommand,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    )
}

/// Who may use which local numbers of a customer's timers.
public enum ChatTimers: Sendable {
    /// A dialect's timers are 0 ..< `dialectEnd`.
    public static let dialectEnd = 32
    /// A session's are `dialectEnd` ..< `sessionEnd`; the engine's follow.
    public static let sessionEnd = 48
}
