/// What a command understands: its verbs and their flags, declared once for parsing and for help.
public struct Grammar: Sendable {
    public var name: String
    public var version: String
    /// One sentence on what the command is for.
    public var summary: String
    public var verbs: [Verb]
    /// The verb that is meant when the first word is a flag.
    public var defaultVerb: String?

    public init(name: String, version: String, summary: String, verbs: [Verb], defaultVerb: String? = nil) {
        self.name = name
        self.version = version
        self.summary = summary
        self.verbs = verbs
        self.defaultVerb = defaultVerb
    }

    /// What a command line asks for.
    public enum Request: Sendable {
        case run(Arguments)
        /// Text to print, then success.
        case show(String)
    }
}

/// One thing that a command can do.
public struct Verb: Sendable {
    public var name: String
    /// One sentence, shown in both helps.
    public var summary: String
    /// As it stands in the usage line: `PROFILE`, `FILE…`; empty when there are none.
    public var operands: String
    /// How many operands may be given.
    public var operandCount: ClosedRange<Int>
    public var flags: [Flag]

    public init(
        _ name: String,
        _ summary: String,
        operands: String = "",
        count: ClosedRange<Int> = 0...0,
        flags: [Flag] = []
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        operandCount = count
        self.flags = flags
    }
}

/// One flag of a verb.
public struct Flag: Sendable {
    /// Without its dashes.
    public var name: String
    public var alias: Character?
    public var form: Form
    public var isRepeatable: Bool
    public var help: String
    /// What holds without the flag, in words.
    public var fallback: String?

    /// What may stand behind a flag; what does not fit is refused before anything starts.
    public enum Form: Sendable {
        /// Nothing: the flag is there or it is not.
        case toggle
        case text(String)
        case whole(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case duration
        /// `NAME=VALUE`
        case pair(String)
        /// `HOST:PORT`
        case endpoint
    }

    public init(
        _ name: String,
        alias: Character? = nil,
        _ form: Form,
        _ help: String,
        repeats: Bool = false,
        default fallback: String? = nil
    ) {
        self.name = name
        self.alias = alias
        self.form = form
        self.help = help
        isRepeatable = repeats
        self.fallback = fallback
    }
}
