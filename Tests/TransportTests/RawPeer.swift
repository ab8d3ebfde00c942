import Foundation
import WireFormat

/// A plain blocking socket: the other end, without any of our code.
///
/// Reads give up after ten seconds.
final class RawPeer: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { if descriptor >= 0 { Foundation.close(descriptor) } }

    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    convenience init(connectedTo port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port)
        withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                _ = connect(descriptor, place, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        self.init(descriptor: descriptor)
    }

    func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
    func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes the same bytes again and again until the other end has enough, and answers how many it took.
    func flood(_ bytes: [UInt8], most: Int) -> Int {
        var total = 0
        while total < most {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { break }
            total += count
        }
        return total
    }

    /// Writes byte by byte, one every 10 ms, until there is something to read or the other end is gone.
    func trickle(_ bytes: [UInt8]) {
        for byte in bytes {
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 10) == 0 else { return }
            write([byte])
        }
    }

    /// What one read answers; empty at the end.
    func read(_ room: Int = 65_536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: room)
        let count = recv(descriptor, &bytes, room, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    func readText(through end: String) -> String {
        var text = ""
        while !text.contains(end) {
            let more = read()
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        return text
    }

    func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let more = read()
            if more.isEmpty { return all }
            all += more
        }
    }

    /// The errno that a read ends with, or 0 for a plain end.
    func readError() -> Int32 {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count <= 0 { return count == 0 ? 0 : errno }
        }
    }

    func reset() {
        var at = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &at, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RD))
        var empty = sockaddr()
        empty.sa_family = sa_family_t(AF_UNSPEC)
        // Connecting to nowhere resets without giving the number of the descriptor to somebody else.
        connect(descriptor, &empty, socklen_t(MemoryLayout<sockaddr>.size))
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads an upgrade's request and accepts it, with more bytes in the same segment if wanted.
    ///
    /// Pieces that come before it are written one by one.
    @discardableResult
    func acceptUpgrade(
        choosing chosen: String = "",
        _ fields: String = "",
        after pieces: [String] = [],
        followedBy more: [UInt8] = []
    ) -> String {
        let request = readText(through: "\r\n\r\n")
        let line = request.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }
        let text = String(line?.dropFirst(19) ?? "")
        guard let key = WebSocketKey(text.utf8Span.span.bytes) else { return request }
        var answer: [UInt8] = []
        WebSocketUpgrade.appendAnswer(to: key, into: &answer)
        var lines = fields
        if !chosen.isEmpty { lines += "Sec-WebSocket-Extensions: \(chosen)\r\n" }
        answer.insert(contentsOf: Array(lines.utf8), at: answer.count - 2)
        for piece in pieces { write(piece) }
        write(answer + more)
        return request
    }

    static func frame(_ opcode: WebSocketOpcode, _ text: String, key: UInt32? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        WebSocketEncoder.append(opcode, text.utf8Span.span.bytes, key: key, to: &bytes)
        return bytes
    }

    static func close(_ code: UInt16, key: UInt32? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        WebSocketEncoder.appendClose(code, key: key, to: &bytes)
        return bytes
    }
}

/// A plain listening socket.
final class RawListener: Sendable {
    private let descriptor: Int32
    let port: UInt16

    init(backlog: Int32 = 16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = RawPeer.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length)
                listen(descriptor, backlog)
                getsockname(descriptor, place, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    var url: String { "ws://127.0.0.1:\(port)/" }
    var httpURL: String { "http://127.0.0.1:\(port)/" }

    func accept() -> RawPeer { RawPeer(descriptor: Foundation.accept(descriptor, nil, nil)) }
}
