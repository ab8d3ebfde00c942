import Clockwork
import Exchange
import TextForms
import WireFormat

/// The calls of one owner to one origin, and the one connection they use in turn.
///
/// Ownership: loop-bound; the loop's table of lines and the wire in use share it.
final class CallLine {
    let owner: UInt64
    let origin: Origin
    var destination: Destination
    /// The first is the one under way, once there is a connection.
    var calls: [Call] = []
    /// The connection's slot, -1 when there is none.
    var slot = -1
    /// When the steps to the connection were done; nil once a call has used them.
    var steps: WireTimings?
    /// The connection has brought a response before.
    var hasServed = false
    /// The first call has been written.
    var isUnderWay = false
    /// Bytes of a head that has not arrived whole.
    var head: [UInt8] = []
    /// Nil until the head of the response has been told.
    var body: HTTPBodyDecoder?
    /// Some byte of the response has arrived.
    var hasHeard = false
    var keepsConnection = false

    init(owner: UInt64, origin: Origin) {
        self.owner = owner
        self.origin = origin
        destination = Destination(host: origin.host, port: origin.port)
    }

    /// What stands between one response and the next.
    func forgetResponse() {
        isUnderWay = false
        head = []
        body = nil
        hasHeard = false
        keepsConnection = false
    }
}

/// Whom a line of calls talks to.
struct Origin: Hashable {
    var scheme: URLText.Scheme
    var host: String
    var port: UInt16
}

/// One call and the bytes it needs until its response begins.
struct Call {
    var id: CallID
    var method: WireMethod
    var request: [UInt8]
    var timings: WireTimings
    var wasRetried = false
    /// What follows the request's bytes; nil for a call without shared bytes.
    var upload: Upload?

    /// A body that other calls send too, and how much of it has been handed on.
    struct Upload {
        var content: SharedBytes
        var offset = 0
        var tail: [UInt8]

        var count: Int { content.count + tail.count }
    }

    /// A second try cannot do anything twice (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { method != .post && method != .patch }
}
