import CXoneDialect
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneDesk {
    mutating func visited(
        _ call: DeskCall,
        target: RawSpan,
        body: RawSpan,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders
    ) {
        counters.calls += 1
        guard let route = CXoneRoute(target, brand: setup.brand, channel: setup.channel) else {
            return refuse(call, 404, APIError(code: "NotFound", message: "Nothing is served here"), into: &orders)
        }
        if call.wantsUpgrade || (route == .socket && call.method == .get) {
            return upgrade(call, route, target: target, into: &orders)
        }
        if call.method == .options { return allow(call, into: &orders) }
        guard call.method == route.method else {
            let error = APIError(code: "MethodNotAllowed", message: "This is asked with \(route.method.rawValue)")
            return refuse(call, 405, error, into: &orders)
        }
        switch route {
        case .configuration:
            answerLater(call, route, at: now + setup.delays.configuration.draw(using: &callDelays))
        case .visitor:
            guard let due = visitorDue(body, reader: &reader, at: now) else {
                let error = APIError(code: "BadRequest", message: "A visitor has a customerIdentity with an id")
                return refuse(call, 400, error, into: &orders)
            }
            answerLater(call, route, at: due)
        case .availability, .visitorEvents, .logger, .socket:
            answer(call.visit, route, into: &orders)
        }
    }

    /// A call whose moment has come, unless whoever made it has gone.
    mutating func answerDue(_ visit: VisitID, _ route: CXoneRoute, into orders: inout Orders) {
        guard waiting.remove(visit) != nil else { return }
        answer(visit, route, into: &orders)
    }

    private mutating func answerLater(_ call: DeskCall, _ route: CXoneRoute, at due: MonotonicTime) {
        waiting.insert(call.visit)
        jobs.add(.call(call.visit, route), at: due)
    }

    /// Nil for a body that names no customer.
    private func visitorDue(_ body: RawSpan, reader: inout JSONReader, at now: MonotonicTime) -> MonotonicTime? {
        let visitor = try? reader.read(body) { (body) throws(JSONFault) in try Visitor(body) }
        guard let visitor else { return nil }
        var random = SeededRandom(seed: setup.seed, stream: "cxone.visitors", visitor.customer.streamNumber)
        return now + setup.delays.visitor.draw(using: &random)
    }

    private func answer(_ visit: VisitID, _ route: CXoneRoute, into orders: inout Orders) {
        switch route {
        case .configuration:
            write(visit, 200, into: &orders) { $0.append(contentsOf: setup.configuration) }
        case .availability:
            write(visit, 200, into: &orders) { JSONWriter.append(#"{"status":"online"}"#, to: &$0) }
        case .visitor:
            write(visit, 200, into: &orders) { JSONWriter.append("{}", to: &$0) }
        case .visitorEvents, .logger, .socket:
            orders.append(.answer(visit, status: 204, fields: orders.fields(Self.origin), body: .empty))
        }
    }

    private mutating func upgrade(
        _ call: DeskCall,
        _ route: CXoneRoute,
        target: RawSpan,
        into orders: inout Orders
    ) {
        guard call.wantsUpgrade else {
            return refuse(call, 426, APIError(code: "UpgradeRequired", message: "A socket is here"), into: &orders)
        }
        let status: UInt16? =
            switch (route, QueryText.value(of: "brandId", in: target), QueryText.value(of: "channelId", in: target)) {
            case (.socket, let brand?, let channel?): isOurs(brand, channel) ? nil : 404
            case (.socket, _, _): 400
            default: 404
            }
        if let status {
            counters.count(.refusedUpgrade)
            return orders.append(.refuseUpgrade(call.visit, status: status))
        }
        let socket = sockets.take()
        if let place = sockets.place(of: socket) { ledger.open(place) }
        counters.socketsOpened += 1
        orders.append(.acceptUpgrade(call.visit, as: socket))
    }

    private func isOurs(_ brand: String, _ channel: String) -> Bool {
        Int(brand) == setup.brand && channel == setup.channel
    }

    private mutating func refuse(_ call: DeskCall, _ status: UInt16, _ error: APIError, into orders: inout Orders) {
        counters.count(.badCall)
        if call.wantsUpgrade { return orders.append(.refuseUpgrade(call.visit, status: status)) }
        write(call.visit, status, into: &orders) { error.append(to: &$0) }
    }

    private func write(
        _ visit: VisitID,
        _ status: UInt16,
        into orders: inout Orders,
        body: (inout [UInt8]) -> Void
    ) {
        let fields = orders.fields(Self.json)
        let body = orders.write(body)
        orders.append(.answer(visit, status: status, fields: fields, body: body))
    }

    /// Browsers ask before they send the vendor's header fields to another origin.
    private func allow(_ call: DeskCall, into orders: inout Orders) {
        orders.append(.answer(call.visit, status: 204, fields: orders.fields(Self.preflight), body: .empty))
    }

    private static let origin: StaticString = "Access-Control-Allow-Origin: *\r\n"
    private static let json: StaticString = "Content-Type: application/json\r\nAccess-Control-Allow-Origin: *\r\n"
    private static let preflight: StaticString = """
        Access-Control-Allow-Origin: *\r
        Access-Control-Allow-Methods: GET, POST, PUT, OPTIONS\r
        Access-Control-Allow-Headers: Content-Type, Accept, Authorization, x-sdk-platform, x-sdk-version, \
        x-app-version, X-Trace-ID, X-Caller-Service-ID\r
        Access-Control-Max-Age: 600\r

        """
}

extension Orders {
    fileprivate mutating func fields(_ lines: StaticString) -> ByteRange {
        write { JSONWriter.append(lines, to: &$0) }
    }
}
