import Clockwork
import Exchange
import TextForms
import WireFormat

/// Whom a line of calls talks to.
struct Origin: Hashable {
    var scheme: URLText.Scheme
    var host: String
    var port: UInt16

    var text: String { "\(scheme.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// One call and the bytes it needs until its response is whole.
struct Call {
    /// What was asked of whom.
    struct Stop: Hashable {
        var origin: Origin
        var method: WireMethod
        var target: [UInt8]
    }

    /// Where a response leads.
    struct Lead {
        var url: [UInt8]
        var method: WireMethod
        var keepsBody: Bool
    }

    /// A body that other calls send too, and what follows it.
    struct Upload {
        var content: SharedBytes
        var tail: [UInt8]
        var written = 0

        var count: Int { content.count + tail.count }
        var isDone: Bool { written == count }

        /// What is to be written next.
        func slice(_ limit: Int) -> (bytes: [UInt8], range: Range<Int>) {
            let isTail = written >= content.count
            let bytes = isTail ? tail : content.bytes
            let start = isTail ? written - content.count : written
            return (bytes, start..<min(start + limit, bytes.count))
        }
    }

    let id: CallID
    private(set) var stop: Stop
    private(set) var request: [UInt8] = []
    private var fields: Range<Int>
    private var body: Range<Int>
    /// What follows the request's own bytes.
    var upload: Upload?
    var timings: WireTimings
    var wasRetried = false
    /// The request says that its response may be compressed.
    let takesCodings: Bool
    /// Where the call was before it was led here.
    private(set) var trail: [Stop] = []
    /// The response that is arriving leads elsewhere; its body is nobody's.
    var lead: Lead?

    init(
        _ id: CallID,
        _ method: WireMethod,
        to url: URLText,
        in text: RawSpan,
        fields: RawSpan,
        body: RawSpan,
        _ upload: Upload?,
        began: MonotonicTime
    ) {
        self.id = id
        self.upload = upload
        timings = WireTimings(all: began)
        takesCodings = HTTPContentCoding.isAsked(by: fields)
        stop = Stop(url, in: text, method)
        self.fields = 0..<0
        self.body = 0..<0
        compose(url, in: text, fields: fields, body: body)
    }

    /// A second try cannot do anything twice (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { stop.method != .post && stop.method != .patch }

    var wasLed: Bool { !trail.isEmpty }

    private mutating func compose(_ url: URLText, in text: RawSpan, fields: RawSpan, body: RawSpan) {
        request = []
        HTTPWriter.appendRequestHead(
            stop.method.rawValue,
            to: url,
            in: text,
            fields: fields,
            bodyLength: body.byteCount + (upload?.count ?? 0),
            into: &request
        )
        self.fields = request.count - 2 - fields.byteCount..<request.count - 2
        self.body = request.count..<request.count + body.byteCount
        request.append(copying: body)
    }

    /// What a response with this status and location asks for; nil where it asks for nothing.
    func lead(_ status: UInt16, fields: RawSpan) -> Lead? {
        guard HTTPStatus.isRedirect(status), let location = HTTPFields.value(of: "location", in: fields) else {
            return nil
        }
        let url = HTTPRedirect.resolve(
            fields.extracting(location),
            origin: stop.origin.text,
            target: stop.target.span.bytes
        )
        let becomesGet = HTTPRedirect.becomesGet(status, method: stop.method.rawValue)
        return Lead(url: url, method: becomesGet ? .get : stop.method, keepsBody: !becomesGet)
    }

    /// Why the call does not go there; nil where it does.
    func refusal(of lead: Lead, limit: Int) -> WireCause? {
        let text = lead.url.span.bytes
        guard let url = try? URLText(text), CallLine.serves(url.scheme) else { return .badRedirect }
        let next = Stop(url, in: text, lead.method)
        if next == stop || trail.contains(next) { return .redirectRing }
        return trail.count < limit ? nil : .tooManyRedirects
    }

    /// Goes where it is led.
    mutating func follow(_ lead: Lead) {
        let text = lead.url.span.bytes
        guard let url = try? URLText(text) else { return }
        let old = request
        let next = Stop(url, in: text, lead.method)
        var kept: [UInt8] = []
        HTTPRedirect.appendFields(
            old.span.bytes.extracting(fields),
            keepsBody: lead.keepsBody,
            staysAtOrigin: next.origin == stop.origin,
            into: &kept
        )
        trail.append(stop)
        if !lead.keepsBody { upload = nil }
        stop = next
        compose(
            url,
            in: text,
            fields: kept.span.bytes,
            body: old.span.bytes.extracting(lead.keepsBody ? body : 0..<0)
        )
        self.lead = nil
        wasRetried = false
        timings.redirects += 1
    }
}

extension Call.Stop {
    init(_ url: URLText, in text: RawSpan, _ method: WireMethod) {
        origin = Origin(scheme: url.scheme, host: url.hostText(in: text), port: url.port)
        self.method = method
        target = []
        url.appendTarget(in: text, to: &target)
    }
}
