public import AgentBot
public import ChatModel
public import Clockwork

/// What a simulator plays: which platform, with which agent, how fast, from which seed.
public struct SimulatorConfiguration: Sendable {
    public var platform: SimulatorPlatform
    public var script: BotScript
    /// The form of the channel; nil for none.
    public var survey: Survey?
    public var delays: CXoneDelays
    public var seed: UInt64
    /// Tells the time that messages bear.
    public var wall: WallClock
    public var brand: Int
    /// Made from the seed unless it is set.
    public var channel: String

    public init(script: BotScript, survey: Survey? = nil, seed: UInt64, wall: WallClock) {
        platform = .cxone
        self.script = script
        self.survey = survey
        delays = CXoneDelays()
        self.seed = seed
        self.wall = wall
        brand = 1_001
        var random = SeededRandom(seed: seed, stream: "cxone.channel")
        channel = "chat_" + MessageID(random.uuid()).text
    }
}

/// The platforms that a simulator can play.
public enum SimulatorPlatform: String, CaseIterable, Hashable, Sendable {
    case cxone
}
