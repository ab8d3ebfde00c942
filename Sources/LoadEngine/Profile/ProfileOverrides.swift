import Clockwork

/// What the command line changes in a profile.
public struct ProfileOverrides: Sendable {
    /// One `PATH=VALUE` per `--set`, in their order.
    public var settings: [String] = []
    public var target: Target?
    public var seed: UInt64?
    /// Multiplies rates, customers and the maximum of customers.
    public var scale: Double?
    /// How long all phases together take; storms move along.
    public var duration: Duration?

    public init() {}

    /// Another place for the customers to go.
    public enum Target: Sendable {
        case simulator
        /// A file that holds what stands under a profile's `target`.
        case file(name: String, text: String)
    }
}
