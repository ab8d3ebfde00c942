import CLinux
import Glibc

/// The variables a command was started with.
public struct Environment: Sendable {
    private let variables: [String: String]

    public init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// This process's own, as they stand at this moment.
    public static var current: Environment {
        var variables: [String: String] = [:]
        var entry = clinux_environment()
        while let text = entry?.pointee.map({ String(cString: $0) }) {
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry = entry?.advanced(by: 1)
        }
        return Environment(variables)
    }

    public subscript(name: String) -> String? { variables[name] }

    /// Whether a variable is set to anything at all, which is how `NO_COLOR` is read.
    public func has(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }

    /// The same with one variable more, or another value for it.
    public func setting(_ name: String, to value: String) -> Environment {
        Environment(variables.merging([name: value]) { _, new in new })
    }
}
