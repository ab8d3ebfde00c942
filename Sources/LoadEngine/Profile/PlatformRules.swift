public import ChatModel
public import JSONText

/// What one platform says about its own parts of a profile.
///
/// The engine knows no vendor: the command hands in one of these for each platform it was built with, and the platform's
/// dialect reports its own faults to the readers. The first of a table is the simulator's default.
public struct PlatformRules: Sendable {
    public var name: String
    /// Asks a `target` for every key but `platform`, `allowHosts` and `tls`, which are read already.
    public var checkTarget: @Sendable (inout ObjectReader) -> Void
    /// Reads `simulator.channel` and answers the form that the channel has filled in.
    public var checkChannel: @Sendable (inout ValueReader) -> Survey?
    /// Reads `simulator.delays`.
    public var checkDelays: @Sendable (inout ValueReader) -> Void
    /// The names of the vendor's clients; the first is the default.
    public var clients: [String] = []
    /// The keys that `credentials` may have.
    public var credentialKeys: [String] = []
    /// A file's content as the named client uploads it.
    public var encodeFile: @Sendable (_ bytes: [UInt8], _ client: String?) -> [UInt8] = { bytes, _ in bytes }

    public init(
        name: String,
        checkTarget: @escaping @Sendable (inout ObjectReader) -> Void,
        checkChannel: @escaping @Sendable (inout ValueReader) -> Survey?,
        checkDelays: @escaping @Sendable (inout ValueReader) -> Void
    ) {
        self.name = name
        self.checkTarget = checkTarget
        self.checkChannel = checkChannel
        self.checkDelays = checkDelays
    }
}
