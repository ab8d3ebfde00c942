package import ChatModel
package import JSONText

/// The form of a channel on the wire (`preContactForm`).
package enum SurveyForm: Sendable {
    /// Reads the member of the configuration; nil for a form without fields.
    package static func read(_ body: JSONCursor) throws(JSONFault) -> Survey? {
        try body.within("preContactForm") { (form) throws(JSONFault) -> Survey? in
            guard form.isText("name") else { throw .missing(path: "name") }
            var fields: [Survey.Field] = []
            try form.each("customFields") { (field) throws(JSONFault) in
                let isRequired = try field.flag("isRequired")
                fields.append(
                    try field.within("definition") { (definition) throws(JSONFault) in
                        try Self.field(definition, isRequired)
                    }
                )
            }
            return fields.isEmpty ? nil : Survey(fields: fields)
        }
    }

    private static func field(_ definition: JSONCursor, _ isRequired: Bool) throws(JSONFault) -> Survey.Field {
        guard let kind = Survey.Kind(rawValue: try definition.text("type")) else { throw .wrongType(path: "type") }
        var options: [Survey.Option] = []
        if kind == .list || kind == .tree {
            try definition.each("values") { (value) throws(JSONFault) in
                // One number or null among an option's texts and the client reads nothing at all.
                try value.eachMember("") { (_, member) throws(JSONFault) in
                    guard member.isText("") else { throw .wrongType(path: "values") }
                }
                options.append(
                    Survey.Option(
                        name: try value.text("name"),
                        label: try value.text("value"),
                        parent: try value.textIfPresent("parentId")
                    )
                )
            }
        }
        let names = options.map(\.name)
        // ours: an option under a parent that is not there makes the vendor's client loop; here it is a bad form.
        guard options.allSatisfy({ $0.parent.map(names.contains) ?? true }) else { throw .wrongType(path: "parentId") }
        return Survey.Field(
            ident: try definition.text("ident"),
            label: try definition.text("label"),
            kind: kind,
            isRequired: isRequired,
            options: options
        )
    }

    package static func append(_ survey: Survey, channel: String, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"id":"pre-contact","name":"Before we start","channels":[{"id":"#, to: &bytes)
        JSONWriter.append(string: channel, to: &bytes)
        JSONWriter.append(#"}],"customFields":["#, to: &bytes)
        for index in survey.fields.indices {
            if index > 0 { JSONWriter.append(",", to: &bytes) }
            append(survey.fields[index], to: &bytes)
        }
        JSONWriter.append("]}", to: &bytes)
    }

    private static func append(_ field: Survey.Field, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"isRequired":"#, to: &bytes)
        JSONWriter.append(flag: field.isRequired, to: &bytes)
        JSONWriter.append(#","definition":"#, to: &bytes)
        append(definition: field, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }

    /// The custom fields of a channel, outside the form.
    package static func append(definitions fields: [Survey.Field], to bytes: inout [UInt8]) {
        JSONWriter.append("[", to: &bytes)
        for index in fields.indices {
            if index > 0 { JSONWriter.append(",", to: &bytes) }
            append(definition: fields[index], to: &bytes)
        }
        JSONWriter.append("]", to: &bytes)
    }

    private static func append(definition field: Survey.Field, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"ident":"#, to: &bytes)
        JSONWriter.append(string: field.ident, to: &bytes)
        JSONWriter.append(#","label":"#, to: &bytes)
        JSONWriter.append(string: field.label, to: &bytes)
        JSONWriter.append(#","type":"#, to: &bytes)
        JSONWriter.append(string: field.kind.rawValue, to: &bytes)
        if field.kind == .list || field.kind == .tree {
            JSONWriter.append(#","values":["#, to: &bytes)
            for index in field.options.indices {
                if index > 0 { JSONWriter.append(",", to: &bytes) }
                append(field.options[index], to: &bytes)
            }
            JSONWriter.append("]", to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }

    private static func append(_ option: Survey.Option, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"name":"#, to: &bytes)
        JSONWriter.append(string: option.name, to: &bytes)
        JSONWriter.append(#","value":"#, to: &bytes)
        JSONWriter.append(string: option.label, to: &bytes)
        if let parent = option.parent {
            JSONWriter.append(#","parentId":"#, to: &bytes)
            JSONWriter.append(string: parent, to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }
}
