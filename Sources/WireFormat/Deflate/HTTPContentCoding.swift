import TextForms

/// How a body is compressed on its way (RFC 9110, section 8.4.1).
public enum HTTPContentCoding: Hashable, Sendable {
    case gzip
    /// The zlib format; servers that leave its head and checksum out are understood too.
    case deflate

    /// Whether the fields of a request ask for a coding that can be undone.
    public static func isAsked(by request: RawSpan) -> Bool {
        accepts("gzip", in: request) || accepts("deflate", in: request)
    }

    /// Whether the fields of a request ask for gzip.
    public static func asksForGzip(_ request: RawSpan) -> Bool { accepts("gzip", in: request) }

    /// What the fields of a response say; nil where the body comes as it is.
    public static func read(_ response: RawSpan) throws(HTTPContentFault) -> HTTPContentCoding? {
        var coding: HTTPContentCoding?
        var place = 0
        while let value = HTTPFields.nextValue(of: "content-encoding", after: &place, in: response) {
            var scan = ListScan(value)
            while let token = scan.next(UInt8(ascii: ","), in: response) {
                if token.isEmpty || response.equals("identity", in: token) { continue }
                // One upon another is allowed and not done.
                guard coding == nil else { throw .unknownCoding }
                if response.equals("gzip", in: token) || response.equals("x-gzip", in: token) {
                    coding = .gzip
                } else if response.equals("deflate", in: token) {
                    coding = .deflate
                } else {
                    throw .unknownCoding
                }
            }
        }
        return coding
    }

    private static func accepts(_ token: StaticString, in request: RawSpan) -> Bool {
        var place = 0
        while let value = HTTPFields.nextValue(of: "accept-encoding", after: &place, in: request) {
            var elements = ListScan(value)
            while let element = elements.next(UInt8(ascii: ","), in: request) {
                var parts = ListScan(element)
                guard let name = parts.next(UInt8(ascii: ";"), in: request), request.equals(token, in: name) else {
                    continue
                }
                return parts.next(UInt8(ascii: ";"), in: request).map { !isZero($0, in: request) } ?? true
            }
        }
        return false
    }

    /// `q=0` means: not this one.
    private static func isZero(_ weight: Range<Int>, in bytes: RawSpan) -> Bool {
        let sign = bytes.first(UInt8(ascii: "="), in: weight)
        return weight.upperBound > sign + 1
            && (sign + 1..<weight.upperBound).allSatisfy { offset in
                let byte = bytes.byte(at: offset)
                return byte == UInt8(ascii: "0") || byte == UInt8(ascii: ".") || ByteClass.isBlank(byte)
            }
    }
}

/// Why a compressed body cannot be read.
public enum HTTPContentFault: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownCoding
    case corrupt
    case endedEarly
    case tooLarge

    public var description: String {
        switch self {
        case .unknownCoding: "the body has a coding that was not asked for"
        case .corrupt: "the body is not what its coding says"
        case .endedEarly: "the body ends before its coding does"
        case .tooLarge: "the body inflates to more than its limit"
        }
    }
}
