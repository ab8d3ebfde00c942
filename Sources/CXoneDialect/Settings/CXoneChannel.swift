public import ChatModel
public import JSONText

/// The channel that a simulator plays: the `channel` of a profile's simulator.
public struct CXoneChannel: Hashable, Sendable {
    public var brandId: Int
    public var channelId: String
    /// Nil asks nothing before a chat.
    public var survey: Survey?

    /// A channel without a form.
    ///
    /// Brand and channel are ours: a simulator has just one of each.
    public init(survey: Survey? = nil) {
        brandId = 1_234
        channelId = ["chat", "5b0d7a54-3c8e-4a2e-9a55-0c2f6d2f7a10"].joined(separator: "_")
        self.survey = survey
    }

    /// Reads the object of a profile, or of a file of its own, and notes everything that is wrong with it.
    public static func read(_ value: inout ValueReader) -> CXoneChannel? {
        value.object { object -> CXoneChannel? in
            let isServed = object.optional("mode") { mode in Self.mode(&mode) } ?? true
            let fields = object.optional("preChat") { list in list.list { field in Self.field(&field) } } ?? []
            Self.findDoubles(in: fields, &object)
            return isServed ? CXoneChannel(survey: fields.isEmpty ? nil : Survey(fields: fields)) : nil
        }
    }

    private static func mode(_ value: inout ValueReader) -> Bool? {
        let modes = [("singleThread", true), ("multiThread", false), ("liveChat", false)]
        guard let isServed = value.choice(modes) else { return false }
        if !isServed { value.fail("found \(value.node.summary), which is not served yet; allowed: \"singleThread\"") }
        return isServed
    }

    private static func field(_ value: inout ValueReader) -> Survey.Field? {
        value.object { object -> Survey.Field? in
            let kinds: [(String, Survey.Kind)] = [
                ("text", .text), ("email", .email), ("list", .list), ("tree", .tree),
            ]
            let ident = object.required("ident") { $0.nonEmptyText() }
            let label = object.optional("label") { $0.nonEmptyText() }
            let kind = object.required("type") { $0.choice(kinds) }
            let isRequired = object.optional("required") { $0.flag() } ?? false
            let options =
                object.optional("options") { value in
                    value.entries { name, value in value.nonEmptyText().map { Survey.Option(name: name, label: $0) } }
                }
            guard let ident, let kind else { return nil }
            let isChosen = kind == .list || kind == .tree
            if isChosen, !object.has("options") {
                object.fail("the key \"options\" is missing; a \(kind.rawValue) needs at least one")
            } else if isChosen, let options, options.isEmpty {
                object.fail("options", "found no options; a \(kind.rawValue) needs at least one")
            } else if !isChosen, object.has("options") {
                object.fail("options", "only a \"list\" or a \"tree\" has options")
            }
            return Survey.Field(
                ident: ident,
                label: label ?? ident,
                kind: kind,
                isRequired: isRequired,
                options: (options ?? []).map(\.value)
            )
        }
    }

    private static func findDoubles(in fields: [Survey.Field], _ object: inout ObjectReader) {
        for (index, field) in fields.enumerated() where fields[..<index].contains(where: { $0.ident == field.ident }) {
            object.fail("preChat", "the ident \"\(field.ident)\" stands twice")
        }
    }
}
