/// Which hosts may be connected to: loopback, judged by the address that a name led to, and those that are named.
public struct HostPolicy: Sendable {
    private let named: Set<String>

    init(allowedHosts: [String]) {
        named = Set(allowedHosts.map { $0.lowercased() })
    }

    /// The host is in lower case and without brackets.
    func allows(_ host: String, at address: SocketAddress) -> Bool {
        address.isLoopback || named.contains(host)
    }

    /// Whether every address of a host is on loopback; for a command that checks before anything is connected to, since
    /// asking for a name may take seconds.
    public static func leadsToLoopback(_ host: String) -> Bool {
        let addresses = Resolver.ask(for: host)
        return !addresses.isEmpty && addresses.allSatisfy(\.isLoopback)
    }
}
