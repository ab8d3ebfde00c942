import CLinux
import Glibc

/// An address of TCP, of either version.
struct SocketAddress: Hashable, Sendable {
    var isVersion6: Bool
    var port: UInt16
    /// The bytes as they lie in memory; the second half is zero for version 4.
    var first: UInt64
    var second: UInt64
    var scope: UInt32 = 0

    static func loopback(port: UInt16) -> SocketAddress {
        SocketAddress(isVersion6: false, port: port, first: UInt64(UInt32(0x7F00_0001).bigEndian), second: 0)
    }

    static func loopback6(port: UInt16) -> SocketAddress {
        SocketAddress(isVersion6: true, port: port, first: 0, second: UInt64(1).bigEndian)
    }

    /// 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        isVersion6 ? first == 0 && second == UInt64(1).bigEndian : first & 0xFF == 127
    }

    var raw: clinux_address {
        clinux_address(family: isVersion6 ? AF_INET6 : AF_INET, port: port, scope: scope, first: first, second: second)
    }
}

extension SocketAddress {
    init(_ raw: clinux_address) {
        self.init(
            isVersion6: raw.family == AF_INET6,
            port: raw.port,
            first: raw.first,
            second: raw.second,
            scope: raw.scope
        )
    }

    /// Nil when the host is a name.
    init?(spelled host: String, port: UInt16) {
        var raw = clinux_address()
        guard clinux_parse_address(host, &raw) == 1 else { return nil }
        raw.port = port
        self.init(raw)
    }
}
