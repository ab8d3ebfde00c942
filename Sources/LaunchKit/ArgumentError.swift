import JSONText

/// What is wrong with a command line.
public enum ArgumentError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownVerb(String, known: [String])
    case unknownFlag(String, known: [String])
    case missingValue(flag: String, placeholder: String)
    case unwantedValue(flag: String, found: String)
    case badValue(flag: String, found: String, allowed: String)
    case repeated(flag: String)
    case missingOperand(String)
    case tooManyOperands(found: String)

    public var description: String {
        switch self {
        case .unknownVerb(let word, let known):
            "unknown verb \"\(word)\"; known: \(known.joined(separator: ", "))" + Spelling.hint(for: word, among: known)
        case .unknownFlag(let word, let known): "unknown flag \(word)" + Spelling.hint(for: word, among: known)
        case .missingValue(let flag, let placeholder): "\(flag) needs a value: \(flag) \(placeholder)"
        case .unwantedValue(let flag, let found): "\(flag) takes no value, found \"\(found)\""
        case .badValue(let flag, let found, let allowed): "\(flag): found \"\(found)\"; allowed: \(allowed)"
        case .repeated(let flag): "\(flag) may be given once"
        case .missingOperand(let name): "\(name) is missing"
        case .tooManyOperands(let found): "\"\(found)\" is one argument too many"
        }
    }
}
