import TextForms
import WireFormat

/// What comes compressed, and what leads elsewhere.
enum DeflateFuzz {
    private static let limit = 20_000

    /// The first byte says what was agreed on; messages follow, each behind its length.
    static func deflate(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let agreement = agreement(choice)
        let reader = MessageDeflate(agreement, role: .server, threshold: 0)
        let writer = MessageDeflate(agreement, role: .client, threshold: 0)
        let other = MessageDeflate(agreement, role: .server, threshold: 0)
        var rest = bytes.dropFirst()
        while let length = rest.popFirst() {
            let message = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            roundTrip(message, writer, other)
            guard case .success(let inflated) = inflate(message, reader, isText: choice & 1 == 1) else { return }
            if choice & 1 == 1 {
                precondition(String(validating: inflated, as: UTF8.self) != nil, "a text came through that is none")
            }
        }
    }

    private static func agreement(_ choice: UInt8) -> DeflateAgreement {
        var agreement = DeflateAgreement()
        agreement.clientKeepsContext = choice & 2 == 0
        agreement.clientWindowBits = 8 + Int(choice >> 2 & 7)
        return agreement
    }

    private static func roundTrip(_ message: [UInt8], _ writer: MessageDeflate, _ reader: MessageDeflate) {
        let room = DeflateRoom()
        message.withUnsafeBytes { writer.deflate($0, into: room) }
        precondition(inflate(Array(room.bytes), reader, isText: false) == .success(message), "a message came back bent")
    }

    private static func inflate(
        _ payload: [UInt8],
        _ reader: MessageDeflate,
        isText: Bool
    ) -> Result<[UInt8], WebSocketFault> {
        let room = DeflateRoom()
        do throws(WebSocketFault) {
            try payload.span.withUnsafeBytes { (payload) throws(WebSocketFault) in
                try reader.inflate(payload, isText: isText, limit: limit, into: room)
            }
            precondition(room.bytes.count <= limit, "\(room.bytes.count) bytes came out")
            return .success(Array(room.bytes))
        } catch {
            precondition(room.heldBytes <= 4 * limit, "\(room.heldBytes) bytes are held")
            return .failure(error)
        }
    }

    /// The first byte says the coding and the size of the pieces.
    static func gzip(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let coding: HTTPContentCoding = choice & 1 == 0 ? .gzip : .deflate
        let rest = Array(bytes.dropFirst())
        let whole = decode(rest, coding, pieces: max(1, rest.count))
        let parts = decode(rest, coding, pieces: 1 + Int(choice >> 1))
        precondition(whole == parts, "\(whole) in one piece, \(parts) in several")
        let room = DeflateRoom()
        HTTPContentEncoder.gzip(rest.span.bytes, into: room)
        precondition(decode(Array(room.bytes), .gzip, pieces: 50) == .success(rest), "a body came back bent")
    }

    private static func decode(
        _ bytes: [UInt8],
        _ coding: HTTPContentCoding,
        pieces: Int
    ) -> Result<[UInt8], HTTPContentFault> {
        let decoder = HTTPContentDecoder(coding, limit: limit)
        var body: [UInt8] = []
        do throws(HTTPContentFault) {
            var start = 0
            while start < bytes.count {
                let piece = Array(bytes[start..<min(bytes.count, start + pieces)])
                start += piece.count
                try decoder.decode(piece.span.bytes) { body.append(copying: $0) }
            }
            try decoder.end()
            return .success(body)
        } catch {
            precondition(body.count <= limit, "\(body.count) bytes came out")
            return .failure(error)
        }
    }

    /// A location and, behind a zero byte, the header lines of two requests.
    static func redirects(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let location = Array(parts.first ?? [])
        let fields = Array(parts.dropFirst().first ?? [])
        let url = HTTPRedirect.resolve(
            location.span.bytes,
            origin: "http://a:80",
            target: "/b/c?d".utf8Span.span.bytes
        )
        precondition(url.allSatisfy { 0x21...0x7E ~= $0 }, "a URL holds what none may hold")
        _ = try? URLText(url.span.bytes)
        var kept: [UInt8] = []
        HTTPRedirect.appendFields(fields.span.bytes, keepsBody: false, staysAtOrigin: false, into: &kept)
        precondition(kept.count <= fields.count)
        _ = HTTPContentCoding.isAsked(by: fields.span.bytes)
        _ = try? HTTPContentCoding.read(fields.span.bytes)
        var wishes = DeflateTerms()
        wishes.clientWindowBits = 9
        if let choice = WebSocketUpgrade.choose(wishes, offers: fields.span.bytes) {
            precondition(8...15 ~= choice.agreement.clientWindowBits && 8...15 ~= choice.agreement.serverWindowBits)
        }
    }
}
