import CPCRE2

/// A compiled regular expression.
///
/// Ownership: shared. Compiled code is never changed by matching, so any number of matchers may read it at once; its
/// address is kept as a number because a pointer is not `Sendable`.
final class BotPattern: Sendable {
    let address: UInt
    /// The named groups in the order of their numbers; one name may stand for several.
    let groups: [Group]

    struct Group: Hashable, Sendable {
        var name: String
        var number: Int
    }

    /// A pattern may have so many groups, which a matcher has room for (ours).
    static let groupLimit = 63

    init(_ source: String) throws(BotPatternError) {
        var code: Int32 = 0
        var offset = 0
        var text = source
        // `\C` could cut a character in two, and what is captured must be text.
        let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C)
        let compiled = text.withUTF8 { pcre2_compile_8($0.baseAddress, $0.count, options, &code, &offset, nil) }
        guard let compiled else { throw BotPatternError(code: code, offset: offset, source: source) }
        let groupCount = Self.number(PCRE2_INFO_CAPTURECOUNT, of: compiled)
        guard groupCount <= Self.groupLimit else {
            pcre2_code_free_8(compiled)
            throw BotPatternError(message: "it has \(groupCount) groups, allowed: \(Self.groupLimit)", character: nil)
        }
        address = UInt(bitPattern: compiled)
        groups = Self.groups(of: compiled)
    }

    deinit {
        pcre2_code_free_8(OpaquePointer(bitPattern: address))
    }

    private static func number(_ what: some BinaryInteger, of code: OpaquePointer) -> Int {
        var number: UInt32 = 0
        _ = pcre2_pattern_info_8(code, UInt32(what), &number)
        return Int(number)
    }

    /// Each entry of the table is a group's number in two bytes and its name, ended by a zero.
    private static func groups(of code: OpaquePointer) -> [Group] {
        let count = number(PCRE2_INFO_NAMECOUNT, of: code)
        let size = number(PCRE2_INFO_NAMEENTRYSIZE, of: code)
        var table: UnsafePointer<UInt8>?
        _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
        guard let table else { return [] }
        let entries = UnsafeBufferPointer(start: table, count: count * size)
        let groups = (0..<count).map { index in
            let entry = entries[index * size..<(index + 1) * size]
            let number = Int(entry[entry.startIndex]) << 8 | Int(entry[entry.startIndex + 1])
            return Group(name: String(decoding: entry.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self), number: number)
        }
        return groups.sorted { $0.number < $1.number }
    }
}

/// Why a text is no regular expression.
public struct BotPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String
    /// Where it was noticed: the number of characters before that place.
    public var character: Int?

    init(message: String, character: Int?) {
        self.message = message
        self.character = character
    }

    init(code: Int32, offset: Int, source: String) {
        var text = [UInt8](repeating: 0, count: 256)
        let length = text.withUnsafeMutableBufferPointer {
            pcre2_get_error_message_8(code, $0.baseAddress, $0.count)
        }
        message = length > 0 ? String(decoding: text.prefix(Int(length)), as: UTF8.self) : "error \(code)"
        character = String(decoding: source.utf8.prefix(offset), as: UTF8.self).count
    }

    public var description: String {
        character.map { "\(message), after \($0) characters" } ?? message
    }
}
