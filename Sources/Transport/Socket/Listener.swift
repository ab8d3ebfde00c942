import CLinux
import Glibc

/// A TCP port that is being listened on, before a loop takes it and after.
///
/// Ownership: shared. The descriptor never changes and ends with the listener. Several loops may take one listener; the
/// kernel then gives each connection to one of them.
public final class Listener: Sendable {
    /// The address as it was asked for, without its port.
    public let host: String
    /// The port that the kernel gave, which is the one asked for unless that was 0.
    public let port: UInt16
    let descriptor: CInt
    /// There when what is served is TLS.
    let identity: TLSIdentity?
    private let backlog: CInt

    /// Listens on an address of either version, or on `localhost`, which is 127.0.0.1; with an identity it serves TLS.
    public init(
        host: String = "127.0.0.1",
        port: UInt16 = 0,
        backlog: Int = TransportLimits().backlog,
        identity: TLSIdentity? = nil
    )
        throws(SystemError)
    {
        let local = host == "localhost" ? SocketAddress.loopback(port: port) : SocketAddress(spelled: host, port: port)
        guard let local else { throw SystemError(call: "bind", code: EADDRNOTAVAIL) }
        var raw = local.raw
        self.backlog = CInt(clamping: backlog)
        descriptor = try SystemError.check("listen", clinux_listen(&raw, CInt(clamping: backlog)))
        self.host = host
        self.identity = identity
        self.port = raw.port
    }

    deinit {
        close(descriptor)
    }

    /// Refuses everybody from now on, those too who wait to be accepted, and keeps the port: one that was given back could
    /// be taken by a client's own end, which would then connect to itself.
    public func pause() throws(SystemError) {
        _ = try SystemError.check("shutdown", clinux_pause(descriptor))
    }

    /// Listens again after a pause.
    public func resume() throws(SystemError) {
        _ = try SystemError.check("listen", clinux_resume(descriptor, backlog))
    }

    /// Host and port as a URL holds them.
    public var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
