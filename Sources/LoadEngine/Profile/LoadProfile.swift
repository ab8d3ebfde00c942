public import ChatClient
public import ChatModel
public import Clockwork
public import JSONText
public import LoadMetrics

/// What a run does: decoded, validated, with every default filled in.
public struct LoadProfile: Sendable {
    public var name: String
    public var seed: UInt64
    public var target: Target
    public var simulator: SimulatorSection?
    public var load: LoadPlan
    public var storms: [Storm]
    public var customers: [CustomerGroup]
    public var replyTimeout: Duration
    public var httpIdle: Duration
    public var thresholds: [ThresholdRule]
    public var tags: [(key: String, value: String)]
    /// What must be masked in everything that is printed or written; names and tags are masked here already.
    public var secrets: Secrets

    /// How many customers may be there at once.
    public var mostCustomers: Int {
        switch load.model {
        case .open: min(load.maxCustomers, ArrivalPlan(load, seed: seed).reduce(0) { count, _ in count + 1 })
        case .closed: min(load.maxCustomers, Int((load.phases.map { max($0.from, $0.to) }.max() ?? 0).rounded(.up)))
        }
    }

    /// What its behaviours measure, each name once.
    public var stepNames: [String] { Self.stepNames(of: customers) }

    static func stepNames(of groups: [CustomerGroup]) -> [String] {
        groups.flatMap(\.behavior.measures).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Where the customers go.
    public enum Target: Sendable {
        case simulator
        /// One or more platforms' own sections, by name; a single unnamed target is called `default`.
        case platforms([PlatformTarget])
    }

    /// A platform's own section of `target`, for the platform to read.
    public struct PlatformTarget: Sendable {
        public var name: String
        public var platform: String
        public var node: JSONNode
        /// Where ``node`` stands in ``file``.
        public var path: String
        public var file: String
        public var allowHosts: [String]
        public var tls: TLSSection?

        public init(
            name: String,
            platform: String,
            node: JSONNode,
            path: String,
            file: String,
            allowHosts: [String] = []
        ) {
            self.name = name
            self.platform = platform
            self.node = node
            self.path = path
            self.file = file
            self.allowHosts = allowHosts
        }

        /// What is wrong with one of the section's keys, for checks that a pure reading cannot make.
        public func problem(_ key: String, _ message: String) -> DocumentProblem {
            let place = (node[key] ?? node).place
            return Setting.located(
                DocumentProblem(file: file, place: place, path: "\(path).\(key)", message: message)
            )
        }
    }

    /// The embedded simulator's part, for the simulator to read.
    public struct SimulatorSection: Sendable {
        public var platform: String
        /// A path that can be read from the working directory; nil for the platform's default bot.
        public var bot: String?
        public var channel: JSONNode?
        /// By name; nil where there is but one.
        public var channels: JSONNode?
        public var delays: JSONNode?
        /// There if it is to serve TLS.
        public var tls: TLSSection?
    }
}

/// How many customers there are, and when.
public struct LoadPlan: Sendable {
    public var model: Model
    public var phases: [Phase]
    public var maxCustomers: Int
    public var gracefulStop: Duration

    public init(model: Model, phases: [Phase], maxCustomers: Int, gracefulStop: Duration) {
        self.model = model
        self.phases = phases
        self.maxCustomers = maxCustomers
        self.gracefulStop = gracefulStop
    }

    /// What a phase's numbers mean.
    public enum Model: Sendable, Hashable {
        /// Arrivals at a rate, however many customers are there already.
        case open(Spacing)
        /// A number of customers, each replaced when it has finished.
        case closed
    }

    /// How the arrivals of an open model lie in time.
    public enum Spacing: String, Sendable, Hashable {
        case poisson
        case uniform
    }

    /// A stretch of the run.
    public struct Phase: Sendable, Hashable {
        public var name: String
        public var duration: Duration
        /// Arrivals per second in the open model, customers in the closed one; linear from one to the other.
        public var from: Double
        public var to: Double
        /// False keeps the phase's samples out of totals and thresholds.
        public var isRecorded: Bool

        public var label: PhaseLabel { PhaseLabel(name: name, isRecorded: isRecorded) }

        public init(name: String, duration: Duration, from: Double, to: Double, isRecorded: Bool = true) {
            self.name = name
            self.duration = duration
            self.from = from
            self.to = to
            self.isRecorded = isRecorded
        }
    }

    /// The phases as results name them.
    public var labels: [PhaseLabel] { phases.map(\.label) }

    public var duration: Duration { phases.reduce(.zero) { $0 + $1.duration } }
}

/// Connections that the driver breaks on purpose.
public struct Storm: Sendable, Hashable {
    /// After the start of the run.
    public var at: Duration
    public var over: Duration
    /// Of the customers that are connected when it begins.
    public var share: Double
    public var how: DropMethod
    /// The simulator restarts, and refuses for so long; nil where the customers' own ends break the connections.
    public var down: Duration?

    public init(at: Duration, over: Duration, share: Double, how: DropMethod, down: Duration? = nil) {
        self.at = at
        self.over = over
        self.share = share
        self.how = how
        self.down = down
    }
}

/// Customers who behave alike.
public struct CustomerGroup: Sendable {
    public var name: String
    public var behavior: BehaviorScript
    public var weight: Double
    public var turns: ClosedRange<Int>
    /// Rows of which each customer has one.
    public var data: DataTable?
    /// Who they are; nil for names that are drawn.
    public var identity: Identity?
    /// Per ident of the form: the texts to draw one from.
    public var answers: [(ident: String, values: [Template])]
    public var messages: [Template]
    public var think: Distribution
    public var typing: TypingPace
    public var reconnect: Reconnect
    /// The named target, or the simulator's channel; nil for the only one.
    public var target: String?
    /// Which of the vendor's clients they have; nil for the platform's first.
    public var client: String?
    /// What they show to be let in.
    public var credentials: [(name: String, text: Template)] = []
    /// Files to draw one from.
    public var files: [ChatFile] = []

    /// What a customer calls itself.
    public struct Identity: Sendable, Hashable {
        public var firstName: Template
        public var lastName: Template
        /// On the platform; nil lets the client draw it.
        public var id: Template?
    }

    /// How customers come back after a lost connection.
    public enum Reconnect: Sendable, Hashable {
        case vendor
        case policy(ReconnectPolicy)
    }
}
