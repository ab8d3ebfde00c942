import CLinux
import Glibc

/// The few dealings of a command with the file system.
public enum Files: Sendable {
    /// The whole of a file; one above `limit` is refused, so that a mistyped path cannot fill the memory.
    public static func read(_ path: String, limit: Int = 64 << 20) throws(LaunchError) -> [UInt8] {
        let descriptor = clinux_open(path, O_RDONLY, 0)
        guard descriptor >= 0 else { throw .last("open", on: path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = uninterrupted { Glibc.read(descriptor, &chunk, chunk.count) }
            guard count >= 0 else { throw .last("read", on: path) }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else { throw .tooLarge(name: path, limit: limit) }
            bytes += chunk.prefix(count)
        }
    }

    /// Replaces a file as one step: whoever reads it meanwhile sees the old one or the new one, whole.
    public static func write(_ bytes: [UInt8], to path: String) throws(LaunchError) {
        let draft = "\(path).\(getpid()).draft"
        let descriptor = clinux_open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw .last("open", on: path) }
        let isWritten = writeAll(bytes, to: descriptor)
        let failure = isWritten ? nil : LaunchError.last("write", on: path)
        close(descriptor)
        if let failure {
            unlink(draft)
            throw failure
        }
        guard rename(draft, path) == 0 else {
            let failure = LaunchError.last("rename", on: path)
            unlink(draft)
            throw failure
        }
    }

    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    public static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A directory and those above it, as far as they are missing.
    public static func makeDirectories(_ path: String) throws(LaunchError) {
        guard !path.isEmpty, !isDirectory(path) else { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex { try makeDirectories(String(path[..<slash])) }
        guard mkdir(path, 0o755) == 0 || clinux_errno() == EEXIST else { throw .last("mkdir", on: path) }
    }

    /// The first of these paths that leads to a file.
    public static func firstFile(among paths: [String]) -> String? {
        paths.first { exists($0) && !isDirectory($0) }
    }

    /// All of the bytes, at once and unbuffered; false when the descriptor takes no more.
    @discardableResult
    public static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { whole in
                uninterrupted { Glibc.write(descriptor, whole.baseAddress?.advanced(by: done), whole.count - done) }
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}

/// A file that grows at its end while a run goes on.
///
/// Ownership: owned. Its descriptor closes when the owner lets go of it. What was appended is the kernel's at once, so it
/// outlives a crash of the program.
public struct AppendedFile: ~Copyable {
    public let path: String
    private let descriptor: Int32

    /// Begins an empty file, in place of one that was there.
    public init(_ path: String) throws(LaunchError) {
        descriptor = clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o644)
        guard descriptor >= 0 else { throw .last("open", on: path) }
        self.path = path
    }

    deinit { close(descriptor) }

    public borrowing func append(_ bytes: [UInt8]) throws(LaunchError) {
        guard Files.writeAll(bytes, to: descriptor) else { throw .last("write", on: path) }
    }
}

@available(*, unavailable)
extension AppendedFile: Sendable {}
