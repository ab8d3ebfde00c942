/// How often the connections of a loop were secured, and how often not.
public struct TLSCounts: Hashable, Sendable {
    public var handshakes = 0
    /// Of the handshakes those that took up an earlier session.
    public var resumed = 0
    /// As a server: connections that never got through the handshake.
    public var refused = 0
    /// Of the refused those whose client spoke plain text.
    public var plaintext = 0

    public init() {}

    public static func += (counts: inout TLSCounts, more: TLSCounts) {
        counts.handshakes += more.handshakes
        counts.resumed += more.resumed
        counts.refused += more.refused
        counts.plaintext += more.plaintext
    }
}
