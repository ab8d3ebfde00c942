import TextForms

/// Why the scan of a head ended before the head did.
enum HeadStop: Error {
    case incomplete
    case malformed(HTTPFault)
}

/// A place in a head that moves on, byte by byte, and what it noted about the fields it passed.
///
/// Every step judges each byte before it asks for the next, so nonsense is refused as soon as it shows, not when a head is
/// complete that never will be.
struct HeadScan {
    var place = 0
    var notes = FieldNotes()

    static func run<Head>(
        _ bytes: RawSpan,
        limit: Int,
        _ parse: (inout HeadScan) throws(HeadStop) -> Head
    ) -> HTTPParse<Head> {
        var scan = HeadScan()
        do throws(HeadStop) {
            let head = try parse(&scan)
            return scan.place <= limit ? .head(head) : .tooLarge
        } catch {
            switch error {
            case .incomplete: return bytes.byteCount < limit ? .incomplete : .tooLarge
            case .malformed(let fault): return scan.place < limit ? .malformed(fault) : .tooLarge
            }
        }
    }

    @inline(__always)
    func next(_ bytes: RawSpan) throws(HeadStop) -> UInt8 {
        guard place < bytes.byteCount else { throw .incomplete }
        return bytes.byte(at: place)
    }

    mutating func expect(_ byte: UInt8, _ bytes: RawSpan, else fault: HTTPFault) throws(HeadStop) {
        guard try next(bytes) == byte else { throw .malformed(fault) }
        place += 1
    }

    mutating func lineEnd(_ bytes: RawSpan) throws(HeadStop) {
        try expect(ByteClass.carriageReturn, bytes, else: .halfLineEnd)
        try expect(ByteClass.lineFeed, bytes, else: .halfLineEnd)
    }

    /// One token and the byte behind it, which is left out.
    mutating func token(_ bytes: RawSpan, endedBy end: UInt8, fault: HTTPFault) throws(HeadStop) -> Range<Int> {
        let start = place
        while ByteClass.isToken(try next(bytes)) { place += 1 }
        guard place > start else { throw .malformed(fault) }
        let range = start..<place
        try expect(end, bytes, else: fault)
        return range
    }

    /// Answers the minor version.
    mutating func version(_ bytes: RawSpan) throws(HeadStop) -> UInt8 {
        for wanted in "HTTP/1.".utf8 { try expect(wanted, bytes, else: .badVersion) }
        let minor = try next(bytes)
        guard ByteClass.isDigit(minor) else { throw .malformed(.badVersion) }
        place += 1
        return minor - UInt8(ascii: "0")
    }

    mutating func status(_ bytes: RawSpan) throws(HeadStop) -> UInt16 {
        try expect(UInt8(ascii: " "), bytes, else: .badStatus)
        var status: UInt16 = 0
        for _ in 0..<3 {
            let digit = try next(bytes)
            guard ByteClass.isDigit(digit) else { throw .malformed(.badStatus) }
            status = status * 10 + UInt16(digit & 15)
            place += 1
        }
        guard status >= 100 else { throw .malformed(.badStatus) }
        return status
    }

    /// The rest of a status line; some servers leave out the space before a reason that is empty.
    mutating func reason(_ bytes: RawSpan) throws(HeadStop) {
        if try next(bytes) == UInt8(ascii: " ") {
            while ByteClass.isFieldContent(try next(bytes)) { place += 1 }
        } else if try next(bytes) != ByteClass.carriageReturn {
            throw .malformed(.badStatus)
        }
        try lineEnd(bytes)
    }

    /// A target and the space behind it.
    mutating func target(_ bytes: RawSpan) throws(HeadStop) -> Range<Int> {
        let start = place
        let first = try next(bytes)
        while ByteClass.isVisible(try next(bytes)) { place += 1 }
        let range = start..<place
        try expect(UInt8(ascii: " "), bytes, else: .badTarget)
        if first == UInt8(ascii: "/") || (first == UInt8(ascii: "*") && range.count == 1) { return range }
        // A whole URL, as a proxy would get it: the path is what a server looks at.
        let scheme = bytes.first(UInt8(ascii: ":"), in: range)
        guard bytes.equals("http", in: start..<scheme) || bytes.equals("https", in: start..<scheme),
            range.count > scheme - start + 3, bytes.holds("://", at: scheme)
        else { throw .malformed(.badTarget) }
        let path = bytes.first(UInt8(ascii: "/"), in: scheme + 3..<range.upperBound)
        guard path > scheme + 3, path < range.upperBound else { throw .malformed(.badTarget) }
        return path..<range.upperBound
    }

    /// Every field and the empty line behind them, which is left out.
    mutating func fields(_ bytes: RawSpan) throws(HeadStop) -> Range<Int> {
        let start = place
        while try next(bytes) != ByteClass.carriageReturn { try field(bytes) }
        let end = place
        try lineEnd(bytes)
        return start..<end
    }

    private mutating func field(_ bytes: RawSpan) throws(HeadStop) {
        let start = place
        while ByteClass.isToken(try next(bytes)) { place += 1 }
        let name = start..<place
        let colon = try next(bytes)
        guard colon == UInt8(ascii: ":"), !name.isEmpty else {
            guard ByteClass.isBlank(colon) else {
                throw .malformed(colon == ByteClass.lineFeed ? .halfLineEnd : .badFieldName)
            }
            throw .malformed(name.isEmpty ? .foldedField : .spaceBeforeColon)
        }
        place += 1
        let content = place
        while ByteClass.isFieldContent(try next(bytes)) { place += 1 }
        let value = bytes.trimmed(content..<place)
        let end = try next(bytes)
        guard end == ByteClass.carriageReturn else {
            throw .malformed(end == ByteClass.lineFeed ? .halfLineEnd : .badFieldValue)
        }
        try lineEnd(bytes)
        try notes.read(bytes, name: name, value: value)
    }
}
