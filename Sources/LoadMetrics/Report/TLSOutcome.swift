/// How often a run's connections were secured, and whether anybody looked with whom.
public struct TLSOutcome: Sendable, Hashable {
    public var handshakes: Int
    /// Of the handshakes those that took up an earlier session.
    public var resumed: Int
    /// The peers' certificates were not checked.
    public var isInsecure: Bool

    public init(handshakes: Int, resumed: Int, isInsecure: Bool) {
        self.handshakes = handshakes
        self.resumed = resumed
        self.isInsecure = isInsecure
    }

    /// What makes the run's figures somebody else's, perhaps.
    public var warning: String? {
        isInsecure ? "INSECURE: certificates were not checked, so anybody may have answered in the target's place" : nil
    }
}
