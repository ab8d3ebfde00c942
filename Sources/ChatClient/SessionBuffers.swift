import JSONText

/// What the sessions of one loop share: the parser, and the lists in which they tell what happened.
///
/// Ownership: owned. The engine holds one per loop and lends it with every event.
public struct SessionBuffers: ~Copyable {
    var reader: JSONReader
    var events: [ChatEvent] = []
    /// What the last call told, in order; the engine takes it out after each.
    public var signals: [SessionSignal] = []

    /// A frame longer than `frameLimit` bytes is malformed.
    public init(frameLimit: Int) {
        reader = JSONReader(capacity: frameLimit)
    }
}

@available(*, unavailable)
extension SessionBuffers: Sendable {}
