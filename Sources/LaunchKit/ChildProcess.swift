import CLinux
import Clockwork
import Glibc

/// Another process of a command's own, with a pipe to its standard input and one from its standard output.
///
/// It runs in a session of its own, so a Ctrl-C in the terminal reaches the parent alone, and it is expected to end when
/// its input ends, so it never outlives the parent, however that goes. Its standard error is the parent's.
///
/// Ownership: owned. A child that its owner lets go of without having waited for it is killed.
public struct ChildProcess: ~Copyable {
    public let pid: Int32
    /// Becomes readable when the child has written or is gone.
    public let output: Int32
    /// Where the child reads from; nil when its input was closed.
    public private(set) var input: Int32?
    private var pending: [UInt8] = []
    private var ended: Exit?

    /// How a child ended.
    public enum Exit: Hashable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    /// Starts this program once more, with other arguments.
    public static func ownProgram(_ arguments: [String]) throws(LaunchError) -> ChildProcess {
        try ChildProcess(Self.ownPath, arguments)
    }

    public init(_ path: String, _ arguments: [String]) throws(LaunchError) {
        var (intake, outlet): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        for (failed, call) in [(clinux_pipe(&intake, 1), "pipe"), (clinux_pipe(&outlet, 0), "pipe")] where failed != 0 {
            for end in intake + outlet where end >= 0 { close(end) }
            throw .system(call: call, code: failed)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        var child: pid_t = 0
        let failed = clinux_spawn(&child, path, words, intake[0], outlet[1])
        for word in words { free(word) }
        close(intake[0])
        close(outlet[1])
        guard failed == 0 else {
            close(intake[1])
            close(outlet[0])
            throw failed == ENOENT ? .notFound(path: path) : .system(call: "start \(path)", code: failed)
        }
        pid = child
        input = intake[1]
        output = outlet[0]
    }

    deinit {
        if let input { close(input) }
        close(output)
        if ended == nil {
            Glibc.kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
    }

    /// The next line, without its end; nil when the output has ended.
    public mutating func readLine(within limit: Duration, atMost size: Int = 1 << 20) throws(LaunchError) -> String? {
        let deadline = MachineClock().now + limit
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            guard pending.count <= size else { throw .tooLarge(name: "a line of the child", limit: size) }
            guard try readMore(until: deadline, "the child's next line") else {
                defer { pending = [] }
                return pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self)
            }
        }
    }

    /// All that is left of the output.
    public mutating func readToEnd(within limit: Duration, atMost size: Int = 256 << 20) throws(LaunchError) -> [UInt8]
    {
        let deadline = MachineClock().now + limit
        while try readMore(until: deadline, "the end of the child's output") {
            guard pending.count <= size else { throw .tooLarge(name: "the child's output", limit: size) }
        }
        defer { pending = [] }
        return pending
    }

    /// Writes to the child's input; fails when the child is gone or does not read.
    public mutating func write(_ bytes: [UInt8], within limit: Duration = .seconds(5)) throws(LaunchError) {
        guard let input else { throw .system(call: "write to the child", code: EPIPE) }
        let deadline = MachineClock().now + limit
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { part in
                uninterrupted { Glibc.write(input, part.baseAddress, part.count) }
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if clinux_errno() == EAGAIN {
                guard Wait.ready(input, for: POLLOUT, until: deadline) else {
                    throw .timedOut(what: "a write to the child")
                }
            } else {
                throw .system(call: "write to the child", code: clinux_errno())
            }
        }
    }

    /// Tells the child to end.
    public mutating func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// How the child ended; nil when it has not by then.
    public mutating func wait(within limit: Duration) -> Exit? {
        let deadline = MachineClock().now + limit
        while ended == nil {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid {
                let code = clinux_exit(status)
                ended = code < 0 ? .signal(-code) : .code(code)
            } else if MachineClock().now >= deadline {
                return nil
            } else {
                usleep(1_000)
            }
        }
        return ended
    }

    /// Ends the child at once; `wait` then tells that it did.
    public mutating func kill() {
        if ended == nil { Glibc.kill(pid, SIGKILL) }
    }

    /// Whether there was more; an end of the output is false.
    private mutating func readMore(until deadline: MonotonicTime, _ what: String) throws(LaunchError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = uninterrupted { Glibc.read(output, &chunk, chunk.count) }
            if count >= 0 {
                pending += chunk.prefix(count)
                return count > 0
            }
            guard clinux_errno() == EAGAIN else { throw .system(call: "read from the child", code: clinux_errno()) }
            guard Wait.ready(output, for: POLLIN, until: deadline) else { throw .timedOut(what: what) }
        }
    }

    /// The path of this program; the kernel's own name for it where the file has been replaced meanwhile.
    private static var ownPath: String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { space in
            space.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
            }
        }
        let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return access(path, X_OK) == 0 ? path : "/proc/self/exe"
    }
}

@available(*, unavailable)
extension ChildProcess: Sendable {}
