/// How fast somebody types.
public struct TypingPace: Hashable, Sendable {
    public var charactersPerSecond: Double
    /// Each text takes up to this share longer or shorter.
    public var jitter: Double
    public var atMost: Duration?
    /// Where set, every text takes a time drawn from it, however long the text is.
    public var time: Distribution?

    public init(charactersPerSecond: Double, jitter: Double, atMost: Duration? = nil) {
        self.charactersPerSecond = charactersPerSecond
        self.jitter = jitter
        self.atMost = atMost
    }

    /// Typing that takes its time whatever the text.
    public init(time: Distribution) {
        self.init(charactersPerSecond: .infinity, jitter: 0)
        self.time = time
    }

    /// How long a text of `characters` takes this time.
    public func duration(of characters: Int, using random: inout SeededRandom) -> Duration {
        if let time { return time.draw(using: &random) }
        let even = Double(characters) / charactersPerSecond
        let drawn = Duration.fractional(seconds: even * (1 + jitter * (2 * random.unit() - 1)))
        return atMost.map { min($0, drawn) } ?? drawn
    }
}
