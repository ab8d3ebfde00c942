extension JSONWriter {
    /// Appends a value of a document of ours, on one line.
    public static func append(_ node: JSONNode, to bytes: inout [UInt8]) {
        switch node.value {
        case .null: append("null", to: &bytes)
        case .flag(let flag): append(flag: flag, to: &bytes)
        case .number(let number): append(number: number, to: &bytes)
        case .text(let text): append(string: text, to: &bytes)
        case .list(let elements):
            append("[", to: &bytes)
            for (index, element) in elements.enumerated() {
                if index > 0 { append(",", to: &bytes) }
                append(element, to: &bytes)
            }
            append("]", to: &bytes)
        case .object(let members):
            append("{", to: &bytes)
            for (index, member) in members.enumerated() {
                if index > 0 { append(",", to: &bytes) }
                append(string: member.key, to: &bytes)
                append(":", to: &bytes)
                append(member.value, to: &bytes)
            }
            append("}", to: &bytes)
        }
    }
}
