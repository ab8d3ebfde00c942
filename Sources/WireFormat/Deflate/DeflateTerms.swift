import TextForms

/// The parameters of `permessage-deflate` as one end writes them (RFC 7692, section 7.1): an offer, or the answer to one.
public struct DeflateTerms: Hashable, Sendable {
    public var serverNoContextTakeover = false
    public var clientNoContextTakeover = false
    /// At most so many, 8 to 15; nil where nothing is said.
    public var serverWindowBits: Int?
    /// `client_max_window_bits` is there; in an offer it may stand without a value.
    public var namesClientWindow = false
    public var clientWindowBits: Int?

    public init() {}

    /// Nil unless every parameter is known, right and there at most once.
    ///
    /// `range` is one element of a field `Sec-WebSocket-Extensions`: the extension's name and what follows it.
    init?(_ range: Range<Int>, in bytes: RawSpan) {
        var scan = ListScan(range)
        guard let name = scan.next(UInt8(ascii: ";"), in: bytes), Self.isName(name, in: bytes) else { return nil }
        while let parameter = scan.next(UInt8(ascii: ";"), in: bytes) {
            guard take(parameter, in: bytes) else { return nil }
        }
    }

    static func isName(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
        bytes.equals("permessage-deflate", in: range)
    }

    private mutating func take(_ parameter: Range<Int>, in bytes: RawSpan) -> Bool {
        let sign = bytes.first(UInt8(ascii: "="), in: parameter)
        let name = bytes.trimmed(parameter.lowerBound..<sign)
        let value = sign < parameter.upperBound ? bytes.trimmed(sign + 1..<parameter.upperBound) : nil
        if bytes.equals("server_no_context_takeover", in: name) {
            defer { serverNoContextTakeover = true }
            return value == nil && !serverNoContextTakeover
        }
        if bytes.equals("client_no_context_takeover", in: name) {
            defer { clientNoContextTakeover = true }
            return value == nil && !clientNoContextTakeover
        }
        if bytes.equals("server_max_window_bits", in: name) {
            guard serverWindowBits == nil, let value, let bits = Self.bits(value, in: bytes) else { return false }
            serverWindowBits = bits
            return true
        }
        guard bytes.equals("client_max_window_bits", in: name), !namesClientWindow else { return false }
        namesClientWindow = true
        guard let value else { return true }
        clientWindowBits = Self.bits(value, in: bytes)
        return clientWindowBits != nil
    }

    /// 8 to 15 without a leading zero, in quotes or not.
    private static func bits(_ value: Range<Int>, in bytes: RawSpan) -> Int? {
        var digits = value
        let quote = UInt8(ascii: "\"")
        if digits.count > 2, bytes.byte(at: digits.lowerBound) == quote, bytes.byte(at: digits.upperBound - 1) == quote
        {
            digits = digits.lowerBound + 1..<digits.upperBound - 1
        }
        guard let first = digits.first, bytes.byte(at: first) != UInt8(ascii: "0"),
            let bits = DecimalText.value(of: bytes.extracting(digits)), 8...15 ~= bits
        else { return nil }
        return bits
    }

    /// Appends the whole header line.
    func appendField(to bytes: inout [UInt8]) {
        bytes.append("Sec-WebSocket-Extensions: permessage-deflate")
        if serverNoContextTakeover { bytes.append("; server_no_context_takeover") }
        if clientNoContextTakeover { bytes.append("; client_no_context_takeover") }
        if let serverWindowBits {
            bytes.append("; server_max_window_bits=")
            DecimalText.append(serverWindowBits, to: &bytes)
        }
        if namesClientWindow { bytes.append("; client_max_window_bits") }
        if namesClientWindow, let clientWindowBits {
            bytes.append("=")
            DecimalText.append(clientWindowBits, to: &bytes)
        }
        bytes.append("\r\n")
    }
}
