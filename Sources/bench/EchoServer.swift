import Clockwork
import Exchange
import Glibc
import JSONText
import LaunchKit
import TextForms
import Transport

/// `bench echo-server`: every WebSocket message comes back as it was.
struct EchoServer: WireProgram {
    static let verb = Verb(
        "echo-server",
        "Sends every WebSocket message back until SIGTERM or SIGINT.",
        flags: [
            Flag("listen", .endpoint, "Where to listen.", default: "127.0.0.1:0"),
            Flag("tls", .toggle, "Over TLS, with a certificate made for it."),
        ]
    )

    private var accepted = 0

    static func run(_ arguments: Arguments) throws -> Int32 {
        let signals = try SignalWatch()
        Machine.raiseDescriptorLimit()
        let endpoint = arguments.endpoint("listen")
        let own = arguments.has("tls") ? try TLSIdentity.selfMade() : nil
        let listener = try Listener(
            host: endpoint?.host ?? "127.0.0.1",
            port: endpoint?.port ?? 0,
            identity: own?.identity
        )
        let thread = try WireThread.start(Bench.largeMessages, listeningOn: [listener]) { _, _ in EchoServer() }
        var console = Console(.current)
        var line = Array("{\"url\":\"ws\(own == nil ? "" : "s")://\(listener.authority)/\"".utf8)
        if let own {
            line += ",\"ca\":".utf8
            JSONWriter.append(string: String(decoding: own.authority.bytes, as: UTF8.self), to: &line)
        }
        console.print(String(decoding: line + "}".utf8, as: UTF8.self))
        _ = signals.wait(until: nil)
        thread.handle.submit { loop in loop.stop() }
        thread.join()
        return 0
    }

    mutating func handle(_ event: WireEvent, at now: MonotonicTime, into orders: inout Orders) {
        switch event {
        case .text(let socket, let bytes):
            orders.append(.sendText(socket, .unobserved, orders.write { $0.append(copying: bytes) }))
        case .binary(let socket, let bytes):
            orders.append(.sendBinary(socket, .unobserved, orders.write { $0.append(copying: bytes) }))
        case .visited(let visit, _, _, _, _, let wantsUpgrade):
            guard wantsUpgrade else {
                return orders.append(.answer(visit, status: 426, fields: .empty, body: .empty))
            }
            accepted += 1
            orders.append(.acceptUpgrade(visit, as: SocketID(UInt64(accepted))))
        default: break
        }
    }

    mutating func turnEnded(_ turn: LoopTurn, into orders: inout Orders) {}
}

extension Bench {
    /// The suite sends messages of up to 16 MB.
    static let largeMessages = {
        var limits = TransportLimits()
        limits.frame = 64 << 20
        limits.message = 64 << 20
        limits.unsent = 256 << 20
        var compression = CompressionOptions()
        compression.threshold = 0
        return TransportOptions(limits: limits, compression: compression)
    }()
}
