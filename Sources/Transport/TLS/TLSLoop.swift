import COpenSSL
import Clockwork
import Exchange

/// What a loop needs for its secured connections; one that has none has nothing of it.
///
/// Ownership: loop-bound; the loop's wires shut it down at the end.
final class TLSLoop {
    let pipe = TLSPipe()
    /// What has been decrypted. Records never grow when they are, and one may have waited for its end.
    let plain = UnsafeMutableRawBufferPointer.allocate(
        byteCount: TransportLimits.receiveRoom + Int(SSL3_RT_MAX_PLAIN_LENGTH),
        alignment: 64
    )
    var counts = TLSCounts()
    private var sessions = TLSSessions()
    private var clients: [(settings: TLSSettings, context: TLSContext)] = []
    /// By the slot of their listener.
    private var servers: [Int: TLSContext] = [:]

    func shutDown() {
        sessions.removeAll()
        clients = []
        servers = [:]
        pipe.free()
        plain.deallocate()
    }

    // MARK: Clients

    /// A connection to a host; nil when the host is none, or when there is no memory.
    func client(_ settings: TLSSettings, to origin: TLSOrigin, at now: MonotonicTime) -> TLSState? {
        let isAddress = SocketAddress(spelled: origin.host, port: 0) != nil
        guard let state = TLSState(context(settings), pipe, host: (origin.host, isAddress)) else { return nil }
        guard settings.resumes(origin.number), let session = sessions.take(origin.key, at: now) else { return state }
        state.resume(session)
        SSL_SESSION_free(session)
        return state
    }

    private func context(_ settings: TLSSettings) -> TLSContext {
        if let known = clients.first(where: { $0.settings == settings }) { return known.context }
        do {
            let context = try TLSContext(settings, pipe: pipe)
            clients.append((settings, context))
            return context
        } catch {
            preconditionFailure("TLS settings that nobody has checked: \(error)")
        }
    }

    /// Keeps what the server gave during the last call.
    func keepGivenSession(of origin: TLSOrigin?, at now: MonotonicTime) {
        guard let session = pipe.takeSession() else { return }
        guard let origin else { return SSL_SESSION_free(session) }
        sessions.put(session, for: origin.key, at: now)
    }

    /// A connection is about to end: whoever had it may come back.
    func keepSession(of state: TLSState, _ origin: TLSOrigin, at now: MonotonicTime) {
        guard let session = state.session() else { return }
        sessions.put(session, for: origin.key, at: now)
    }

    // MARK: Servers

    func serve(_ identity: TLSIdentity, at slot: Int) {
        do {
            servers[slot] = try TLSContext(identity, pipe: pipe)
        } catch {
            preconditionFailure("an identity that nobody has checked: \(error)")
        }
    }

    /// Nil where plain text is served.
    func server(at slot: Int) -> TLSContext? { servers[slot] }
}

/// Where a secured connection of ours leads, and for whom.
struct TLSOrigin {
    var key: TLSSessions.Key
    /// Of the dealing that wanted it.
    var number: UInt64

    var host: String { key.host }

    init(owner: UInt64, number: UInt64, host: String, port: UInt16) {
        key = TLSSessions.Key(owner: owner, host: host, port: port)
        self.number = number
    }
}
