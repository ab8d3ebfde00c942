import Foundation
import Testing

/// Size, names and comments: what neither the compiler nor the formatter checks.
@Suite struct ShapeTests {
    private let graph = Repository.shared.graph
    private let sources = Repository.shared.sources
    private let tests = Repository.shared.tests

    @Test(arguments: [
        ("@unchecked Sendable", 1), ("nonisolated(unsafe)", 0), ("try!", 0), (" as! ", 0), ("@preconcurrency", 0),
        ("fatalError(", 0), ("Mutex<", 0), ("#if DEBUG", 0), ("FIX" + "ME", 0), ("TO" + "DO", 0),
    ])
    func bannedWordsStayBanned(word: String, allowed: Int) {
        let files = sources.filter { $0.text.mentions(word) }
        let found = files.map { $0.text.components(separatedBy: word).count - 1 }.reduce(0, +)
        #expect(found <= allowed, "\(word) appears \(found) times, in \(files.map(\.name))")
    }

    @Test func filesStayShort() {
        for file in sources where !file.isDeclaredLong {
            let limit = file.fileName == "main.swift" ? 40 : 600
            #expect(file.lines.count <= limit, "\(file.name) has \(file.lines.count) lines")
        }
        for file in tests {
            #expect(file.lines.count <= 800, "\(file.name) has \(file.lines.count) lines")
        }
    }

    @Test func functionsFitOnAScreenAndTakeLittle() {
        for file in sources + tests where !file.isDeclaredLong {
            for function in file.functions {
                #expect(function.length <= 70, "\(file.name):\(function.line) is \(function.length) lines long")
            }
        }
        for file in sources {
            // An initialiser names the fields of a value, however many it has.
            for function in file.functions where !file.lines[function.line - 1].mentions("init") {
                #expect(
                    function.parameters <= 6,
                    "\(file.name):\(function.line) takes \(function.parameters) parameters"
                )
            }
        }
    }

    @Test func exceptionsToLengthStayRare() {
        #expect(sources.filter(\.isDeclaredLong).count <= 5)
    }

    /// Small types that nobody reads one without the other.
    private let families: Set = [
        "Exchange/WireID.swift", "LoadEngine/Profile/LoadProfile.swift", "LoadMetrics/Recorder/Metric.swift",
    ]

    @Test func aFileHasOneSubject() {
        for file in sources {
            let count = file.types.filter { $0.isPublic && $0.isTop }.count
            #expect(count <= 3 || families.contains(file.name), "\(file.name) declares \(count) public types")
            #expect(file.isNamedAfterAType || file.fileName == "Room.swift", "\(file.name) declares no \(file.subject)")
        }
    }

    @Test func roomsAreFlat() {
        for file in sources {
            #expect(file.name.split(separator: "/").count <= 3, "\(file.name) lies too deep")
        }
        for file in tests {
            #expect(file.name.split(separator: "/").count == 2, "\(file.name) lies too deep")
        }
    }

    @Test func noTypeIsNamedLikeItsRoomOrEndsInNothing() {
        for file in sources {
            for finding in file.badTypeNames(rooms: graph.rooms) { Issue.record("\(file.name):\(finding)") }
        }
    }

    @Test func everyPublicTypeSaysWhatItIs() {
        for file in sources {
            for line in file.undocumentedPublicTypes { Issue.record("\(file.name):\(line) has no doc comment") }
        }
    }

    @Test func everyPublicClassSaysWhoOwnsIt() {
        for file in sources where file.text.mentions("public final class") {
            #expect(file.text.mentions("/// Ownership: "), "\(file.name) declares a class but not its ownership")
        }
    }
}
