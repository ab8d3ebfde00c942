import AgentBot
import Clockwork
import JSONText
import LaunchKit

/// `loadgen bot`: holds a bot to its dialogues, or lets somebody talk to it in the terminal.
struct BotCommand {
    let arguments: Arguments
    let environment: Environment
    var console: Console

    mutating func run() throws -> ExitCode {
        let words = arguments.operands
        let loader = ProfileLoader(environment: environment, arguments: arguments)
        switch words[0] {
        case "test": return try test(words[1], Array(words.dropFirst(2)), loader)
        case "chat" where words.count == 2: return try chat(words[1], loader)
        case "chat": throw ArgumentError.tooManyOperands(found: words[2])
        default:
            let hint = Spelling.hint(for: words[0], among: ["test", "chat"])
            throw UsageError(description: "found \"\(words[0])\"; allowed: loadgen bot test, loadgen bot chat\(hint)")
        }
    }

    /// The dialogues of `bots/retail.json` are in `bots/tests/retail.json`.
    static func dialogues(of script: String) -> String {
        let parts = script.split(separator: "/", omittingEmptySubsequences: false)
        return (parts.dropLast() + ["tests", parts.last ?? ""]).joined(separator: "/")
    }

    private mutating func test(_ path: String, _ files: [String], _ loader: ProfileLoader) throws -> ExitCode {
        let script = try BotScript(JSONDocument(file: path, text: try loader.text(of: path)))
        var rehearsal = BotRehearsal(script)
        var problems: [DocumentProblem] = []
        var count = 0
        for file in files.isEmpty ? [Self.dialogues(of: path)] : files {
            for dialogue in try BotDialogue.all(in: JSONDocument(file: file, text: try loader.text(of: file))) {
                count += 1
                problems += rehearsal.play(dialogue)
            }
        }
        for problem in problems { console.print(problem.description) }
        let unused = rehearsal.unusedRules
        let used = script.rules.count - unused.count
        console.print(
            "\(path): \(count) dialogues, \(problems.count) turns not as expected,"
                + " \(used) of \(script.rules.count) rules answered"
                + (unused.isEmpty ? "" : "; never: " + unused.joined(separator: ", "))
        )
        return problems.isEmpty ? .success : .thresholdsFailed
    }

    private mutating func chat(_ path: String, _ loader: ProfileLoader) throws -> ExitCode {
        let script = try BotScript(JSONDocument(file: path, text: try loader.text(of: path)))
        let seed = arguments.whole("seed").map { UInt64($0) } ?? MachineClock.randomSeed()
        var session = BotSession(random: SeededRandom(seed: seed, stream: "chat"))
        var matcher = BotMatcher()
        let customer = BotCustomer(id: "1", firstName: "Ada", lastName: "Lowe")
        console.note("you are Ada Lowe; \(script.agent.firstName) answers. An empty line or Ctrl-D ends it")
        while let line = console.ask("> "), !line.isEmpty {
            var steps: [BotStep] = []
            let rule = session.answer(to: line, from: customer, following: script, matcher: &matcher, into: &steps)
            for step in steps {
                if !arguments.has("fast") { MachineClock.sleep(step.wait) }
                if case .say(let text, let isAI) = step.action {
                    console.print("\(script.agent.firstName)\(isAI ? " (AI)" : ""): \(text)")
                }
            }
            if rule == nil { console.note("no rule answers that") }
        }
        return .success
    }
}
