import CLinux
import WireFormat

/// One socket of a loop and what is going on with it.
///
/// Most of a run's sockets are idle WebSockets, so this is what a customer costs; what only some need for some time hangs
/// on `dealing` and `backlog`.
///
/// Ownership: owned by its place in the ``WireSlab``.
struct Wire: ~Copyable {
    /// How far a socket has come; what its deadline means follows from it.
    enum Stage: UInt8 {
        case free
        case listening
        case resolving
        case connecting
        /// Shaking hands, as a client or as a server.
        case securing
        /// The upgrade was asked for.
        case greeting
        /// A WebSocket.
        case open
        /// A WebSocket after our close frame.
        case closing
        /// Whoever owned it has been told its end; only the peer's own end is still waited for.
        case lingering
        /// An HTTP connection of ours.
        case calling
        /// An HTTP connection of a client's.
        case serving
    }

    enum Dealing {
        case nothing
        case listener(Listener)
        case opening(Opening)
        case line(CallLine)
        case visits(VisitLine)
    }

    var descriptor: CInt = -1
    /// Counts the owners that this place has had, so that an event for an earlier one is known.
    var generation: UInt32 = 0
    var stage: Stage = .free
    var role: WebSocketRole = .client
    var isMuted = false
    /// It is among those that are read again without a word from the kernel.
    var isWaitingForTurn = false
    /// A write failed; the reason for the end that reading will find.
    var isBroken = false
    /// What is written ends with this; the peer is told when the last of it is gone.
    var endsWriting = false
    /// The last run of its bytes in the loop's output, -1 when there are none.
    var firstRun: Int32 = -1
    var lastRun: Int32 = -1
    /// Bytes that came after whoever owned it was told its end.
    var lateBytes: Int32 = 0
    /// The number of a ``SocketID``.
    var socket: UInt64 = 0
    var decoder = WebSocketDecoder(role: .client)
    /// There where messages may be compressed.
    var deflate: MessageDeflate?
    /// There when what is written and read is TLS.
    var tls: TLSState?
    /// What the kernel did not take: records, when it is TLS.
    var backlog: Backlog?
    var dealing: Dealing = .nothing

    /// Puts back everything but the generation, which moves on.
    mutating func reset() {
        let next = generation &+ 1
        self = Wire()
        generation = next
    }
}

/// Bytes that the kernel would not take yet, and the sendings that end among them.
///
/// Ownership: loop-bound, one wire's.
final class Backlog {
    var bytes: [UInt8] = []
    var start = 0
    /// By the place of their last byte, counted from the first byte that this backlog ever held.
    var sendings: [(id: UInt64, end: Int)] = []
    var taken = 0

    var count: Int { bytes.count - start }

    func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    /// So many of the first bytes were taken.
    func drop(_ count: Int) {
        start += count
        taken += count
        guard start > 65_536, start > bytes.count / 2 else { return }
        bytes.removeFirst(start)
        start = 0
    }
}
