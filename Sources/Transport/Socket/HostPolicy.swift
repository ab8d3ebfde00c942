/// Which hosts may be connected to: loopback, judged by the address that a name led to, and those that are named.
struct HostPolicy: Sendable {
    private let named: Set<String>

    init(allowedHosts: [String]) {
        named = Set(allowedHosts.map { $0.lowercased() })
    }

    /// The host is in lower case and without brackets.
    func allows(_ host: String, at address: SocketAddress) -> Bool {
        address.isLoopback || named.contains(host)
    }
}
