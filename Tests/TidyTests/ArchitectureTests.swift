import Testing

/// The laws of `docs/architecture.md`, as far as text can tell.
@Suite struct ArchitectureTests {
    private let graph = Repository.shared.graph
    private let sources = Repository.shared.sources
    private let tests = Repository.shared.tests

    @Test func everyImportIsDeclaredInThePackageGraph() {
        for file in sources + tests {
            let undeclared = file.imports.filter {
                graph.targets.contains($0) && !graph.allows(file.room, toImport: $0)
            }
            #expect(undeclared.isEmpty, "\(file.name) imports \(undeclared), which \(file.room) does not declare")
        }
    }

    @Test func whatIsDeclaredIsImported() {
        for target in graph.targets.sorted() where !graph.isDoorToC(target) {
            let files = (sources + tests).filter { $0.room == target }
            // A room that waits for its first file says so by its name.
            guard !files.isEmpty, !files.allSatisfy({ $0.fileName == "Room.swift" }) else { continue }
            let unused = graph.imports(of: target).subtracting(files.flatMap(\.imports))
            #expect(unused.isEmpty, "\(target) declares \(unused.sorted()) and imports it nowhere")
        }
    }

    @Test func everyRoomIsDeclared() {
        #expect(Set(sources.map(\.room)).subtracting(graph.rooms).isEmpty)
        #expect(Set(tests.map(\.room)).subtracting(graph.targets).isEmpty)
    }

    @Test func onlyTransportTouchesTheSystem() {
        let doors: Set = [
            "Glibc", "CLinux", "COpenSSL", "CJemalloc", "Dispatch", "Foundation", "FoundationNetworking",
            "FoundationEssentials", "Synchronization",
        ]
        for file in sources where graph.isPure(file.room) {
            #expect(doors.isDisjoint(with: file.imports), "\(file.name) reaches past Transport")
        }
    }

    @Test func noProductCarriesFoundation() {
        for file in sources {
            #expect(!file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.name) imports Foundation")
        }
    }

    @Test func pureRoomsReplay() {
        let rooms = Dictionary(grouping: sources.filter { graph.isPure($0.room) }, by: \.room)
        for files in rooms.values {
            let names = files.reduce(into: Set<String>()) { $0.formUnion($1.sharedHashedNames) }
            for file in files {
                for finding in file.unrepeatable(hashedNames: names.union(file.hashedNames)) {
                    Issue.record("\(file.name):\(finding)")
                }
            }
        }
    }

    @Test(arguments: Law.all + [.desksUseNoClient(Repository.shared.sources)])
    func theLawHolds(law: Law) {
        for file in sources {
            for breach in law.breaches(in: file) { Issue.record("\(breach): \(law.name)") }
        }
    }

    @Test func noTargetHasResources() {
        #expect(!graph.manifest.mentions("resources:"), "the bundle accessor that comes with them imports Foundation")
    }

    @Test func theLauncherInstallsWhatTheManifestNames() {
        let packages = Repository.shared.texts.first { $0.path == "scripts/packages.txt" }?.text ?? ""
        for package in graph.debianPackages {
            #expect(packages.mentions(" \(package)\n"), "\(package) is missing in scripts/packages.txt")
        }
    }

    /// A longer file of the command would hide a room.
    @Test func wiringStaysShort() {
        for file in sources where file.room == "loadgen" {
            #expect(file.lines.count <= 300, "\(file.name) has \(file.lines.count) lines")
        }
    }
}
