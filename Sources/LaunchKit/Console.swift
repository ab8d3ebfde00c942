import CLinux
public import Clockwork
import Glibc

/// The two streams of a command: results go to standard output, what is said about them to standard error.
///
/// A progress line is redrawn in place on a terminal and printed plainly, and less often, where there is none. A console
/// that captures keeps both streams as text, so a command can be run inside a test.
public struct Console: Sendable {
    /// Colours are wanted and standard output shows them.
    public let usesColor: Bool
    /// Neither progress nor notes are wanted; warnings and results are.
    public var isQuiet: Bool
    /// Progress is redrawn in place.
    public let isLive: Bool
    /// In columns; 80 where nobody knows.
    public let width: Int
    /// How far apart plain progress lines are.
    public var plainInterval: Duration = .seconds(5)
    /// What a capturing console was given.
    public private(set) var capturedOutput = ""
    public private(set) var capturedNotes = ""

    /// What somebody types into a capturing console, line by line.
    public var typed: [String] = []

    private let isCapturing: Bool
    private var hasLine = false
    private var lastPlain: MonotonicTime?

    /// The process's own streams.
    public init(_ environment: Environment, quiet: Bool = false) {
        let isDumb = environment["TERM"] == "dumb"
        isCapturing = false
        isQuiet = quiet
        isLive = isatty(STDERR_FILENO) == 1 && !isDumb
        usesColor = isatty(STDOUT_FILENO) == 1 && !isDumb && !quiet && !environment.has("NO_COLOR")
        let columns = Int(clinux_columns(STDERR_FILENO))
        width = columns > 0 ? columns : environment["COLUMNS"].flatMap { Int($0) }.map { max(20, $0) } ?? 80
    }

    /// One that keeps what it is given.
    public init(capturing isLive: Bool, quiet: Bool = false, color: Bool = false, width: Int = 80) {
        isCapturing = true
        isQuiet = quiet
        self.isLive = isLive
        usesColor = color
        self.width = width
    }

    /// A result, on a line of its own.
    public mutating func print(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Something that may interest and may be silenced.
    public mutating func note(_ text: String) {
        if !isQuiet { write(text + "\n", to: STDERR_FILENO) }
    }

    /// Something that must be seen.
    public mutating func warn(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// The next line that somebody types, nil at the end; the prompt is shown only to somebody at a terminal.
    public mutating func ask(_ prompt: String) -> String? {
        endProgress()
        if isCapturing { return typed.isEmpty ? nil : typed.removeFirst() }
        if isatty(STDIN_FILENO) == 1 { emit(prompt, to: STDERR_FILENO) }
        return readLine()
    }

    /// How far things are.
    ///
    /// On a terminal it replaces the progress line before it. A line that is not shown is not made.
    public mutating func progress(_ text: @autoclosure () -> String, at now: MonotonicTime) {
        guard !isQuiet else { return }
        if isLive {
            emit("\r\u{1B}[K" + text().prefix(max(1, width - 1)), to: STDERR_FILENO)
            hasLine = true
        } else if lastPlain.map({ now - $0 >= plainInterval }) ?? true {
            lastPlain = now
            emit(text() + "\n", to: STDERR_FILENO)
        }
    }

    /// Takes the progress line away.
    public mutating func endProgress() {
        if hasLine { emit("\r\u{1B}[K", to: STDERR_FILENO) }
        hasLine = false
    }

    private mutating func write(_ text: String, to stream: Int32) {
        endProgress()
        emit(text, to: stream)
    }

    /// A reader that has gone is no reason to stop a run, so a failed write is dropped.
    private mutating func emit(_ text: String, to stream: Int32) {
        guard isCapturing else {
            _ = Files.writeAll(Array(text.utf8), to: stream)
            return
        }
        if stream == STDOUT_FILENO { capturedOutput += text } else { capturedNotes += text }
    }
}

/// The few ways in which a word may stand out.
public enum TextStyle: String, Sendable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
}

extension Console {
    /// The text in that style, or as it is where colours are not wanted.
    public func styled(_ text: String, _ style: TextStyle) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
