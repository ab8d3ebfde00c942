import Glibc

/// Whether a host may be connected to, judged before anything is: the transport judges again by the resolved address.
struct HostCheck: Sendable {
    /// Named on the command line, in lower case.
    let allowed: [String]

    init(allowed: [String]) {
        self.allowed = allowed.map { $0.lowercased() }
    }

    func isAllowed(_ host: String) -> Bool {
        allowed.contains(host.lowercased()) || Self.resolvesToLoopback(host)
    }

    /// Every address of the name, by the system's own resolver.
    private static func resolvesToLoopback(_ host: String) -> Bool {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return false }
        defer { freeaddrinfo(found) }
        var next = found
        var count = 0
        while let entry = next {
            guard isLoopback(entry.pointee) else { return false }
            count += 1
            next = entry.pointee.ai_next
        }
        return count > 0
    }

    private static func isLoopback(_ entry: addrinfo) -> Bool {
        guard let address = UnsafeRawPointer(entry.ai_addr) else { return false }
        switch entry.ai_family {
        case AF_INET:
            let v4 = address.loadUnaligned(as: sockaddr_in.self)
            return UInt32(bigEndian: v4.sin_addr.s_addr) >> 24 == 127
        case AF_INET6:
            let v6 = address.loadUnaligned(as: sockaddr_in6.self)
            return withUnsafeBytes(of: v6.sin6_addr) { bytes in
                bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
            }
        default: return false
        }
    }
}
