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
    /// There where the body is compressed and the call takes that.
    var content: HTTPContentDecoder?
    var contentFault: HTTPContentFault?
    /// Some byte of the response has arrived.
    var hasHeard = false
    var keepsConnection = false

    init(owner: UInt64, origin: Origin) {
        self.owner = owner
        self.origin = origin
        destination = Destination(host: origin.host, port: origin.port, isSecure: origin.scheme.isSecure)
    }

    static func serves(_ scheme: URLText.Scheme) -> Bool { scheme == .http }

    /// What stands between one response and the next.
    func forgetResponse() {
        isUnderWay = false
        head = []
        body = nil
        content = nil
        contentFault = nil
        hasHeard = false
        keepsConnection = false
    }
}
