import CLinux
import Clockwork
import Glibc

/// The addresses that a name led to; none when it led nowhere.
struct Resolution: Sendable {
    var host: String
    var addresses: [SocketAddress]
}

/// Remembers the addresses of names and asks for those it does not know, on threads of their own.
///
/// Asking may take seconds, so no loop ever does it itself. Addresses and `localhost` are known without asking.
struct Resolver {
    enum Answer {
        case known([SocketAddress])
        /// Ask again when the resolution has been handed over.
        case asked
        case tooMany
    }

    private var known: [String: (addresses: [SocketAddress], until: MonotonicTime)] = [:]
    private var asking: Set<String> = []
    /// The last host that was an address; most openings of a run lead to one host.
    private var lastSpelled: (host: String, addresses: [SocketAddress])?

    mutating func addresses(of host: String, at now: MonotonicTime, answerTo doorbell: Doorbell) -> Answer {
        if let lastSpelled, lastSpelled.host == host { return .known(lastSpelled.addresses) }
        if let address = SocketAddress(spelled: host, port: 0) {
            lastSpelled = (host, [address])
            return .known([address])
        }
        if host == "localhost" { return .known([.loopback(port: 0), .loopback6(port: 0)]) }
        if let entry = known[host], now < entry.until { return .known(entry.addresses) }
        if asking.contains(host) { return .asked }
        guard asking.count < TransportLimits.resolving else { return .tooMany }
        let isRunning = LoopThread.detach {
            doorbell.post(Resolution(host: host, addresses: Self.ask(for: host)))
        }
        guard isRunning else { return .tooMany }
        asking.insert(host)
        return .asked
    }

    /// Asks the system, which may take seconds.
    static func ask(for host: String) -> [SocketAddress] {
        var raw = [clinux_address](repeating: clinux_address(), count: 8)
        let count = clinux_resolve(host, &raw, CInt(raw.count))
        return raw.prefix(max(0, Int(count))).map { SocketAddress($0) }
    }

    mutating func learn(_ resolution: Resolution, at now: MonotonicTime) {
        asking.remove(resolution.host)
        if known.count >= TransportLimits.resolved { known = known.filter { now < $0.value.until } }
        if known.count >= TransportLimits.resolved { known.removeAll() }
        // A name that leads nowhere is asked for again by the next who wants it.
        let lifetime = resolution.addresses.isEmpty ? Duration.zero : TransportLimits.resolvedFor
        known[resolution.host] = (resolution.addresses, now + lifetime)
    }
}
