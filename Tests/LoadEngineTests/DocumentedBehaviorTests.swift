import Foundation
import Testing

/// The steps that `docs/profiles.md` shows are steps.
@Suite struct DocumentedBehaviorTests {
    @Test func theExampleCanBeUsed() throws {
        let page = try String(
            contentsOf: ProfileWorkbench.root.appending(path: "docs/profiles.md"),
            encoding: .utf8
        )
        let blocks = page.components(separatedBy: "```json\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        let behaviors = blocks.filter { $0.contains("\"steps\"") && !$0.contains("\"customers\"") }
        #expect(behaviors.count == 1)
        for behavior in behaviors {
            let profile = ProfileWorkbench.profile([
                "customers": "[ { \"name\": \"g\", \"behavior\": \(behavior), \"messages\": [\"Hi\"] } ]"
            ])
            #expect(ProfileWorkbench.problems(profile) == [])
        }
    }
}
