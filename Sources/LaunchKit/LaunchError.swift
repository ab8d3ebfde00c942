import CLinux
import Glibc

/// What the system refused to a command.
public enum LaunchError: Error, Hashable, Sendable, CustomStringConvertible {
    case notFound(path: String)
    case isDirectory(path: String)
    case noPermission(path: String)
    /// More bytes than the caller allows.
    case tooLarge(name: String, limit: Int)
    case timedOut(what: String)
    case system(call: String, code: Int32)

    public var description: String {
        switch self {
        case .notFound(let path): "\(path): no such file"
        case .isDirectory(let path): "\(path) is a directory"
        case .noPermission(let path): "\(path): permission denied"
        case .tooLarge(let name, let limit): "\(name) has more than \(limit) bytes"
        case .timedOut(let what): "\(what) took too long"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }

    /// The error of a call on a file, told apart where a user can do something about it.
    static func last(_ call: String, on path: String) -> LaunchError {
        switch clinux_errno() {
        case ENOENT, ENOTDIR: .notFound(path: path)
        case EISDIR: .isDirectory(path: path)
        case EACCES, EPERM, EROFS: .noPermission(path: path)
        case let code: .system(call: "\(call) \(path)", code: code)
        }
    }
}

/// Repeats a call that a signal interrupted.
func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || clinux_errno() != EINTR { return result }
    }
}
