/// The form that a channel has filled in before a conversation begins.
public struct Survey: Hashable, Sendable {
    public var fields: [Field]

    public init(fields: [Field]) {
        self.fields = fields
    }

    /// One question of a ``Survey``.
    public struct Field: Hashable, Sendable {
        public var ident: String
        public var label: String
        public var kind: Kind
        public var isRequired: Bool
        /// What may be chosen, in the order of the file; empty for a field that is typed.
        public var options: [Option]

        public init(ident: String, label: String, kind: Kind, isRequired: Bool, options: [Option] = []) {
            self.ident = ident
            self.label = label
            self.kind = kind
            self.isRequired = isRequired
            self.options = options
        }
    }

    /// How a ``Field`` is answered.
    public enum Kind: String, Hashable, Sendable {
        case text
        case email
        case list
        case tree
    }

    /// What may be chosen in a list; `parent` names the option above it in a tree.
    public struct Option: Hashable, Sendable {
        public var name: String
        public var label: String
        public var parent: String?

        public init(name: String, label: String, parent: String? = nil) {
            self.name = name
            self.label = label
            self.parent = parent
        }
    }

    /// What a customer filled in.
    public struct Answer: Hashable, Sendable {
        public var ident: String
        public var value: String

        public init(ident: String, value: String) {
            self.ident = ident
            self.value = value
        }
    }
}
