package import JSONText
package import TextForms

/// An id as its maker spelt it, so that it goes back as it came (protocol: ids are compared with their case).
///
/// Nearly all are UUIDs and cost no allocation; whatever else stands there is kept as text.
package enum EchoedID: Hashable, Sendable {
    case uuid(UUIDText.Spelled)
    case text(String)

    /// Spelt in lower case, as clients and servers make theirs.
    package init(_ value: UInt128) {
        self = .uuid(UUIDText.Spelled(value))
    }

    package init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.init(text.utf8Span.span.bytes)
    }

    package init(_ text: RawSpan) {
        if let spelled = UUIDText.Spelled(text) {
            self = .uuid(spelled)
        } else {
            self = .text(text.text(in: 0..<text.byteCount))
        }
    }

    /// Nil for an id that is no UUID.
    package var value: UInt128? {
        switch self {
        case .uuid(let spelled): spelled.value
        case .text: nil
        }
    }

    /// As its maker spelt it.
    package var spelling: String {
        switch self {
        case .text(let text):
            return text
        case .uuid(let spelled):
            var bytes: [UInt8] = []
            spelled.append(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// As a JSON string, quotes included.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .uuid(let spelled):
            bytes.append(UInt8(ascii: "\""))
            spelled.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        case .text(let text):
            JSONWriter.append(string: text, to: &bytes)
        }
    }
}

extension JSONCursor {
    /// Any text.
    package func id(_ path: StaticString) throws(JSONFault) -> EchoedID {
        try withText(path) { (text) throws(JSONFault) in EchoedID(text) }
    }

    package func idIfPresent(_ path: StaticString) throws(JSONFault) -> EchoedID? {
        has(path) ? try id(path) : nil
    }

    /// A text that must be a UUID, in either case.
    package func spelledUUID(_ path: StaticString) throws(JSONFault) -> UUIDText.Spelled {
        let found = try withText(path) { (text) throws(JSONFault) in UUIDText.Spelled(text) }
        guard let found else { throw .wrongType(path: path) }
        return found
    }
}
