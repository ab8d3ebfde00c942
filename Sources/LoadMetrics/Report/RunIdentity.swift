public import Clockwork

/// Which run this was: of what profile, with which seed, against what, and when.
public struct RunIdentity: Sendable, Hashable {
    public var toolName: String
    public var toolVersion: String
    public var profileName: String
    /// In hexadecimal.
    public var profileSHA256: String
    public var id: String
    public var start: WallTime
    public var end: WallTime
    public var seed: UInt64
    /// `simulator`, or the names or hosts of the platforms.
    public var target: String
    /// How many processes the run was divided among.
    public var shards: Int

    public init(
        tool: (name: String, version: String),
        profile: (name: String, sha256: String),
        id: String,
        times: (start: WallTime, end: WallTime),
        seed: UInt64,
        target: String
    ) {
        toolName = tool.name
        toolVersion = tool.version
        profileName = profile.name
        profileSHA256 = profile.sha256
        self.id = id
        start = times.start
        end = times.end
        self.seed = seed
        self.target = target
        shards = 1
    }

    /// Never less than 0.
    public var seconds: Double { max(0, Double(end.milliseconds - start.milliseconds) / 1_000) }
}
