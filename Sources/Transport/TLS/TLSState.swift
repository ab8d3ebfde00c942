import COpenSSL
import Exchange

/// The secured side of one connection.
///
/// Ownership: loop-bound, one wire's. Every call reads from and writes to the loop's pipe.
final class TLSState {
    enum Reading {
        case bytes(Int)
        /// Nothing whole is left in the pipe.
        case needsMore
        /// The peer has said that nothing more comes.
        case ended
        case failed(TLSFault)
    }

    private let ssl: OpaquePointer
    private let isServer: Bool
    /// Some byte of the peer's has arrived.
    private var hasHeard = false
    /// A fault has ended it: OpenSSL must not be asked again.
    private var isDead = false
    /// There if its sessions are to be resumed.
    var origin: TLSOrigin?
    /// The peer has said that nothing more comes.
    private(set) var hasEnded = false

    /// Nil when there is no memory, or when the host is none.
    init?(_ context: TLSContext, _ pipe: TLSPipe, host: (name: String, isAddress: Bool)?) {
        isServer = host == nil
        let ssl = copenssl_connection(context.context, pipe.raw, host?.name, host?.isAddress == true ? 1 : 0)
        guard let ssl else { return nil }
        self.ssl = ssl
    }

    deinit {
        // Else OpenSSL takes a connection without goodbyes for an attack and forbids its session.
        if !isDead { SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN) }
        SSL_free(ssl)
    }

    var wasResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// Before the first step of the handshake.
    func resume(_ session: TLSSession) { SSL_set_session(ssl, session.raw) }

    /// What a later connection could resume; a server keeps its own.
    func session() -> TLSSession? {
        guard !isServer, !isDead, let session = SSL_get1_session(ssl).map(TLSSession.init) else { return nil }
        return copenssl_is_session_usable(session.raw) == 1 ? session : nil
    }

    /// The first byte tells whether it is TLS that is spoken: a handshake, or for a client an alert.
    func isPlain(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
        guard !hasHeard, let first = bytes.first else { return false }
        hasHeard = true
        return first != UInt8(SSL3_RT_HANDSHAKE) && (isServer || first != UInt8(SSL3_RT_ALERT))
    }

    /// True when the handshake is done.
    func shakeHands() throws(TLSFault) -> Bool {
        ERR_clear_error()
        let answer = SSL_do_handshake(ssl)
        if answer == 1 { return true }
        guard SSL_get_error(ssl, answer) != SSL_ERROR_WANT_READ else { return false }
        isDead = true
        throw TLSFault(reason: copenssl_reason(), verdict: SSL_get_verify_result(ssl), isServer: isServer)
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> Reading {
        guard !isDead, !hasEnded else { return hasEnded ? .ended : .needsMore }
        ERR_clear_error()
        var count = 0
        let answer = SSL_read_ex(ssl, room.baseAddress, room.count, &count)
        if answer == 1 { return .bytes(count) }
        switch SSL_get_error(ssl, answer) {
        case SSL_ERROR_WANT_READ:
            // Tickets leave a buffer for writing behind, which idle connections would keep.
            SSL_free_buffers(ssl)
            return .needsMore
        case SSL_ERROR_ZERO_RETURN:
            hasEnded = true
            return .ended
        default:
            isDead = true
            return .failed(TLSFault(reason: copenssl_reason()))
        }
    }

    /// Writes all of it, since the pipe takes everything; false when nothing can be written any more.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isDead else { return false }
        var rest = bytes
        while !rest.isEmpty {
            ERR_clear_error()
            var count = 0
            guard SSL_write_ex(ssl, rest.baseAddress, rest.count, &count) == 1 else {
                isDead = true
                return false
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Tells the peer that nothing more comes; false when it has been told, or cannot be.
    func endWriting() -> Bool {
        guard !isDead, SSL_is_init_finished(ssl) == 1, SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN == 0 else {
            return false
        }
        ERR_clear_error()
        SSL_shutdown(ssl)
        return true
    }
}

/// What a server gave us to come back with.
///
/// Ownership: loop-bound.
final class TLSSession {
    let raw: OpaquePointer

    /// Takes over one reference.
    init(_ raw: OpaquePointer) {
        self.raw = raw
    }

    deinit { SSL_SESSION_free(raw) }
}
