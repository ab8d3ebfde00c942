public import Clockwork
public import JSONText

/// How long the CXone desk takes for each kind of answer, counted from the request's receipt.
///
/// Without them a simulator on the same machine answers in microseconds and every latency is nothing. All defaults are
/// ours.
public struct CXoneDelays: Hashable, Sendable {
    /// The channel's configuration.
    public var configuration: Distribution = .constant(.milliseconds(10))
    /// The visitor's record.
    public var visitor: Distribution = .constant(.milliseconds(10))
    /// Authorization, reconnection and a new token.
    public var authorize: Distribution = .constant(.milliseconds(15))
    /// A conversation's history, and older pages of it.
    public var recover: Distribution = .constant(.milliseconds(15))
    /// The bare acknowledgement of everything else.
    public var ack: Distribution = .constant(.milliseconds(5))
    /// A message's way to the customer's sockets; never before its acknowledgement.
    ///
    /// By default with it, in one segment.
    public var echo: Distribution = .constant(.milliseconds(5))
    /// The answer to an upload.
    public var upload: Distribution = .constant(.milliseconds(20))

    public init() {}

    /// The same for every kind: for tests, and for whoever wants the desk as fast as it can be.
    public init(all delay: Distribution) {
        configuration = delay
        visitor = delay
        authorize = delay
        recover = delay
        ack = delay
        echo = delay
        upload = delay
    }

    /// Reads `simulator.delays`.
    public static func decode(_ reader: inout ValueReader) -> CXoneDelays? {
        reader.object { object -> CXoneDelays? in
            var delays = CXoneDelays()
            delays.configuration = object.optional("configuration") { $0.distribution() } ?? delays.configuration
            delays.visitor = object.optional("visitor") { $0.distribution() } ?? delays.visitor
            delays.authorize = object.optional("authorize") { $0.distribution() } ?? delays.authorize
            delays.recover = object.optional("recover") { $0.distribution() } ?? delays.recover
            delays.ack = object.optional("ack") { $0.distribution() } ?? delays.ack
            delays.echo = object.optional("echo") { $0.distribution() } ?? delays.echo
            delays.upload = object.optional("upload") { $0.distribution() } ?? delays.upload
            return delays
        }
    }
}
