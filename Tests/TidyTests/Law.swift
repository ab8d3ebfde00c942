import Testing

/// Words that have no business in some rooms.
///
/// Laws that the manifest cannot express are checked by words: crude, and hard to break by mistake. Comments are free to
/// explain.
struct Law: Sendable, CustomTestStringConvertible {
    var name: String
    /// See `Substring.stands`.
    var words: [String]
    var forbids: @Sendable (SourceFile) -> Bool

    var testDescription: String { name }

    func breaches(in file: SourceFile) -> [String] {
        guard forbids(file) else { return [] }
        let present = words.filter { file.text.stands($0) }
        guard !present.isEmpty else { return [] }
        return file.code.flatMap { line, text in
            present.filter { text.stands($0) }.map { "\(file.name):\(line) says \"\($0)\"" }
        }
    }
}

extension Law {
    private static let vendors = ["CXone", "Infobip", "Unblu", "Iterable"]

    private static let metrics = [
        "chat_ack_", "chat_connect_", "chat_echo_", "chat_message_", "chat_ready_", "chat_reconnect_", "chat_reply_",
        "chat_step_", "chat_typing_", "http_call", "messages_", "ws_closed", "ws_heartbeat_",
    ]

    private static func words(for vendor: String) -> [String] { [vendor + "*", vendor.lowercased()] }

    /// Of the laws in `docs/architecture.md`, those that words can tell.
    static let all =
        [
            Law(name: "vendor names stop at the dialects, the desks and the commands", words: vendors.flatMap(words)) {
                !$0.room.hasSuffix("Dialect") && !["SimulatorCore", "loadgen", "bench"].contains($0.room)
            },
            Law(
                name: "the engine and the metrics know neither exit codes nor terminals",
                words: ["ExitCode", "isatty"]
            ) {
                ["LoadEngine", "LoadMetrics"].contains($0.room)
            },
            Law(name: "transport does not know chat", words: ["Chat*", "Conversation*", "Customer*", "Agent*"]) {
                $0.room == "Transport"
            },
            Law(name: "codecs know no descriptors", words: ["fileDescriptor*", "descriptor", "epoll*", "socket("]) {
                $0.room == "WireFormat"
            },
            Law(
                name: "only transport opens sockets",
                words: [
                    "epoll_create1", "epoll_ctl", "accept4", "setsockopt", "Glibc.socket",
                    "Glibc.connect",
                ]
            ) { $0.room != "Transport" },
            Law(
                name: "nothing suspends and nothing locks in a pure room",
                words: ["async", "Task", "actor", "Guarded", "Atomic"]
            ) { !["Transport", "LaunchKit", "loadgen", "bench"].contains($0.room) },
            Law(name: "only the front doors speak to the terminal", words: ["print(", "debugPrint(", "readLine("]) {
                !["LaunchKit", "loadgen", "bench"].contains($0.room)
            },
            Law(name: "only main.swift ends the process", words: ["exit(", "Glibc.exit", "Glibc.abort"]) {
                $0.fileName != "main.swift"
            },
            Law(name: "metric names stand in one room", words: metrics.map { "\"\($0)" }) { $0.room != "LoadMetrics" },
        ]
        + vendors.map { vendor in
            Law(name: "\(vendor) names no other vendor", words: vendors.filter { $0 != vendor }.flatMap(words)) {
                $0.room == vendor + "Dialect"
            }
        }

    /// A desk shares a dialect's reading of the wire and nothing else of it.
    static func desksUseNoClient(_ sources: [SourceFile]) -> Law {
        let clients = sources.filter { $0.room.hasSuffix("Dialect") && $0.name.mentions("/Client/") }
        return Law(name: "a desk uses no client of a dialect", words: clients.flatMap { $0.types.map(\.name) }) {
            $0.room == "SimulatorCore"
        }
    }
}
