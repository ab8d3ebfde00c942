/// How a summary looks.
public enum SummaryStyle: Sendable {
    case plain
    /// With ANSI colours, for a terminal that shows them.
    case colored

    enum Ink: String {
        case good = "\u{1B}[32m"
        case bad = "\u{1B}[31m"
        case strong = "\u{1B}[1m"
        case faint = "\u{1B}[2m"
    }

    func text(_ text: String, _ ink: Ink) -> String {
        self == .plain ? text : ink.rawValue + text + "\u{1B}[0m"
    }
}
