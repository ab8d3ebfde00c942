import AgentBot
import CXoneDialect
import Clockwork
import JSONText
import LoadEngine
import SimulationKit
import TextForms
import WireFormat

/// One reader that bytes are thrown at.
///
/// Besides not ending the program it must keep what it promises: the same bytes in
/// other pieces give the same answer, and what was read comes back as it was.
enum FuzzTarget: String, CaseIterable {
    case frames, requests, responses, bodies, deflate, gzip, redirects
    case json, serverFrames, clientFrames, texts, urls, profiles, bots, dialogues

    func read(_ bytes: [UInt8]) {
        switch self {
        case .frames: WireFuzz.frames(bytes)
        case .requests: WireFuzz.requests(bytes)
        case .responses: WireFuzz.responses(bytes)
        case .bodies: WireFuzz.bodies(bytes)
        case .deflate: DeflateFuzz.deflate(bytes)
        case .gzip: DeflateFuzz.gzip(bytes)
        case .redirects: DeflateFuzz.redirects(bytes)
        case .json: JSONFuzz.json(bytes)
        case .serverFrames: JSONFuzz.serverFrames(bytes)
        case .clientFrames: JSONFuzz.clientFrames(bytes)
        case .texts: TextFuzz.texts(bytes)
        case .urls: TextFuzz.urls(bytes)
        case .profiles: DocumentFuzz.profiles(bytes)
        case .bots: DocumentFuzz.bots(bytes)
        case .dialogues: DocumentFuzz.dialogues(bytes)
        }
    }
}

/// What comes over sockets.
enum WireFuzz {
    private static let limits = WebSocketLimits(frame: 4_096, message: 8_192)

    /// The first byte says which end reads and in pieces of which size.
    static func frames(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let role: WebSocketRole = choice & 1 == 0 ? .client : .server
        let rest = Array(bytes.dropFirst())
        let whole = items(rest, role, pieces: max(1, rest.count))
        let parts = items(rest, role, pieces: 1 + Int(choice >> 1))
        precondition(whole == parts, "\(whole) in one piece, \(parts) in several")
    }

    private static func items(_ bytes: [UInt8], _ role: WebSocketRole, pieces: Int) -> [String] {
        var decoder = WebSocketDecoder(role: role)
        var found: [String] = []
        var start = 0
        while start < bytes.count {
            var piece = Array(bytes[start..<min(bytes.count, start + pieces)])
            start += piece.count
            let isOver = piece.withUnsafeMutableBytes { piece -> Bool in
                var rest = piece
                do throws(WebSocketFault) {
                    while let item = try decoder.next(&rest, limits: limits) {
                        found.append("\(item.opcode) \(Array(item.bytes))")
                    }
                    return false
                } catch {
                    found.append("\(error)")
                    return true
                }
            }
            precondition(decoder.heldBytes <= 2 * (limits.message + 125) + 4_096, "\(decoder.heldBytes) bytes are held")
            if isOver { break }
        }
        return found
    }

    static func requests(_ bytes: [UInt8]) {
        if case .head(let head) = HTTPRequestHead.parse(bytes.span.bytes, limit: 4_096) {
            precondition(head.length <= bytes.count)
            _ = head.methodText(in: bytes.span.bytes)
            for count in [0, head.length / 2, head.length - 1] {
                let part = Array(bytes.prefix(count))
                if case .head = HTTPRequestHead.parse(part.span.bytes, limit: 4_096) {
                    preconditionFailure("a part of a head is whole")
                }
            }
        }
    }

    static func responses(_ bytes: [UInt8]) {
        if case .head(let head) = HTTPResponseHead.parse(bytes.span.bytes, limit: 4_096) {
            precondition(head.length <= bytes.count)
            _ = (head.body(), head.keepsConnection())
        }
    }

    /// The first byte is the size of the pieces.
    static func bodies(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let whole = body(rest, pieces: max(1, rest.count))
        let parts = body(rest, pieces: 1 + Int(choice))
        precondition(whole.text == parts.text && whole.progress == parts.progress, "\(whole), \(parts)")
    }

    private static func body(_ bytes: [UInt8], pieces: Int) -> (text: [UInt8], progress: HTTPBodyDecoder.Progress) {
        var decoder = HTTPBodyDecoder(.chunked, limit: 10_000)
        var text: [UInt8] = []
        var kept: [UInt8] = []
        var start = 0
        while start < bytes.count, decoder.progress == .needsMore {
            let piece = bytes[start..<min(bytes.count, start + pieces)]
            start += piece.count
            kept += piece
            let used = decoder.decode(kept.span.bytes) { text.append(copying: $0) }
            kept.removeFirst(used)
        }
        return (text, decoder.progress)
    }
}

/// What the vendors' frames are made of.
enum JSONFuzz {
    static func json(_ bytes: [UInt8]) {
        var reader = JSONReader(capacity: 1 << 16)
        var copy: [UInt8]?
        try? reader.read(bytes.span.bytes) { (root) throws(JSONFault) in
            var text: [UInt8] = []
            try root.append("", to: &text)
            copy = text
        }
        if let copy {
            let isReadAgain = (try? reader.read(copy.span.bytes) { (_) throws(JSONFault) in true }) ?? false
            precondition(isReadAgain, "a copy of a JSON text is none: \(String(decoding: copy, as: UTF8.self))")
        }
        _ = try? JSONDocument(file: "f", text: String(decoding: bytes, as: UTF8.self))
    }

    static func serverFrames(_ bytes: [UInt8]) {
        var reader = JSONReader(capacity: 1 << 16)
        try? reader.read(bytes.span.bytes) { (frame) throws(JSONFault) in
            _ = try? ServerFrame(frame)
            _ = try? MessageCreated.read(frame)
            _ = try? MessageChanged.read(frame, isReadByAgent: true)
            _ = try? SenderTyping.read(frame)
            _ = try? CaseStatusChanged.read(frame)
            _ = try? CaseAssigned.read(frame)
            _ = try? ConsumerAuthorized(frame)
            _ = try? TokenRefreshed(frame)
            _ = try? ThreadRecovered.read(frame) { _ in }
            _ = try? MoreMessagesLoaded.read(frame) { _ in }
        }
    }

    static func clientFrames(_ bytes: [UInt8]) {
        var reader = JSONReader(capacity: 1 << 16)
        try? reader.read(bytes.span.bytes) { (frame) throws(JSONFault) in
            _ = ClientEnvelope.isHeartbeat(frame)
            guard let envelope = try? ClientEnvelope(frame) else { return }
            _ = try? ClientPayload(envelope.type, in: frame)
        }
    }
}

/// Short texts of which there are many.
enum TextFuzz {
    static func texts(_ bytes: [UInt8]) {
        let span = bytes.span.bytes
        if let id = UUIDText.Spelled(span) {
            var text: [UInt8] = []
            id.append(to: &text)
            precondition(text == bytes, "an id came back as \(String(decoding: text, as: UTF8.self))")
        }
        if let time = ISO8601Text.value(of: span) {
            var text: [UInt8] = []
            ISO8601Text.append(time, .zuluWithMilliseconds, to: &text)
            precondition(ISO8601Text.value(of: text.span.bytes) == time || time.milliseconds < -62_167_219_200_000)
        }
        var decoded: [UInt8] = []
        if Base64.decode(span, into: &decoded) {
            var text: [UInt8] = []
            Base64.append(decoded.span.bytes, to: &text)
            // Bits behind the last byte are not looked at, so the text itself may be another.
            var again: [UInt8] = []
            precondition(Base64.decode(text.span.bytes, into: &again) && again == decoded, "Base64 came back otherwise")
        }
        var plain: [UInt8] = []
        PercentText.decode(span, into: &plain)
        precondition(plain.count <= bytes.count)
        _ = DecimalText.value(of: span)
        _ = QueryText.value(of: "brandId", in: span)
        _ = QueryText.path(of: span)
    }

    static func urls(_ bytes: [UInt8]) {
        _ = try? URLText(bytes.span.bytes)
    }
}

/// What users write.
enum DocumentFuzz {
    static func profiles(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? WorldProfile.decode(text, readFile: { _ in .success(text) })
    }

    /// A bot that could be read answers what follows a zero byte.
    static func bots(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first,
            let document = try? JSONDocument(file: "f", text: String(decoding: first, as: UTF8.self)),
            let script = try? BotScript(document)
        else { return }
        var session = BotSession(random: SeededRandom(seed: 1, stream: "fuzz"))
        var matcher = BotMatcher()
        var steps: [BotStep] = []
        let customer = BotCustomer(id: "1", firstName: "Ada", lastName: "Lowe")
        let text = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
        session.answer(to: text, from: customer, following: script, matcher: &matcher, into: &steps)
    }

    static func dialogues(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(file: "f", text: String(decoding: bytes, as: UTF8.self)) else { return }
        _ = try? BotDialogue.all(in: document)
    }
}
