import COpenSSL

/// The memory that OpenSSL reads a loop's records from and writes them to, one connection at a time.
///
/// Ownership: loop-bound; whoever made it frees it, after the last connection that used it.
final class TLSPipe {
    let raw: UnsafeMutablePointer<copenssl_pipe>

    /// More than this is not kept for the next write.
    private static let roomKept = 1 << 20

    init() {
        guard let raw = copenssl_pipe_new() else { fatalError("OpenSSL has no memory for a loop") }
        self.raw = raw
    }

    func free() { copenssl_pipe_free(raw) }

    /// What the next connection will read.
    func give(_ bytes: UnsafeMutableRawBufferPointer) {
        raw.pointee.input = UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        raw.pointee.left = bytes.count
    }

    func giveNothing() {
        raw.pointee.input = nil
        raw.pointee.left = 0
    }

    /// What the last connection has written.
    var output: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: raw.pointee.output, count: raw.pointee.count) }

    func clearOutput() { copenssl_pipe_shrink(raw, Self.roomKept) }

    /// The session that a server has just given.
    func takeSession() -> TLSSession? {
        guard let session = raw.pointee.session else { return nil }
        raw.pointee.session = nil
        return TLSSession(session)
    }
}
