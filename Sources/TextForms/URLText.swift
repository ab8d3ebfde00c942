/// Where the parts of an absolute URL lie in its text.
///
/// It keeps places and not copies, so that an address which is looked at for every call costs nothing; whoever asks for a
/// part brings the text again. Four schemes are understood, an address of version 6 stands in brackets, and a fragment is
/// dropped, because it is never sent.
public struct URLText: Hashable, Sendable {
    /// What is spoken behind the address.
    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        case ws
        case wss
        case http
        case https

        /// The same over TLS.
        public var secured: Scheme {
            switch self {
            case .ws, .wss: .wss
            case .http, .https: .https
            }
        }

        @inlinable public var isSecure: Bool { self == .wss || self == .https }
        @inlinable public var defaultPort: UInt16 { isSecure ? 443 : 80 }
    }

    public let scheme: Scheme
    /// A name or an address, without brackets.
    public let host: Range<Int>
    public let hasBrackets: Bool
    public let port: UInt16
    /// Path and query as written: empty, or beginning with a slash or a question mark.
    public let target: Range<Int>

    public init(_ text: String) throws(URLFault) {
        var text = text
        text.makeContiguousUTF8()
        try self.init(text.utf8Span.span.bytes)
    }

    public init(_ bytes: RawSpan) throws(URLFault) {
        for place in 0..<bytes.byteCount where !(0x21...0x7E ~= bytes.byte(at: place)) {
            throw .forbiddenByte(bytes.byte(at: place), at: place)
        }
        let (scheme, start) = try Self.scheme(of: bytes)
        let end = Self.first(in: bytes, from: start) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
        }
        guard Self.first(UInt8(ascii: "@"), in: bytes, from: start) >= end else { throw .userNotServed }
        let closing = Self.closingBracket(in: bytes, start..<end)
        if start < end, bytes.byte(at: start) == UInt8(ascii: "["), closing == nil { throw .badHost }
        hasBrackets = closing != nil
        let hostStart = hasBrackets ? start + 1 : start
        let hostEnd = closing ?? min(end, Self.first(UInt8(ascii: ":"), in: bytes, from: start))
        guard hostStart < hostEnd else { throw .noHost }
        guard Self.isHost(bytes, hostStart..<hostEnd, numeric: hasBrackets) else { throw .badHost }
        let rest = hasBrackets ? hostEnd + 1 : hostEnd
        self.scheme = scheme
        host = hostStart..<hostEnd
        port = try Self.port(in: bytes, rest..<end) ?? scheme.defaultPort
        target = end..<Self.first(UInt8(ascii: "#"), in: bytes, from: end)
    }

    /// In lower case, because names of hosts have no case.
    public func hostText(in bytes: RawSpan) -> String {
        String(unsafeUninitializedCapacity: host.count) { text in
            for (place, offset) in host.enumerated() { text[place] = Self.lowerCased(bytes.byte(at: offset)) }
            return host.count
        }
    }

    /// Appends what a `Host` field holds: the host, and the port unless it is the scheme's own.
    public func appendAuthority(in bytes: RawSpan, to text: inout [UInt8]) {
        if hasBrackets { text.append(UInt8(ascii: "[")) }
        text.append(copying: bytes.extracting(host))
        if hasBrackets { text.append(UInt8(ascii: "]")) }
        guard port != scheme.defaultPort else { return }
        text.append(UInt8(ascii: ":"))
        DecimalText.append(Int(port), to: &text)
    }

    /// Appends what a request line holds: path and query, at least a slash.
    public func appendTarget(in bytes: RawSpan, to text: inout [UInt8]) {
        if target.isEmpty || bytes.byte(at: target.lowerBound) != UInt8(ascii: "/") { text.append(UInt8(ascii: "/")) }
        text.append(copying: bytes.extracting(target))
    }
}

extension URLText {
    private static func scheme(of bytes: RawSpan) throws(URLFault) -> (Scheme, start: Int) {
        let colon = first(UInt8(ascii: ":"), in: bytes, from: 0)
        guard colon + 2 < bytes.byteCount, bytes.byte(at: colon + 1) == UInt8(ascii: "/"),
            bytes.byte(at: colon + 2) == UInt8(ascii: "/")
        else { throw .notAbsolute }
        guard colon <= 5, let scheme = scheme(spelled: bytes, colon) else {
            throw .schemeNotServed(bytes.text(in: 0..<min(colon, 20)))
        }
        return (scheme, colon + 3)
    }

    /// Schemes have no case.
    private static func scheme(spelled bytes: RawSpan, _ count: Int) -> Scheme? {
        func isSpelled(_ name: StaticString) -> Bool {
            guard name.utf8CodeUnitCount == count else { return false }
            for place in 0..<count where lowerCased(bytes.byte(at: place)) != name.utf8Start[place] { return false }
            return true
        }
        if isSpelled("ws") { return .ws }
        if isSpelled("wss") { return .wss }
        if isSpelled("http") { return .http }
        return isSpelled("https") ? .https : nil
    }

    private static func port(in bytes: RawSpan, _ range: Range<Int>) throws(URLFault) -> UInt16? {
        guard !range.isEmpty else { return nil }
        guard bytes.byte(at: range.lowerBound) == UInt8(ascii: ":") else { throw .badHost }
        let digits = range.dropFirst()
        guard !digits.isEmpty else { return nil }
        guard let port = DecimalText.value(of: bytes.extracting(digits)), 1...65_535 ~= port else { throw .badPort }
        return UInt16(port)
    }

    private static func closingBracket(in bytes: RawSpan, _ range: Range<Int>) -> Int? {
        guard !range.isEmpty, bytes.byte(at: range.lowerBound) == UInt8(ascii: "[") else { return nil }
        let closing = first(UInt8(ascii: "]"), in: bytes, from: range.lowerBound)
        return closing < range.upperBound ? closing : nil
    }

    private static func isHost(_ bytes: RawSpan, _ range: Range<Int>, numeric: Bool) -> Bool {
        range.allSatisfy { offset in
            switch lowerCased(bytes.byte(at: offset)) {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "."): true
            case UInt8(ascii: ":"): numeric
            case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"): !numeric
            default: false
            }
        }
    }

    /// The first place of such a byte, or the end.
    @inline(__always)
    private static func first(in bytes: RawSpan, from start: Int, where isWanted: (UInt8) -> Bool) -> Int {
        var place = start
        while place < bytes.byteCount, !isWanted(bytes.byte(at: place)) { place += 1 }
        return place
    }

    private static func first(_ wanted: UInt8, in bytes: RawSpan, from start: Int) -> Int {
        first(in: bytes, from: start) { $0 == wanted }
    }

    private static func lowerCased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
