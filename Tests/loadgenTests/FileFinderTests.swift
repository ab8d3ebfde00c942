import Foundation
import LaunchKit
import LoadEngine
import Testing

@testable import loadgen

@Suite struct FileFinderTests {
    private let drawer: Drawer
    private let finder: FileFinder

    init() throws {
        drawer = try Drawer()
        finder = FileFinder(Environment(["LOADGEN_HOME": CapturedRun.repository.path]))
    }

    @Test(arguments: ["burst", "burst.json", "profiles/burst.json"])
    func aShippedProfileHasSeveralNames(name: String) throws {
        #expect(try finder.profile(name).hasSuffix("profiles/burst.json"))
    }

    @Test func aPathIsTakenAsItIs() throws {
        let path = try drawer.write("{}", as: "mine.json")
        #expect(try finder.profile(path) == path)
        #expect(try finder.profile(String(path.dropLast(5))) == path)
    }

    @Test func withoutAHomeOnlyTheWorkingDirectoryIsSearched() {
        #expect(throws: UsageError.self) { try FileFinder(Environment([:])).profile("no-such-profile") }
    }

    @Test func aFileThatIsNotThereKeepsItsName() throws {
        #expect(finder.path("bots/none.json") == "bots/none.json")
        guard case .failure(let fault) = finder.read("bots/none.json") else {
            Issue.record("it was read")
            return
        }
        #expect(fault.reason.contains("bots/none.json"))
    }
}
