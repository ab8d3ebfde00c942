public import AgentBot
public import CXoneDialect
public import Clockwork

/// What a simulator plays: which platform, with which agent, how fast, from which seed.
public struct SimulatorConfiguration: Sendable {
    public var platform: SimulatorPlatform
    public var script: BotScript
    public var channel: CXoneChannel
    public var delays: CXoneDelays
    public var seed: UInt64
    /// Messages and answers are compressed for clients that take it.
    public var compresses = false
    /// Tells the time that messages bear.
    public var wall: WallClock

    public init(
        script: BotScript,
        channel: CXoneChannel = CXoneChannel(),
        delays: CXoneDelays = CXoneDelays(),
        seed: UInt64,
        wall: WallClock
    ) {
        platform = .cxone
        self.script = script
        self.channel = channel
        self.delays = delays
        self.seed = seed
        self.wall = wall
    }

    /// One line of JSON: a `target` object with every URL, for an origin such as `127.0.0.1:8080`.
    public func target(at origin: String, isSecure: Bool = false) -> String {
        let end = isSecure ? "s" : ""
        var bytes: [UInt8] = []
        CXoneTarget(
            chatUrl: "http\(end)://\(origin)/chat",
            socketUrl: "ws\(end)://\(origin)/",
            tokenUrl: "http\(end)://\(origin)/",
            loggerUrl: "http\(end)://\(origin)/logger-public",
            brandId: channel.brandId,
            channelId: channel.channelId,
            offersCompression: compresses
        )
        .append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The platforms that a simulator can play.
public enum SimulatorPlatform: String, CaseIterable, Hashable, Sendable {
    case cxone
}
