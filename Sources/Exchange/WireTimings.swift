public import Clockwork

/// When the steps of opening a socket or making a call were done.
///
/// A step that was not needed (a connection that stood already, no TLS) has the moment of the step before it.
public struct WireTimings: Hashable, Sendable {
    /// The order was taken up.
    public var began: MonotonicTime
    public var resolved: MonotonicTime
    public var connected: MonotonicTime
    public var secured: MonotonicTime
    /// The write that took the request's last byte.
    public var sent: MonotonicTime
    /// The upgrade was accepted, or the last byte of the response was there.
    public var answered: MonotonicTime
    /// How often the call was led elsewhere; `began` is of the first request, the other moments are of the last.
    public var redirects = 0

    public init(all moment: MonotonicTime) {
        began = moment
        resolved = moment
        connected = moment
        secured = moment
        sent = moment
        answered = moment
    }
}
