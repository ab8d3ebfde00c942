import Transport

/// Whether a host may be connected to, judged before anything is: the transport judges again by the resolved address.
struct HostCheck: Sendable {
    /// Named on the command line, in lower case.
    let allowed: [String]

    init(allowed: [String]) {
        self.allowed = allowed.map { $0.lowercased() }
    }

    func isAllowed(_ host: String) -> Bool {
        allowed.contains(host.lowercased()) || HostPolicy.leadsToLoopback(host)
    }
}
