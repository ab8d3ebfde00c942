import Clockwork
import Foundation
import JSONText
import LoadEngine
import Testing

/// Whatever a profile says, it is a profile or a list of problems, and never a trap.
@Suite struct ProfileFuzzTests {
    private static let snippets = [
        "{", "}", "[", "]", ",", ":", "\"", "null", "true", "1e308", "-1", "0", "\"\"", "[]", "{}", "\"1e9s\"",
        "\"999999999s\"", "\"99999/s\"", "\"0/s\"", "\"100%\"", "${env:A}", "${", "{{", "}}", "\\u0000", "\u{1F642}",
        "\n",
        "9007199254740993", "\"closed\"", "\"0.0000000001s\"",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func mutatedProfilesNeverTrap(seed: UInt64) throws {
        let url = ProfileWorkbench.root.appending(path: "profiles/burst.json")
        let original = Array(try String(contentsOf: url, encoding: .utf8).unicodeScalars)
        var random = SeededRandom(seed: seed)
        var accepted = 0
        for round in 0..<150 {
            var scalars = original
            for _ in 0...random.index(below: 3) { mutate(&scalars, &random) }
            let text = String(String.UnicodeScalarView(scalars))
            if survives(text, round: round, &random) { accepted += 1 }
        }
        // Were all of them refused, nothing behind the parser would have been tried.
        #expect(accepted > 4)
    }

    private func mutate(_ scalars: inout [Unicode.Scalar], _ random: inout SeededRandom) {
        let place = random.index(below: scalars.count)
        let snippet = Array(Self.snippets[random.index(below: Self.snippets.count)].unicodeScalars)
        switch random.index(below: 5) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(contentsOf: snippet, at: place)
        case 2: scalars[place] = scalars[random.index(below: scalars.count)]
        case 3:
            // A whole value in another's place keeps the text JSON more often.
            let values = scalars.indices.filter { scalars[$0] == ":" }
            guard !values.isEmpty else { return }
            let start = values[random.index(below: values.count)] + 1
            let end = scalars[start...].firstIndex { ",}]\n".unicodeScalars.contains($0) } ?? scalars.count
            scalars.replaceSubrange(start..<end, with: snippet)
        default:
            // Digits are what limits are about.
            let digits = scalars.indices.filter { ("0"..."9").contains(scalars[$0]) }
            guard !digits.isEmpty else { return }
            scalars[digits[random.index(below: digits.count)]] = ["0", "9", "-", ".", "e"][random.index(below: 5)]
        }
    }

    /// Decodes it, and asks the plan of what was accepted a few things.
    private func survives(_ text: String, round: Int, _ random: inout SeededRandom) -> Bool {
        var overrides = ProfileOverrides()
        if round % 3 == 0 { overrides.scale = [0.001, 1, 10_000][random.index(below: 3)] }
        if round % 4 == 0 { overrides.duration = [.milliseconds(1), .seconds(2_592_000)][random.index(below: 2)] }
        do throws(DocumentProblems) {
            let profile = try ProfileWorkbench.decode(
                text,
                overrides,
                files: ["bots/retail.json": "{}", "profiles/data/retail-questions.txt": "Where is my order?"],
                environment: ["A": "1"],
                platforms: [ProfileWorkbench.shippedPlatform]
            )
            var plan = ArrivalPlan(profile.load, seed: profile.seed)
            for _ in 0..<50 where plan.next() == nil { break }
            let groups = GroupChoice(profile.customers, seed: profile.seed)
            for number in 0..<5 {
                let group = profile.customers[groups.group(of: number)]
                #expect(group.think.draw(using: &random) >= .zero)
                #expect(group.typing.duration(of: 40, using: &random) >= .zero)
            }
            _ = profile.load.customers(at: .seconds(1))
            _ = profile.load.nextChange(after: .seconds(1))
            return true
        } catch {
            #expect(!error.all.isEmpty && error.all.allSatisfy { !$0.message.isEmpty })
            return false
        }
    }
}
