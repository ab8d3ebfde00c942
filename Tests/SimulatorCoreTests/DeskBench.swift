import AgentBot
import CXoneDialect
import ChatModel
import Clockwork
import Exchange
import Foundation
import JSONText
import SimulatorCore

/// A simulator with nothing around it: events go in by hand, time passes on demand, and what it orders is kept.
struct DeskBench: ~Copyable {
    var program: SimulatorProgram
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private(set) var frames: [Sent] = []
    private(set) var answers: [Answered] = []
    private(set) var refusedUpgrades: [UInt16] = []
    private(set) var closes: [UInt16] = []
    /// Where the frames of each turn end; those of one turn share a segment.
    private var turnEnds: [Int] = []
    private var timer: MonotonicTime?
    private var visits: UInt64 = 0
    private var accepted: [SocketID] = []
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    /// A frame that the desk sent, and when.
    struct Sent: Equatable {
        var socket: SocketID
        var milliseconds: Int
        var text: String

        var json: JSONNode? { try? JSONDocument(file: "frame", text: text).root }

        /// `pong`, `ack`, an error's code, or the event's type.
        var kind: String {
            if text == #""pong""# { return "pong" }
            let node = json
            if let code = node?["error"]?["errorCode"]?.value { return code.string }
            if let type = node?["eventType"]?.value ?? node?["postback"]?["eventType"]?.value { return type.string }
            return "ack"
        }
    }

    struct Answered {
        var status: UInt16
        var milliseconds: Int
        var fields: String
        var body: String

        var json: JSONNode? { try? JSONDocument(file: "body", text: body).root }
    }

    init(_ configuration: SimulatorConfiguration) {
        program = SimulatorProgram(configuration)
    }

    init(_ script: BotScript, seed: UInt64 = 1, change: (inout SimulatorConfiguration) -> Void = { _ in }) {
        self.init(.example(script, seed: seed, change: change))
    }

    var kinds: [String] { frames.map(\.kind) }
    /// Kinds and times.
    var timeline: [String] { frames.map { "\($0.milliseconds) \($0.kind)" } }

    /// The kinds of the frames of each turn.
    var turns: [[String]] {
        zip([0] + turnEnds, turnEnds).map { frames[$0..<$1].map(\.kind) }
    }

    mutating func forget() {
        frames = []
        answers = []
        turnEnds = []
    }

    mutating func call(
        _ method: WireMethod,
        _ target: String,
        body: String = "",
        wantsUpgrade: Bool = false
    ) {
        visits += 1
        let (target, body) = (Array(target.utf8), Array(body.utf8))
        tell(
            .visited(
                VisitID(visits),
                method,
                target: target.span.bytes,
                fields: [UInt8]().span.bytes,
                body: body.span.bytes,
                wantsUpgrade: wantsUpgrade
            )
        )
    }

    /// A socket that stands.
    mutating func connect() throws -> SocketID {
        guard let socket = connect("brandId=1001&channelId=\(exampleChannel)&visitorId=v") else {
            throw Refused(status: refusedUpgrades.last)
        }
        return socket
    }

    struct Refused: Error {
        var status: UInt16?
    }

    /// Nil when the desk refused it.
    mutating func connect(_ query: String) -> SocketID? {
        accepted = []
        call(.get, "/?" + query, wantsUpgrade: true)
        guard let socket = accepted.last else { return nil }
        tell(.opened(socket, WireTimings(all: now)))
        return socket
    }

    mutating func say(_ text: String, on socket: SocketID) {
        let bytes = Array(text.utf8)
        tell(.text(socket, bytes.span.bytes))
    }

    mutating func tell(_ event: WireEvent) {
        var orders = Orders()
        program.handle(event, at: now, into: &orders)
        carryOut(&orders)
    }

    mutating func close() {
        var orders = Orders()
        program.close(into: &orders)
        carryOut(&orders)
    }

    /// Time passes, and the timers in it ring.
    mutating func wait(_ span: Duration) {
        let end = now + span
        while let due = timer, due <= end {
            now = max(now, due)
            timer = nil
            tell(.fired(TimerID(owner: WireOwner(0), 0)))
        }
        now = end
    }

    private mutating func carryOut(_ orders: inout Orders) {
        var sendings: [SendingID] = []
        let milliseconds = Int(((now - start).seconds * 1_000).rounded())
        orders.drain { request, bytes, _ in
            switch request {
            case .sendText(let socket, let sending, let range):
                frames.append(Sent(socket: socket, milliseconds: milliseconds, text: Self.text(range, bytes)))
                if sending != .unobserved { sendings.append(sending) }
            case .answer(_, let status, let fields, let body):
                answers.append(
                    Answered(
                        status: status,
                        milliseconds: milliseconds,
                        fields: Self.text(fields, bytes),
                        body: Self.text(body, bytes)
                    )
                )
            case .acceptUpgrade(_, let socket): accepted.append(socket)
            case .refuseUpgrade(_, let status): refusedUpgrades.append(status)
            case .startTimer(_, let due): timer = due
            case .stopTimer: timer = nil
            case .close(_, let code): closes.append(code)
            default: break
            }
        }
        if frames.count > turnEnds.last ?? 0 { turnEnds.append(frames.count) }
        for sending in sendings { tell(.sent(sending, at: now)) }
    }

    private static func text(_ range: ByteRange, _ bytes: RawSpan) -> String {
        range.bytes(of: bytes) { part in part.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }
}

let exampleChannel = "chat_5b0d7a54-3c8e-4a2e-9a55-0c2f6d2f7a10"

extension SimulatorConfiguration {
    static func example(
        _ script: BotScript,
        seed: UInt64 = 1,
        change: (inout SimulatorConfiguration) -> Void = { _ in }
    ) -> SimulatorConfiguration {
        // 2026-07-01T09:15:00Z when the bench begins.
        let wall = WallClock(
            origin: WallTime(milliseconds: 1_782_897_300_000),
            at: MonotonicTime(nanoseconds: 1_000_000_000)
        )
        var configuration = SimulatorConfiguration(script: script, seed: seed, wall: wall)
        configuration.channel.brandId = 1_001
        configuration.channel.channelId = exampleChannel
        change(&configuration)
        return configuration
    }
}

extension JSONValue {
    var string: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(Int(number))
        case .flag(let flag): String(flag)
        case .null: "null"
        case .list(let nodes): "[\(nodes.map(\.value.string).joined(separator: ","))]"
        case .object(let members): "{\(members.map { "\($0.key):\($0.value.value.string)" }.joined(separator: ","))}"
        }
    }

    var nodes: [JSONNode] {
        if case .list(let nodes) = self { nodes } else { [] }
    }
}

extension JSONNode? {
    /// What stands at a path of keys; empty when there is nothing.
    func at(_ path: String) -> String {
        var node = self
        for key in path.split(separator: "/") { node = node?[String(key)] }
        return node?.value.string ?? ""
    }

    func list(_ path: String) -> [JSONNode] {
        var node = self
        for key in path.split(separator: "/") { node = node?[String(key)] }
        return node?.value.nodes ?? []
    }
}

/// A bot out of a text.
func bot(_ rules: String = "", greeting: String? = nil, speed: Int = 10) throws -> BotScript {
    let greeting = greeting.map { #""greeting": {"say": ["\#($0)"], "ai": true}, "# } ?? ""
    return try BotScript(
        JSONDocument(
            file: "bot.json",
            text: """
                {"name": "b", "agent": {"id": 4711, "firstName": "Robin", "surname": "Vale"}, \(greeting)
                 "typing": {"charactersPerSecond": \(speed)}, "rules": [\(rules)]}
                """
        )
    )
}

let echoing = #"{"id": "o", "when": "otherwise", "reply": [{"say": ["Say more."], "ai": true}]}"#

/// The frames of a client, as the iOS client writes them.
enum ClientText {
    static let thread = "7b7f8a0e-0d53-44c6-9d2e-3f1c0a9b6a01"
    static let customer = "f1c9f1b0-6a58-4c0e-8a53-0b9a3f0d0001"

    static func event(
        _ type: String,
        id: String = "0b8f3a3e-6a0f-4a55-8a5f-7f5a3f6a9d11",
        data: String? = nil,
        identity: String = "customerIdentity",
        customer: String = customer,
        name: String = #","firstName":"Ada","lastName":"Lowe""#,
        action: String = "chatWindowEvent",
        brand: String = "1001"
    ) -> String {
        let data = data.map { #","data":\#($0)"# } ?? ""
        return """
            {"action":"\(action)","eventId":"\(id)","payload":{"brand":{"id":\(brand)},\
            "channel":{"id":"\(exampleChannel)"},"\(identity)":{"idOnExternalPlatform":"\(customer)"\(name)},\
            "eventType":"\(type)","visitor":{"id":"6b1d9a70-9d4e-4d0a-8b6c-0f7b0d1f4a22"}\(data)}}
            """
    }

    static func authorize(customer: String = customer) -> String {
        event(
            "AuthorizeCustomer",
            data: #"{"disableChannelInfo":true,"sdkPlatform":"ios","sdkVersion":"3.3.1"}"#,
            customer: customer,
            action: "register"
        )
    }

    static func message(
        _ text: String,
        id: String,
        thread: String = thread,
        customer: String = customer,
        extra: String = ""
    ) -> String {
        event(
            "SendMessage",
            id: id.replacingOccurrences(of: "c0a8", with: "e0a8"),
            data: """
                {"thread":{"idOnExternalPlatform":"\(thread)"},"messageContent":{"type":"TEXT",\
                "payload":{"text":"\(text)"},"parameters":{"isInitialMessage":true},"postback":null},\
                "idOnExternalPlatform":"\(id)","customer":{"customFields":[]},"contact":{"customFields":[\
                {"ident":"topic","value":"order","updatedAt":"2026-07-01T09:15:00Z"}]},"attachments":[]\(extra)}
                """,
            customer: customer
        )
    }

    /// The id of the customer's message with this number.
    static func messageID(_ number: Int) -> String {
        "c0a80123-5a5b-4c8e-8a3e-"
            + String(String(number, radix: 16).reversed()).padding(
                toLength: 12,
                withPad: "0",
                startingAt: 0
            )
    }

    static func about(_ type: String, thread: String = thread) -> String {
        event(type, data: #"{"thread":{"idOnExternalPlatform":"\#(thread)"}}"#)
    }
}
