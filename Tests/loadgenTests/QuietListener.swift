import Glibc

/// Somebody who listens on loopback and remembers whether anybody came.
final class QuietListener {
    private let descriptor: Int32
    let port: UInt16

    struct Refusal: Error {
        let call: String
    }

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, size) != 0 || listen(descriptor, 8) != 0
                    || getsockname(descriptor, place, &size) != 0
            }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        if failed { throw Refusal(call: "listen") }
    }

    deinit { close(descriptor) }

    /// The kernel keeps those who came until they are taken.
    var wasVisited: Bool {
        let visitor = accept(descriptor, nil, nil)
        if visitor >= 0 { close(visitor) }
        return visitor >= 0
    }
}
