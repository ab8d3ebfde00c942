import JSONText
import LaunchKit
import LoadEngine

/// `loadgen doctor`: what limits a run of so many customers on this machine, and the command that mends it.
struct DoctorCommand {
    let arguments: Arguments
    let environment: Environment
    var console: Console

    /// Those of `profiles/burst.json`.
    static let usualCustomers = 4_000

    mutating func run() throws -> ExitCode {
        var customers = arguments.whole("customers") ?? Self.usualCustomers
        var isEmbedded = true
        if let name = arguments.operands.first {
            let loader = ProfileLoader(environment: environment, arguments: arguments)
            let profile = try loader.load(name, overrides: ProfileOverrides()).profile
            if !arguments.has("customers") { customers = profile.mostCustomers }
            if case .platforms = profile.target { isEmbedded = false }
        }
        let check = MachineCheck(customers: customers, isEmbedded: isEmbedded, limits: .read())
        let place = isEmbedded ? "with the simulator on this machine" : "against a platform elsewhere"
        console.print("\(customers) customers at once, \(place):")
        for finding in check.findings {
            console.print(finding.text)
            if finding.verdict != .enough { console.print("            " + Self.advice(finding)) }
        }
        guard check.refusals.isEmpty else {
            console.print("a run of \(customers) customers cannot start whole here")
            return .badConfiguration
        }
        console.print("a run of \(customers) customers can start whole here")
        return .success
    }

    static func advice(_ finding: MachineCheck.Finding) -> String {
        finding.mend.map { "mend it: \($0)" } ?? "no command can mend it: fewer customers, or a larger machine"
    }
}
