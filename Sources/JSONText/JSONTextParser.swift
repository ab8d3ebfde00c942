/// Reads a whole JSON text (RFC 8259) into nodes that know their places.
struct JSONTextParser {
    /// The first thing that is not JSON.
    struct Fault: Error {
        var place: TextPlace
        var message: String
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var depth = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func document() throws(Fault) -> JSONNode {
        if scalars.first == "\u{FEFF}" {
            advance()
            lineStart = index
        }
        let node = try value()
        skipSpace()
        guard index == scalars.count else { throw fault("text after the end of the JSON value") }
        return node
    }

    private var place: TextPlace { TextPlace(line: line, column: index - lineStart + 1) }
    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func advance() {
        if scalars[index] == "\n" {
            line += 1
            lineStart = index + 1
        }
        index += 1
    }

    private mutating func skipSpace() {
        while let scalar = current, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { advance() }
    }

    private func fault(_ message: String) -> Fault {
        Fault(place: place, message: message)
    }

    private mutating func value() throws(Fault) -> JSONNode {
        skipSpace()
        let start = place
        switch current {
        case "{": return JSONNode(.object(try nested { (parser) throws(Fault) in try parser.members() }), at: start)
        case "[": return JSONNode(.list(try nested { (parser) throws(Fault) in try parser.elements() }), at: start)
        case "\"": return JSONNode(.text(try string()), at: start)
        case "t": return JSONNode(.flag(try word("true", true)), at: start)
        case "f": return JSONNode(.flag(try word("false", false)), at: start)
        case "n": return JSONNode(try word("null", .null), at: start)
        case let digit? where digit == "-" || ("0"..."9").contains(digit):
            return JSONNode(.number(try number()), at: start)
        case nil: throw fault("the text ends where a value should stand")
        case let other?: throw fault("found '\(other)' where a value should stand" + Self.hint(for: other))
        }
    }

    /// What people write who know JSON from its relatives.
    private static func hint(for scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "/", "#": " (comments are not part of JSON)"
        case "'": " (texts stand in double quotes)"
        default: ""
        }
    }

    private mutating func nested<Answer>(
        _ body: (inout JSONTextParser) throws(Fault) -> Answer
    ) throws(Fault) -> Answer {
        depth += 1
        guard depth <= JSONDocument.depthLimit else { throw fault("nested deeper than \(JSONDocument.depthLimit)") }
        advance()
        let answer = try body(&self)
        depth -= 1
        return answer
    }

    private mutating func members() throws(Fault) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        skipSpace()
        if current == "}" {
            advance()
            return members
        }
        while true {
            skipSpace()
            let keyPlace = place
            guard current == "\"" else {
                throw fault("a key in double quotes should stand here" + (current.map(Self.hint) ?? ""))
            }
            let key = try string()
            guard !members.contains(where: { $0.key == key }) else {
                throw Fault(place: keyPlace, message: "the key \"\(key)\" stands here a second time")
            }
            skipSpace()
            guard current == ":" else { throw fault("':' should follow the key \"\(key)\"") }
            advance()
            members.append(JSONValue.Member(key: key, keyPlace: keyPlace, value: try value()))
            skipSpace()
            guard try continues(until: "}") else { return members }
        }
    }

    private mutating func elements() throws(Fault) -> [JSONNode] {
        var elements: [JSONNode] = []
        skipSpace()
        if current == "]" {
            advance()
            return elements
        }
        while true {
            elements.append(try value())
            skipSpace()
            guard try continues(until: "]") else { return elements }
        }
    }

    private mutating func continues(until end: Unicode.Scalar) throws(Fault) -> Bool {
        switch current {
        case ",":
            advance()
            skipSpace()
            if current == end { throw fault("a comma stands before '\(end)'") }
            return true
        case end:
            advance()
            return false
        default:
            throw fault("',' or '\(end)' should stand here" + (current.map(Self.hint) ?? ""))
        }
    }

    private mutating func word<Answer>(_ word: String, _ answer: Answer) throws(Fault) -> Answer {
        let start = fault("'true', 'false' or 'null' should stand here")
        for scalar in word.unicodeScalars {
            guard current == scalar else { throw start }
            advance()
        }
        return answer
    }

    private mutating func number() throws(Fault) -> Double {
        let start = index
        if current == "-" { advance() }
        if current == "0" { advance() } else { try digits() }
        if current == "." {
            advance()
            try digits()
        }
        if current == "e" || current == "E" {
            advance()
            if current == "+" || current == "-" { advance() }
            try digits()
        }
        let text = String(String.UnicodeScalarView(scalars[start..<index]))
        guard let number = Double(text), number.isFinite else { throw fault("the number \(text) is too large") }
        return number
    }

    private mutating func digits() throws(Fault) {
        guard let first = current, ("0"..."9").contains(first) else { throw fault("a digit should stand here") }
        while let digit = current, ("0"..."9").contains(digit) { advance() }
    }

    private mutating func string() throws(Fault) -> String {
        let opening = place
        advance()
        var text = String.UnicodeScalarView()
        while let scalar = current {
            switch scalar {
            case "\"":
                advance()
                return String(text)
            case "\\":
                advance()
                text.append(try escape())
            case let control where control.value < 0x20:
                throw fault("a control character stands in a string; write it as an escape")
            default:
                text.append(scalar)
                advance()
            }
        }
        throw Fault(place: opening, message: "the string that begins here is not closed")
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
        ]
        guard let letter = current else { throw fault("the text ends in an escape") }
        if let scalar = plain[letter] {
            advance()
            return scalar
        }
        guard letter == "u" else { throw fault("'\\\(letter)' is not an escape of JSON") }
        let high = try unit()
        guard (0xD800...0xDFFF).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
        guard high < 0xDC00, current == "\\" else { throw fault("half of a surrogate pair") }
        advance()
        guard current == "u" else { throw fault("half of a surrogate pair") }
        let low = try unit()
        guard (0xDC00...0xDFFF).contains(low) else { throw fault("half of a surrogate pair") }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    /// The four hex digits after a `u`, which is current.
    private mutating func unit() throws(Fault) -> UInt32 {
        advance()
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current, let nibble = Character(digit).hexDigitValue else {
                throw fault("four hex digits should stand here")
            }
            value = value << 4 | UInt32(nibble)
            advance()
        }
        return value
    }
}
