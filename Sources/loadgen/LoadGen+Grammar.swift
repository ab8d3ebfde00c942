import LaunchKit

extension LoadGen {
    /// Everything that can be typed.
    static let grammar = Grammar(
        name: "loadgen",
        version: version,
        summary: "Puts a chat platform under honest load: simulated customers, an agent bot, truthful latencies.",
        verbs: [run, serve, validate, bot, doctor],
        defaultVerb: "run"
    )

    private static let run = Verb(
        "run",
        "Run a profile's customers against a platform, or against the embedded simulator.",
        operands: "[PROFILE]",
        count: 0...1,
        flags: [
            Flag("profile", .text("PROFILE"), "the profile; a bare name is looked for in profiles/ too"),
            Flag("target", .text("FILE|simulator"), "where to go instead of the profile's target"),
            Flag("env", alias: "e", .pair("NAME=VALUE"), "a value for ${env:NAME} in the profile", repeats: true),
            Flag("set", .pair("PATH=VALUE"), "changes one value, as load.maxCustomers=50", repeats: true),
            Flag(
                "seed",
                .whole(0...Int.max),
                "draws everything from this seed",
                default: "the profile's, or a new one"
            ),
            Flag("scale", .number(0.000_1...10_000), "multiplies rates, customers and maxCustomers", default: "1"),
            Flag("duration", alias: "d", .duration, "stretches all phases to this total", default: "the profile's"),
            Flag("loops", .whole(1...256), "event loops", default: "usable cores, one fewer beside the simulator"),
            Flag("allow-host", .text("HOST"), "a host besides loopback that may be connected to", repeats: true),
            Flag("cacert", .text("FILE"), "believe the certificates in this PEM file instead of the system's"),
            Flag("insecure", .toggle, "do not check certificates; the report says so loudly"),
            Flag("simulator-tls", .toggle, "the embedded simulator serves TLS, with a certificate of its own"),
            Flag("results", .text("DIR"), "where the results go", default: "results/NAME-TIME"),
            Flag("quiet", alias: "q", .toggle, "no progress, only the summary"),
        ]
    )

    private static let serve = Verb(
        "serve",
        "Serve the simulator with an agent bot; prints one JSON line, a target, when it is ready.",
        flags: [
            Flag("listen", .endpoint, "where to listen; loopback only", default: "127.0.0.1:8080"),
            Flag("platform", .text("NAME"), "whose desk to serve", default: "cxone"),
            Flag("bot", .text("FILE"), "the agent bot", default: "bots/retail.json"),
            Flag("channel", .text("FILE"), "the channel's settings, as a profile's simulator.channel"),
            Flag("seed", .whole(0...Int.max), "draws everything from this seed", default: "a new one"),
            Flag("compression", .toggle, "compresses messages and answers for clients that take it"),
            Flag("tls-cert", .text("FILE"), "serve TLS with this certificate and its chain, in PEM"),
            Flag("tls-key", .text("FILE"), "the certificate's key, in PEM and without a password"),
            Flag("quiet", alias: "q", .toggle, "no notes"),
            Flag("embedded", .toggle, "for a run's own simulator: takes its settings from, and ends with, its input"),
        ]
    )

    private static let bot = Verb(
        "bot",
        "Hold a bot to its dialogues (test), or talk to it in the terminal (chat).",
        operands: "test|chat SCRIPT [DIALOGUES…]",
        count: 2...1_000,
        flags: [
            Flag("seed", .whole(0...Int.max), "chat: draws what is said from this seed", default: "a new one"),
            Flag("fast", .toggle, "chat: answers at once, without typing"),
        ]
    )

    private static let doctor = Verb(
        "doctor",
        "Say whether this machine can hold so many customers at once, and what to change where it cannot.",
        operands: "[PROFILE]",
        count: 0...1,
        flags: [
            Flag(
                "customers",
                .whole(1...10_000_000),
                "how many at once",
                default: "the profile's, or \(DoctorCommand.usualCustomers)"
            ),
            Flag("env", alias: "e", .pair("NAME=VALUE"), "a value for ${env:NAME} in the profile", repeats: true),
            Flag("allow-host", .text("HOST"), "a host besides loopback that a target may name", repeats: true),
        ]
    )

    private static let validate = Verb(
        "validate",
        "Check profiles and bots, and say all that is wrong with them.",
        operands: "FILE…",
        count: 1...1_000,
        flags: [
            Flag("env", alias: "e", .pair("NAME=VALUE"), "a value for ${env:NAME} in a profile", repeats: true),
            Flag("allow-host", .text("HOST"), "a host besides loopback that a target may name", repeats: true),
        ]
    )
}
