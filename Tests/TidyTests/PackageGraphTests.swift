import Testing

@Suite struct PackageGraphTests {
    private let graph = PackageGraph(
        manifest: """
            let shared: [Target.Dependency] = ["A", "B"]
                system("CZlib", "zlib", apt: "zlib1g-dev"),
                c("CMath", links: "m"),
                pure("A"),
                io("T", ["CZlib"]),
                tool(
                    "loadgen",
                    [
                        "CZlib",
                    ] + shared
                ),
                .target(
                    name: "Kit",
                    dependencies: [
                        "A", "T",
                    ],
                    path: "Tests/Kit",
                ),
                tests("A", ["A", "Kit"], fixtures: true),
                tests("Tidy", []),
            """
    )

    @Test func roomsAreToldFromTests() {
        #expect(graph.rooms == ["CZlib", "CMath", "A", "T", "loadgen"])
        #expect(graph.targets == graph.rooms.union(["Kit", "ATests", "TidyTests"]))
    }

    @Test func listsAreAdded() {
        #expect(graph.imports(of: "loadgen") == ["CZlib", "A", "B"])
        #expect(graph.imports(of: "Kit") == ["A", "T"] && graph.imports(of: "ATests") == ["A", "Kit"])
        #expect(graph.allows("T", toImport: "CZlib") && !graph.allows("A", toImport: "B"))
    }

    @Test func kindsAreKnown() {
        #expect(graph.isPure("A") && !graph.isPure("loadgen") && !graph.isPure("T"))
        #expect(graph.isDoorToC("CMath") && graph.isDoorToC("CZlib") && !graph.isDoorToC("T"))
        #expect(graph.debianPackages == ["zlib1g-dev"])
    }

    @Test func importsAreReadInEveryForm() {
        let text = "import A\npublic import B\n@testable import C\n// import D\n    import E\npackage import F\n"
        #expect(SourceFile(name: "R/F.swift", text: text).imports == ["A", "B", "C", "F"])
    }
}
