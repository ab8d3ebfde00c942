import Foundation

/// Searches by bytes, many times faster in a debug build than a pattern; patterns are asked only where a word was found.
extension Substring {
    func mentions(_ word: String) -> Bool { place(of: word, from: 0) != nil }

    /// Whether a word stands here as code.
    ///
    /// `Name` is an identifier of exactly this name, `Name*` one that begins with it, `call(` a call that is no method of
    /// something and no declaration; anything else is text to be found anywhere.
    func stands(_ word: String) -> Bool {
        let isCall = word.hasSuffix("(")
        let isOpen = word.hasSuffix("*")
        let bare = isOpen || isCall ? String(word.dropLast()) : word
        guard bare.utf8.allSatisfy(Self.isIdentifier) else { return mentions(word) }
        var start = 0
        while let place = place(of: isCall ? word : bare, from: start) {
            let isBegun =
                byte(at: place - 1).map { Self.isIdentifier($0) || (isCall && $0 == UInt8(ascii: ".")) } ?? false
            let isGoingOn = byte(at: place + bare.utf8.count).map(Self.isIdentifier) ?? false
            let isDeclared = isCall && Array("func ".utf8).enumerated().allSatisfy { byte(at: place - 5 + $0) == $1 }
            if !isBegun, isOpen || !isGoingOn, !isDeclared { return true }
            start = place + 1
        }
        return false
    }

    private func place(of word: String, from start: Int) -> Int? {
        utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            guard let base = bytes.baseAddress, let first = word.utf8.first else { return nil }
            let length = word.utf8.count
            var place = start
            while place + length <= bytes.count {
                guard let hit = memchr(base + place, Int32(first), bytes.count - length - place + 1) else { return nil }
                place = hit - UnsafeMutableRawPointer(mutating: base)
                if memcmp(hit, word, length) == 0 { return place }
                place += 1
            }
            return nil
        } ?? nil
    }

    private func byte(at offset: Int) -> UInt8? {
        utf8.withContiguousStorageIfAvailable { $0.indices.contains(offset) ? $0[offset] : nil } ?? nil
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}

extension String {
    func mentions(_ word: String) -> Bool { self[...].mentions(word) }
    func stands(_ word: String) -> Bool { self[...].stands(word) }
}
