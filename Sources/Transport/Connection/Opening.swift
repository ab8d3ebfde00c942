import CLinux
import Clockwork
import Exchange
import TextForms
import WireFormat

/// Where a connection is to lead: what is known from the URL and the addresses that were found for it.
struct Destination {
    var host: String
    var port: UInt16
    var isSecure: Bool
    var addresses: ArraySlice<SocketAddress> = []
    /// The first failure, told when no other address does better.
    var cause: WireCause?
}

/// What an opening WebSocket needs until it is open.
///
/// Ownership: loop-bound, one wire's.
final class Opening {
    var destination: Destination
    var timings: WireTimings
    let key: WebSocketKey
    /// What was offered for compressing messages.
    let offer: DeflateTerms?
    /// The upgrade's request.
    let request: [UInt8]
    /// What has arrived of the answer.
    var answer: [UInt8] = []

    init(
        url: URLText,
        text: RawSpan,
        fields: RawSpan,
        key: WebSocketKey,
        offer: DeflateTerms?,
        began: MonotonicTime
    ) {
        destination = Destination(host: url.hostText(in: text), port: url.port, isSecure: url.scheme.isSecure)
        timings = WireTimings(all: began)
        self.key = key
        self.offer = offer
        var bytes: [UInt8] = []
        WebSocketUpgrade.appendRequest(to: url, in: text, key: key, offering: offer, fields: fields, into: &bytes)
        request = bytes
    }
}
