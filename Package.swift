// swift-tools-version: 6.2
import PackageDescription

// The graph below is the architecture. A room may import only what its line lists;
// `TidyTests` re-reads this file and refuses an import that is not declared here.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

/// A library of the system behind a module map.
func system(_ name: String, _ pkgConfig: String? = nil, apt: String = "libc6-dev") -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A few lines of C or C++ of our own behind a C header.
func c(_ name: String, links library: String, _ condition: BuildSettingCondition? = nil) -> Target {
    .target(name: name, linkerSettings: [.linkedLibrary(library, condition)])
}

/// A room with no system access: same inputs, same outputs.
func pure(_ name: String, _ uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, swiftSettings: strict)
}

/// A room that may touch the system.
///
/// There are two: sockets and clocks live in one, the terminal in the other.
func io(_ name: String, _ uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, swiftSettings: strict)
}

/// A command: reads flags, wires rooms together, turns a verdict into an exit code.
func tool(_ name: String, _ uses: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: uses, swiftSettings: strict)
}

/// Fixtures are found by path; a target has no resources.
func tests(_ room: String, _ uses: [Target.Dependency], fixtures: Bool = false) -> Target {
    .testTarget(
        name: room + "Tests",
        dependencies: uses,
        exclude: fixtures ? ["Fixtures"] : [],
        swiftSettings: strict
    )
}

/// What a dialect and the desks of all of them stand on.
let shared: [Target.Dependency] = ["ChatModel", "Clockwork", "Exchange", "JSONText", "TextForms"]
let dialects: [Target.Dependency] = ["CXoneDialect"]

let package = Package(
    name: "loadgen",
    products: [
        .executable(name: "loadgen", targets: ["loadgen"])
    ],
    targets: [
        // Doors to C.
        system("CLinux"),
        system("CCrypto", "libcrypto", apt: "libssl-dev"),
        system("COpenSSL", "openssl", apt: "libssl-dev"),
        system("CZlib", "zlib", apt: "zlib1g-dev"),
        system("CPCRE2", "libpcre2-8", apt: "libpcre2-dev"),
        c("CSimdJSON", links: "simdjson"),
        c("CMath", links: "m"),
        c("CJemalloc", links: "jemalloc", .when(configuration: .release)),  // its allocator breaks the thread sanitizer

        // Ground floor: words and numbers.
        pure("ChatModel"),
        pure("Clockwork", ["CMath"]),
        pure("JSONText", ["CSimdJSON", "Clockwork"]),
        pure("TextForms", ["Clockwork"]),
        pure("Signing", ["CCrypto"]),
        pure("WireFormat", ["CZlib", "Signing", "TextForms"]),
        pure("Exchange", ["Clockwork"]),
        pure("LoadMetrics", ["CZlib", "Clockwork", "JSONText", "TextForms"]),

        // First floor: the client core and its dialects.
        pure("ChatClient", ["ChatModel", "Clockwork", "Exchange", "JSONText"]),
        pure("CXoneDialect", ["ChatClient"] + shared),

        // Second floor: the two players.
        pure("AgentBot", ["CPCRE2", "ChatModel", "Clockwork", "JSONText"]),
        pure("SimulatorCore", ["AgentBot"] + shared + dialects),
        pure("LoadEngine", ["ChatClient", "ChatModel", "Clockwork", "Exchange", "JSONText", "LoadMetrics"]),

        // Basement: the only impure library with a descriptor in it.
        io("Transport", ["CLinux", "COpenSSL", "Clockwork", "Exchange", "TextForms", "WireFormat"]),

        // Front doors.
        io("LaunchKit", ["CLinux", "Clockwork", "JSONText"]),
        tool(
            "loadgen",
            [
                "AgentBot", "CJemalloc", "ChatClient", "ChatModel", "Clockwork", "Exchange", "JSONText", "LaunchKit",
                "LoadEngine", "LoadMetrics", "Signing", "SimulatorCore", "TextForms", "Transport",
            ] + dialects
        ),
        tool(
            "bench",
            [
                "AgentBot", "CJemalloc", "Clockwork", "Exchange", "JSONText", "LaunchKit", "LoadEngine", "LoadMetrics",
                "SimulationKit", "SimulatorCore", "TextForms", "Transport",
            ] + dialects
        ),

        // Tests: one `tests(...)` line per room, plus SimulationTests, EndToEndTests, TidyTests.
        .target(
            name: "SimulationKit",
            dependencies: [
                "AgentBot", "CXoneDialect", "Clockwork", "Exchange", "JSONText", "LoadEngine", "LoadMetrics",
                "SimulatorCore",
            ],
            path: "Tests/SimulationKit",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "AgentBot", "CXoneDialect", "Clockwork", "JSONText", "LoadEngine", "SimulationKit", "TextForms",
                "WireFormat",
            ],
            path: "Tests/Fuzz",
            exclude: ["Corpus"],
            swiftSettings: strict
        ),
        tests("AgentBot", ["AgentBot", "Clockwork", "JSONText"]),
        tests("CXoneDialect", ["CXoneDialect", "ChatClient"] + shared, fixtures: true),
        tests("ChatClient", ["ChatClient", "ChatModel", "Clockwork", "Exchange", "JSONText"]),
        tests("ChatModel", ["ChatModel"]),
        tests("Clockwork", ["Clockwork"]),
        tests("EndToEnd", ["JSONText"]),
        tests("Exchange", ["Clockwork", "Exchange"]),
        tests("JSONText", ["Clockwork", "JSONText"]),
        tests("LaunchKit", ["Clockwork", "LaunchKit"]),
        tests(
            "LoadEngine",
            ["ChatClient", "ChatModel", "Clockwork", "Exchange", "JSONText", "LoadEngine", "LoadMetrics"]
        ),
        tests("LoadMetrics", ["Clockwork", "JSONText", "LoadMetrics"]),
        tests("Signing", ["Signing"]),
        tests(
            "Simulation",
            ["AgentBot", "CXoneDialect", "LoadEngine", "LoadMetrics", "SimulationKit"] + shared
        ),
        tests("SimulatorCore", ["AgentBot", "SimulatorCore", "CXoneDialect"] + shared, fixtures: true),
        tests("TextForms", ["Clockwork", "TextForms"]),
        tests("Transport", ["Clockwork", "Exchange", "Transport", "WireFormat"]),
        tests("WireFormat", ["CZlib", "TextForms", "WireFormat"]),
        tests(
            "loadgen",
            ["ChatModel", "Clockwork", "LaunchKit", "LoadEngine", "LoadMetrics", "SimulatorCore", "loadgen"]
        ),
        tests("Tidy", []),
    ],
    cxxLanguageStandard: .cxx17
)

// The gate's build for the thread sanitizer needs two of the test targets, and the others are half of what it costs.
if let wanted = Context.environment["LOADGEN_ONLY_TESTS"]?.split(separator: ",") {
    let isSpare: Set = ["SimulationKit", "bench", "Fuzz"]
    package.targets.removeAll { target in
        isSpare.contains(target.name) || (target.isTest && !wanted.contains { target.name == $0 })
    }
}
