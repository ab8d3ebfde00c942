import Clockwork
import Exchange
import WireFormat

/// What an HTTP connection of a client's needs besides its socket: the request that is arriving or being answered.
///
/// Requests are handed over one at a time, so that answers cannot come out of order; what a client sends ahead waits here.
///
/// Ownership: loop-bound, one wire's.
final class VisitLine {
    /// Bytes that have arrived and belong to no visit yet.
    var input: [UInt8] = []
    /// A request whose body is still arriving, the bytes of its head, and that body.
    var head: HTTPRequestHead?
    var headBytes: [UInt8] = []
    var decoder = HTTPBodyDecoder(.none, limit: 0)
    var body: [UInt8] = []
    /// Part of a request is there.
    var isReceiving = false
    /// The visit that waits for its answer.
    var visit: VisitID?
    var isHEAD = false
    /// Its answer may be compressed.
    var takesGzip = false
    var keepsConnection = false
    /// There if the visit may become a WebSocket.
    var key: WebSocketKey?
    /// Likewise, and its messages may be compressed.
    var compression: (agreement: DeflateAgreement, answer: DeflateTerms)?
    var timings: WireTimings
    /// The client ended its side; nothing more than what is here will come.
    var hasEnded = false
    /// Nothing was read for some time, because enough waits here.
    var isPaused = false

    init(accepted: MonotonicTime) {
        timings = WireTimings(all: accepted)
    }
}
