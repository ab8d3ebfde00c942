import JSONText
import LaunchKit

/// The `loadgen` command as a function from arguments, environment and console to an exit code, so that tests can call it.
struct LoadGen {
    static let version = "0.1.0"

    let environment: Environment
    var console: Console

    init(environment: Environment) {
        self.init(environment: environment, console: Console(environment))
    }

    init(environment: Environment, console: Console) {
        self.environment = environment
        self.console = console
    }

    mutating func run(_ words: [String]) -> ExitCode {
        do {
            switch try Self.grammar.parse(words) {
            case .show(let text):
                console.print(text)
                return .success
            case .run(let arguments): return try perform(arguments)
            }
        } catch let problems as DocumentProblems {
            for problem in problems.all { console.warn(problem.description) }
            let count = problems.all.count
            console.warn(count == 1 ? "1 problem; nothing was started" : "\(count) problems; nothing was started")
            return .badConfiguration
        } catch {
            console.warn("loadgen: \(error)")
            return error is ArgumentError || error is UsageError ? .badConfiguration : .internalError
        }
    }

    private mutating func perform(_ arguments: Arguments) throws -> ExitCode {
        if arguments.has("quiet") { console.isQuiet = true }
        switch arguments.verb {
        case "run":
            var command = RunCommand(arguments: arguments, environment: environment, console: console)
            defer { console = command.console }
            return try command.run()
        case "serve":
            var command = ServeCommand(arguments: arguments, environment: environment, console: console)
            defer { console = command.console }
            return try command.run()
        case "bot":
            var command = BotCommand(arguments: arguments, environment: environment, console: console)
            defer { console = command.console }
            return try command.run()
        case "doctor":
            var command = DoctorCommand(arguments: arguments, environment: environment, console: console)
            defer { console = command.console }
            return try command.run()
        default:
            var command = ValidateCommand(arguments: arguments, environment: environment, console: console)
            defer { console = command.console }
            return try command.run()
        }
    }
}

/// Something on the command line that no grammar can see is wrong.
struct UsageError: Error, CustomStringConvertible {
    var description: String
}
