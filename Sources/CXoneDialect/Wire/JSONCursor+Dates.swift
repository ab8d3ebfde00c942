package import Clockwork
package import JSONText
import TextForms

extension JSONCursor {
    /// A date as the iOS client reads it: whole seconds, and `Z` or an offset.
    package func strictDate(_ path: StaticString) throws(JSONFault) -> WallTime {
        let found = try withText(path) { (text) throws(JSONFault) -> WallTime? in
            text.byteCount > 19 && text.byte(at: 19) != UInt8(ascii: ".") ? ISO8601Text.value(of: text) : nil
        }
        guard let found else { throw .wrongType(path: path) }
        return found
    }

    /// A date as a server reads it, in any client's spelling.
    package func date(_ path: StaticString) throws(JSONFault) -> WallTime {
        let found = try withText(path) { (text) throws(JSONFault) in ISO8601Text.value(of: text) }
        guard let found else { throw .wrongType(path: path) }
        return found
    }
}

extension [UInt8] {
    /// Appends the date as a JSON string.
    mutating func append(date: WallTime, _ style: ISO8601Text.Style) {
        append(UInt8(ascii: "\""))
        ISO8601Text.append(date, style, to: &self)
        append(UInt8(ascii: "\""))
    }

    /// The same, or `null`.
    mutating func append(date: WallTime?, _ style: ISO8601Text.Style) {
        if let date { append(date: date, style) } else { JSONWriter.append("null", to: &self) }
    }

    /// Appends the UUID as a JSON string, in lower case.
    mutating func append(uuid: UInt128) {
        append(UInt8(ascii: "\""))
        UUIDText.append(uuid, to: &self)
        append(UInt8(ascii: "\""))
    }
}
