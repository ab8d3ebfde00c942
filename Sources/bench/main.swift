import Glibc
import LaunchKit

do {
    switch try Bench.grammar.parse(Array(CommandLine.arguments.dropFirst())) {
    case .show(let text): print(text)
    case .run(let arguments): exit(try Bench.run(arguments))
    }
} catch {
    var console = Console(.current)
    console.warn("bench: \(error)")
    exit(2)
}
