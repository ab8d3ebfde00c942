import AgentBot
import JSONText
import LaunchKit
import LoadEngine

/// `loadgen validate`: says all that is wrong with profiles and bots, and connects to nothing.
struct ValidateCommand {
    let arguments: Arguments
    let environment: Environment
    var console: Console

    mutating func run() throws -> ExitCode {
        var problems: [DocumentProblem] = []
        for file in arguments.operands {
            do throws(DocumentProblems) {
                console.print("\(file): \(try check(file))")
            } catch {
                problems += error.all
            }
        }
        guard problems.isEmpty else { throw DocumentProblems(problems) }
        return .success
    }

    private func check(_ file: String) throws(DocumentProblems) -> String {
        let loader = ProfileLoader(environment: environment, arguments: arguments)
        let text = try loader.text(of: file)
        let document = try JSONDocument(file: file, text: text)
        // A profile has load, a bot has an agent; whatever else it is, it is judged as a profile.
        if document.root["agent"] != nil, document.root["load"] == nil {
            _ = try BotScript(document)
            return "a valid bot"
        }
        let profile = try loader.decode(text, file: file, overrides: ProfileOverrides()).profile
        try loader.checkBot(of: profile)
        return "a valid profile"
    }
}
