import ChatModel
public import JSONText

extension CXoneChannel {
    /// Reads the object of a profile, or of a file of its own, and notes everything that is wrong with it.
    public static func read(_ value: inout ValueReader) -> CXoneChannel? {
        value.object { object -> CXoneChannel? in
            var channel = CXoneChannel()
            channel.mode = object.optional("mode") { $0.choice(Mode.allCases.map { ($0.rawValue, $0) }) } ?? .singleThread
            let fields = Self.fields(&object, "preChat")
            channel.survey = fields.isEmpty ? nil : Survey(fields: fields)
            channel.session =
                object.optional("session") { $0.choice(Session.allCases.map { ($0.rawValue, $0) }) } ?? .open
            channel.files = object.optional("attachments") { Self.files(&$0) } ?? channel.files
            channel.isOnline =
                object.optional("availability") { $0.choice([("online", true), ("offline", false)]) } ?? true
            channel.allowsTranscript = object.optional("transcript") { $0.flag() } ?? true
            channel.recoverLivechatDoesNotFail =
                object.optional("recoverLivechatDoesNotFail") { $0.flag() } ?? false
            channel.welcome = object.optional("welcome") { $0.nonEmptyText() }
            channel.storedAbove = object.optional("storedAbove") { $0.integer(in: 1...1 << 30) }
            channel.caseFields = Self.fields(&object, "caseFields")
            channel.customerFields = Self.fields(&object, "customerFields")
            channel.brandId = object.optional("brandId") { $0.integer(in: 0...Int.max) } ?? channel.brandId
            channel.channelId = object.optional("channelId") { $0.nonEmptyText() } ?? channel.channelId
            return channel
        }
    }

    private static func fields(_ object: inout ObjectReader, _ key: String) -> [Survey.Field] {
        let fields = object.optional(key) { list in list.list { field in Self.field(&field) } } ?? []
        findDoubles(in: fields, key, &object)
        return fields
    }

    private static func files(_ value: inout ValueReader) -> FileRestrictions? {
        value.object { object -> FileRestrictions? in
            let isEnabled = object.optional("enabled") { $0.flag() } ?? true
            let most = FileRestrictions.vendorLimit
            let largest = object.optional("maxMegabytes") { $0.integer(in: 1...most) } ?? most
            let types =
                object.optional("types") { list in list.list(atLeast: 1) { Self.type(&$0) } }
                ?? FileRestrictions.defaultTypes
            // The same type twice crashes the vendor's iOS client.
            for (index, type) in types.enumerated() where types[..<index].contains(type) {
                object.fail("types", "the type \"\(type)\" stands twice")
            }
            return FileRestrictions(isEnabled: isEnabled, largest: largest, types: types)
        }
    }

    private static func type(_ value: inout ValueReader) -> String? {
        guard let type = value.nonEmptyText() else { return nil }
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            value.fail("found \(value.node.summary); a type looks like \"image/png\" or \"image/*\"")
            return nil
        }
        return type
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
            let options = object.optional("options") { Self.options(of: kind, &$0) }
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
                options: options ?? []
            )
        }
    }

    /// `{"name": "Label"}`; in a tree a branch is `{"name": {"label": "Label", "options": {…}}}`.
    private static func options(of kind: Survey.Kind?, _ value: inout ValueReader) -> [Survey.Option]? {
        guard let options = Self.options(under: nil, isTree: kind == .tree, &value) else { return nil }
        for (index, option) in options.enumerated() where options[..<index].contains(where: { $0.name == option.name }) {
            value.fail("the option \"\(option.name)\" stands twice")
        }
        return options
    }

    /// A branch stands before what is under it.
    private static func options(
        under parent: String?,
        isTree: Bool,
        _ value: inout ValueReader
    ) -> [Survey.Option]? {
        let read = value.entries { (name: String, value: inout ValueReader) -> [Survey.Option]? in
            guard isTree, case .object = value.node.value else {
                guard let label = value.nonEmptyText() else { return nil }
                return [Survey.Option(name: name, label: label, parent: parent)]
            }
            return value.object { (branch: inout ObjectReader) -> [Survey.Option]? in
                let label = branch.optional("label") { $0.nonEmptyText() } ?? name
                let below = branch.required("options") { Self.options(under: name, isTree: true, &$0) }
                return below.map { [Survey.Option(name: name, label: label, parent: parent)] + $0 }
            }
        }
        return read.map { $0.flatMap(\.value) }
    }

    private static func findDoubles(in fields: [Survey.Field], _ key: String, _ object: inout ObjectReader) {
        for (index, field) in fields.enumerated() where fields[..<index].contains(where: { $0.ident == field.ident }) {
            object.fail(key, "the ident \"\(field.ident)\" stands twice")
        }
    }
}
