import ChatClient
import ChatModel
import Clockwork
import Exchange
import Foundation
import JSONText

@testable import CXoneDialect

/// A client on a line whose other end is the test: it says what arrives and looks at what is ordered and told.
struct ScriptedLine: ~Copyable {
    static let owner = WireOwner(7)
    static let target = CXoneTarget(
        chatUrl: "http://127.0.0.1:8080/chat",
        socketUrl: "ws://127.0.0.1:8080",
        brandId: 1_234,
        channelId: "chat_5b0d7a54-3c8e-4a2e-9a55-0c2f6d2f7a10"
    )

    /// A request with its bytes as text.
    struct Ordered: Equatable {
        var request: WireRequest
        var url = ""
        var fields = ""
        var body = ""
    }

    var client: CXoneClient
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    var told: [ChatEvent] = []
    var ordered: [Ordered] = []
    private var reader = JSONReader(capacity: 65_536)
    private var orders = Orders()

    init(seed: UInt64 = 1) {
        client = CXoneClient(
            owner: Self.owner,
            target: Self.target,
            person: Person(firstName: "Ada", lastName: "Lowe"),
            random: SeededRandom(seed: seed),
            // 2026-07-01T09:15:00Z at the moment 0.
            wall: WallClock(origin: WallTime(milliseconds: 1_782_897_300_000), at: .never)
        )
    }

    mutating func perform(_ command: ChatCommand) {
        begin()
        client.perform(command, at: now, into: &orders, telling: &told)
        collect()
    }

    mutating func handle(_ event: WireEvent) {
        begin()
        client.handle(event, at: now, reader: &reader, into: &orders, telling: &told)
        collect()
    }

    mutating func receive(_ frame: String) {
        let bytes = Array(frame.utf8)
        handle(.text(socket, bytes.span.bytes))
    }

    mutating func receive(_ encode: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        encode(&bytes)
        receive(String(decoding: bytes, as: UTF8.self))
    }

    mutating func fire(_ timer: CXoneClient.ClientTimer, after wait: Duration) {
        now += wait
        handle(.fired(TimerID(owner: Self.owner, timer.rawValue)))
    }

    mutating func finish(_ status: UInt16 = 200, _ body: String) {
        guard let id = call else { return begin() }
        let bytes = Array(body.utf8)
        var heard: [ChatEvent] = []
        var asked: [Ordered] = []
        handle(.head(id, status: status, fields: [UInt8]().span.bytes))
        handle(.chunk(id, bytes.span.bytes))
        heard += told
        asked += ordered
        handle(.finished(id, WireTimings(all: now)))
        told = heard + told
        ordered = asked + ordered
    }

    mutating func open() {
        handle(.opened(socket, WireTimings(all: now)))
    }

    /// Everything up to the authorization's answer.
    mutating func authorize(survey: Survey? = nil) {
        perform(.connect(intended: now))
        finish(200, Self.configuration(survey: survey))
        finish(200, "{}")
        open()
        let event = EchoedID(lastEvent)
        receive { ConsumerAuthorized(customer: nil, accessToken: nil).append(to: event, into: &$0) }
    }

    /// A customer with a thread of its own, nothing said yet.
    mutating func becomeReady() -> ConversationID {
        authorize()
        refuse(.recoveringThreadFailed)
        guard case .ready(let conversation?) = told.last else { return ConversationID(0) }
        return conversation
    }

    mutating func refuse(_ code: OperationError.Code) {
        let event = EchoedID(lastEvent)
        receive { OperationError(event: event, code: code, transaction: "t1", message: "none").append(to: &$0) }
    }

    /// The client's own socket, call and frame of the moment.
    var socket: SocketID { client.socket ?? SocketID(owner: Self.owner, 0xFF_FFFF) }
    var call: CallID? { client.fetch?.id }
    private(set) var lastFrame = ""
    var lastEvent: String { Self.member("eventId", of: lastFrame) }

    var frames: [String] {
        ordered.compactMap { order in
            if case .sendText = order.request { order.body } else { nil }
        }
    }

    static func member(_ name: String, of frame: String) -> String {
        guard let start = frame.range(of: "\"\(name)\":\"") else { return "" }
        return String(frame[start.upperBound...].prefix { $0 != "\"" })
    }

    static func configuration(survey: Survey? = nil) -> String {
        var bytes: [UInt8] = []
        ChannelConfiguration(name: "Demo", channel: target.channelId, survey: survey).append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func begin() {
        told = []
        ordered = []
    }

    private mutating func collect() {
        var found: [Ordered] = []
        orders.drain { request, bytes in
            func text(_ range: ByteRange) -> String {
                range.bytes(of: bytes) { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
            }
            var order = Ordered(request: request)
            switch request {
            case .open(_, let url, let fields):
                order.url = text(url)
                order.fields = text(fields)
            case .call(_, _, let url, let fields, let body):
                order.url = text(url)
                order.fields = text(fields)
                order.body = text(body)
            case .sendText(_, _, let frame): order.body = text(frame)
            default: break
            }
            found.append(order)
        }
        ordered = found
        lastFrame = frames.last ?? lastFrame
    }
}

/// Reads a fixture by its path.
enum Fixture {
    static func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let text = try String(contentsOf: folder.appending(path: name + ".json"), encoding: .utf8)
        return text.trimmingCharacters(in: .newlines)
    }

    static func read<Answer>(_ name: String, _ body: (JSONCursor) throws(JSONFault) -> Answer) throws -> Answer {
        try read(text: try text(name), body)
    }

    static func read<Answer>(text: String, _ body: (JSONCursor) throws(JSONFault) -> Answer) throws -> Answer {
        let bytes = Array(text.utf8)
        var reader = JSONReader(capacity: 65_536)
        return try reader.read(bytes.span.bytes, body)
    }

    /// Both as Foundation understands them, so that neither the order of keys nor spaces count.
    static func isSameJSON(_ left: String, _ right: String) throws -> Bool {
        let left = try JSONSerialization.jsonObject(with: Data(left.utf8), options: .fragmentsAllowed) as? NSObject
        let right = try JSONSerialization.jsonObject(with: Data(right.utf8), options: .fragmentsAllowed) as? NSObject
        return left != nil && left == right
    }

    static func encoded(_ encode: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        encode(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
