import ChatModel
import TextForms

// A line a message: `s <id> <times>` for what was stored, `r <id> <deliveries> <0|1>` for what was said, and a last line
// `end <count>` without which the text was cut off.

extension LedgerReport {
    /// The report as text, for another process to read.
    public func write(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "ledger 1\n".utf8)
        for message in stored {
            bytes.append(contentsOf: "s ".utf8)
            UUIDText.append(message.id.value, to: &bytes)
            bytes.append(contentsOf: " \(message.times)\n".utf8)
        }
        for reply in replies {
            bytes.append(contentsOf: "r ".utf8)
            UUIDText.append(reply.id.value, to: &bytes)
            bytes.append(contentsOf: " \(reply.deliveries) \(reply.isObliging ? 1 : 0)\n".utf8)
        }
        bytes.append(contentsOf: "end \(stored.count + replies.count)\n".utf8)
    }

    /// Reads what ``write(to:)`` wrote; throws at the first line that is something else.
    public init(_ bytes: [UInt8]) throws(LedgerTextError) {
        self.init(stored: [], replies: [])
        var number = 0
        var isEnded = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            number += 1
            let words = line.split(separator: UInt8(ascii: " "))
            guard !isEnded, let isLast = read(words, isFirst: number == 1) else {
                throw LedgerTextError.badLine(number, String(decoding: line.prefix(80), as: UTF8.self))
            }
            isEnded = isLast
        }
        guard isEnded else { throw LedgerTextError.cutOff(afterLine: number) }
    }

    /// Whether it was the last line; nil when it is no line of a ledger.
    private mutating func read(_ words: [ArraySlice<UInt8>], isFirst: Bool) -> Bool? {
        let kind = String(decoding: words.first ?? [], as: UTF8.self)
        switch (kind, words.count) {
        case ("ledger", 2) where isFirst:
            return Self.number(words[1]) == 1 ? false : nil
        case ("s", 3) where !isFirst:
            guard let id = Self.id(words[1]), let times = Self.number(words[2]) else { return nil }
            stored.append(Stored(id: id, times: times))
            return false
        case ("r", 4) where !isFirst:
            guard let id = Self.id(words[1]), let deliveries = Self.number(words[2]),
                let isObliging = Self.number(words[3]), isObliging < 2
            else { return nil }
            replies.append(Reply(id: id, deliveries: deliveries, isObliging: isObliging == 1))
            return false
        case ("end", 2) where !isFirst:
            return Self.number(words[1]) == stored.count + replies.count ? true : nil
        default:
            return nil
        }
    }

    private static func id(_ word: ArraySlice<UInt8>) -> MessageID? {
        UUIDText.value(of: word.span.bytes).map(MessageID.init)
    }

    private static func number(_ word: ArraySlice<UInt8>) -> Int? {
        word.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(String(decoding: word, as: UTF8.self)) : nil
    }
}

/// Why a text is no ledger.
public enum LedgerTextError: Error, Hashable, Sendable, CustomStringConvertible {
    case badLine(Int, String)
    case cutOff(afterLine: Int)

    public var description: String {
        switch self {
        case .badLine(let number, let line): "line \(number) is no line of a ledger: \"\(line)\""
        case .cutOff(let number): "the ledger is cut off after line \(number)"
        }
    }
}
