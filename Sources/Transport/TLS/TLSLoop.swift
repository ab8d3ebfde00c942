import COpenSSL
import Clockwork
import Exchange

/// What a loop needs for its secured connections; one that has none has nothing of it.
///
/// Ownership: loop-bound; the loop's wires shut it down at the end.
final class TLSLoop {
    let pipe = TLSPipe()
    /// What has been decrypted, which is never more than what was read and one record that waited for its end.
    let plain = UnsafeMutableRawBufferPointer.allocate(
        byteCount: TransportLimits.receiveRoom + Int(SSL3_RT_MAX_PLAIN_LENGTH),
        alignment: 64
    )
    var counts = TLSCounts()
    private var sessions = TLSSessions<TLSSession>()
    private var clients: [(settings: TLSSettings, context: TLSContext)] = []
    /// By the slot of their listener.
    private var servers: [Int: TLSContext] = [:]

    func shutDown() {
        sessions = TLSSessions()
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
        if let origin { sessions.put(session, for: origin.key, at: now) }
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
