package import Clockwork
package import JSONText
package import TextForms

/// One answer or attribute of a customer or a case.
package struct CustomField: Hashable, Sendable {
    package var ident: String
    package var value: String
    /// Mobile clients demand it; the web client sends none, so a server that keeps such a field adds its own.
    package var updatedAt: WallTime?

    package init(ident: String, value: String, updatedAt: WallTime?) {
        self.ident = ident
        self.value = value
        self.updatedAt = updatedAt
    }

    /// What clients send.
    ///
    /// Fields whose value is null are left out: no mobile client could read them back.
    package static func sent(in frame: JSONCursor, at path: StaticString) throws(JSONFault) -> [CustomField] {
        guard frame.has(path) else { return [] }
        var fields: [CustomField] = []
        try frame.each(path) { (field) throws(JSONFault) in
            guard let value = try field.textIfPresent("value") else { return }
            let updatedAt = field.has("updatedAt") ? try field.date("updatedAt") : nil
            fields.append(CustomField(ident: try field.text("ident"), value: value, updatedAt: updatedAt))
        }
        return fields
    }

    /// Throws unless every field is as the mobile clients demand of a server: three texts, none null.
    package static func check(_ frame: JSONCursor, at path: StaticString) throws(JSONFault) {
        try frame.each(path) { (field) throws(JSONFault) in
            for key in ["ident", "value"] as [StaticString] where !field.isText(key) { throw .missing(path: key) }
            _ = try field.strictDate("updatedAt")
        }
    }

    /// Without a style the dates are left out.
    package static func append(_ fields: [CustomField], _ style: ISO8601Text.Style?, to bytes: inout [UInt8]) {
        JSONWriter.append("[", to: &bytes)
        for index in fields.indices {
            JSONWriter.append(index == 0 ? #"{"ident":"# : #",{"ident":"#, to: &bytes)
            JSONWriter.append(string: fields[index].ident, to: &bytes)
            JSONWriter.append(#","value":"#, to: &bytes)
            JSONWriter.append(string: fields[index].value, to: &bytes)
            if let style, let updatedAt = fields[index].updatedAt {
                JSONWriter.append(#","updatedAt":"#, to: &bytes)
                bytes.append(date: updatedAt, style)
            }
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("]", to: &bytes)
    }
}

extension VendorClient {
    /// How it dates custom fields; nil for the web client, which does not.
    var fieldStyle: ISO8601Text.Style? {
        switch self {
        case .ios: .zulu
        case .android: .zuluInLowerCase
        case .web: nil
        }
    }
}
