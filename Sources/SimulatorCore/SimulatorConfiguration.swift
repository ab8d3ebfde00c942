public import AgentBot
public import CXoneDialect
public import Clockwork
public import JSONText

/// What a simulator plays: which platform, with which agent, how fast, from which seed.
public struct SimulatorConfiguration: Sendable {
    public var platform: SimulatorPlatform
    public var script: BotScript
    /// Never empty; the only one has no name unless it was given one.
    public var channels: [NamedChannel]

    /// The first of them.
    public var channel: CXoneChannel {
        get { channels[0].channel }
        set { channels[0].channel = newValue }
    }
    public var delays: CXoneDelays
    public var seed: UInt64
    /// Messages and answers are compressed for clients that take it.
    public var compresses = false
    /// Tells the time that messages bear.
    public var wall: WallClock

    public init(
        script: BotScript,
        channels: [NamedChannel] = [NamedChannel(name: nil, channel: CXoneChannel())],
        delays: CXoneDelays = CXoneDelays(),
        seed: UInt64,
        wall: WallClock
    ) {
        platform = .cxone
        self.script = script
        self.channels = channels
        self.delays = delays
        self.seed = seed
        self.wall = wall
    }

    /// One line of JSON: a `target` object with every URL, for an origin such as `127.0.0.1:8080`, or such an object for
    /// each channel under its name.
    public func target(at origin: String, isSecure: Bool = false) -> String {
        var bytes: [UInt8] = []
        if channels.count == 1, channels[0].name == nil {
            target(of: channels[0].channel, at: origin, isSecure).append(to: &bytes)
        } else {
            for (index, named) in channels.enumerated() {
                JSONWriter.append(index == 0 ? "{" : ",", to: &bytes)
                JSONWriter.append(string: named.name ?? "channel \(index + 1)", to: &bytes)
                JSONWriter.append(":", to: &bytes)
                target(of: named.channel, at: origin, isSecure).append(to: &bytes)
            }
            JSONWriter.append("}", to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func target(of channel: CXoneChannel, at origin: String, _ isSecure: Bool) -> CXoneTarget {
        let end = isSecure ? "s" : ""
        return CXoneTarget(
            chatUrl: "http\(end)://\(origin)/chat",
            socketUrl: "ws\(end)://\(origin)/",
            tokenUrl: "http\(end)://\(origin)/",
            loggerUrl: "http\(end)://\(origin)/logger-public",
            brandId: channel.brandId,
            channelId: channel.channelId,
            offersCompression: compresses
        )
    }

    /// A channel, and the name under which customers ask for it.
    public struct NamedChannel: Sendable {
        public var name: String?
        public var channel: CXoneChannel

        public init(name: String?, channel: CXoneChannel) {
            self.name = name
            self.channel = channel
        }

        /// Reads `channel`, or the named ones of `channels`; those that name no id of their own are numbered.
        public static func read(
            channel: JSONNode?,
            channels: JSONNode?,
            file: String
        ) throws(DocumentProblems) -> [NamedChannel] {
            guard let channels else {
                guard let channel else { return [NamedChannel(name: nil, channel: CXoneChannel())] }
                let one = try JSONDocument(file: file, root: channel).read { CXoneChannel.read(&$0) }
                return [NamedChannel(name: nil, channel: one)]
            }
            let entries = try JSONDocument(file: file, root: channels).read { value in
                value.entries { _, value in CXoneChannel.read(&value) }
            }
            return entries.enumerated().map { number, entry in
                var channel = entry.value
                if channels[entry.key]?["channelId"] == nil { channel.channelId = CXoneChannel.channelId(number + 1) }
                return NamedChannel(name: entry.key, channel: channel)
            }
        }
    }
}

/// The platforms that a simulator can play.
public enum SimulatorPlatform: String, CaseIterable, Hashable, Sendable {
    case cxone
}
