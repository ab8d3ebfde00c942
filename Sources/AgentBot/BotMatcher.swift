import CPCRE2

/// Where patterns are matched: one per desk, lent to every ``BotSession`` there.
///
/// Ownership: owned. Whoever holds it ends its memory. Every match is bounded: it looks at the beginning of a message only,
/// and gives up after so many steps; a pattern that was given up did not match. It runs in PCRE2's interpreter, whose steps
/// are counted alike on every machine.
public struct BotMatcher: ~Copyable {
    private let block: OpaquePointer
    private let context: OpaquePointer
    /// How often a match was given up.
    public private(set) var givenUp = 0

    /// A match sees so many bytes of a message (ours).
    public static let textLimit = 2_048
    /// Steps that one match may take from one place in the text (ours).
    public static let stepLimit: UInt32 = 10_000
    /// How deep it may nest (ours).
    public static let depthLimit: UInt32 = 1_000

    public init() {
        guard let block = pcre2_match_data_create_8(UInt32(BotPattern.groupLimit + 1), nil),
            let context = pcre2_match_context_create_8(nil)
        else { preconditionFailure("no memory for a matcher of \(BotPattern.groupLimit) groups") }
        _ = pcre2_set_match_limit_8(context, Self.stepLimit)
        _ = pcre2_set_depth_limit_8(context, Self.depthLimit)
        self.block = block
        self.context = context
    }

    deinit {
        pcre2_match_data_free_8(block)
        pcre2_match_context_free_8(context)
    }

    /// What the named groups of `pattern` hold; nil when it does not match.
    mutating func captures(of pattern: BotPattern, in text: String) -> [BotCapture]? {
        var text = text
        return text.withUTF8 { whole in
            let seen = UnsafeBufferPointer(rebasing: whole.prefix(Self.cut(whole)))
            let found = pcre2_match_8(
                OpaquePointer(bitPattern: pattern.address),
                seen.baseAddress,
                seen.count,
                0,
                UInt32(PCRE2_NO_UTF_CHECK),  // a `String` is UTF-8, and the cut respects it
                block,
                context
            )
            guard found > 0 else {
                if found != PCRE2_ERROR_NOMATCH { givenUp += 1 }
                return nil
            }
            return captures(of: pattern, groups: Int(found), in: seen)
        }
    }

    private func captures(of pattern: BotPattern, groups: Int, in text: UnsafeBufferPointer<UInt8>) -> [BotCapture] {
        guard let ends = pcre2_get_ovector_pointer_8(block) else { return [] }
        var captures: [BotCapture] = []
        for group in pattern.groups where group.number < groups {
            let (start, end) = (ends[2 * group.number], ends[2 * group.number + 1])
            // A group that took no part has no place; `\K` in a lookaround may turn one around.
            guard start >= 0, start <= end, end <= text.count, !captures.contains(where: { $0.name == group.name })
            else {
                continue
            }
            captures.append(BotCapture(name: group.name, text: String(decoding: text[start..<end], as: UTF8.self)))
        }
        return captures
    }

    /// Where the part that is looked at ends: never inside a character.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard text.count > textLimit else { return text.count }
        var end = textLimit
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

@available(*, unavailable)
extension BotMatcher: Sendable {}

/// What a named group of a pattern caught.
struct BotCapture: Hashable, Sendable {
    var name: String
    var text: String
}
