import CXoneDialect
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneDesk {
    mutating func visited(
        _ call: DeskCall,
        target: RawSpan,
        fields: RawSpan,
        body: RawSpan,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders
    ) {
        counters.calls += 1
        guard let route = CXoneRoute(target, setup.channels) else {
            return refuse(call, 404, APIError(code: "NotFound", message: "Nothing is served here"), into: &orders)
        }
        if call.wantsUpgrade || (route == .socket && call.method == .get) {
            return upgrade(call, route, target: target, at: now, into: &orders)
        }
        if call.method == .options { return allow(call, into: &orders) }
        guard call.method == route.method else {
            let error = APIError(code: "MethodNotAllowed", message: "This is asked with \(route.method.rawValue)")
            return refuse(call, 405, error, into: &orders)
        }
        switch route {
        case .configuration:
            answerLater(call, .call(call.visit, route), at: now + setup.delays.configuration.draw(using: &callDelays))
        case .visitor:
            guard let due = visitorDue(body, reader: &reader, at: now) else {
                let error = APIError(code: "BadRequest", message: "A visitor has a customerIdentity with an id")
                return refuse(call, 400, error, into: &orders)
            }
            answerLater(call, .call(call.visit, route), at: due)
        case .visitorEvents:
            guard (try? reader.read(body, { (body) throws(JSONFault) in try VisitorEvent.check(body) })) != nil else {
                let error = APIError(code: "BadRequest", message: "An event has id, type, visitId and a date")
                return refuse(call, 400, error, into: &orders)
            }
            answer(call.visit, route, into: &orders)
        case .token:
            let reply = token(body, target: target, at: now, reader: &reader)
            answerLater(call, .reply(call.visit, reply), at: now + setup.delays.authorize.draw(using: &callDelays))
        case .attachment(let channel):
            let reply = store(body, in: channel, host: HostField.value(in: fields), reader: &reader)
            answerLater(call, .reply(call.visit, reply), at: now + setup.delays.upload.draw(using: &callDelays))
        case .availability, .logger, .socket, .menu, .file:
            answer(call.visit, route, into: &orders)
        }
    }

    /// A call whose moment has come, unless whoever made it has gone.
    mutating func answerDue(_ visit: VisitID, _ route: CXoneRoute, into orders: inout Orders) {
        guard waiting.remove(visit) != nil else { return }
        answer(visit, route, into: &orders)
    }

    mutating func answerDue(_ visit: VisitID, _ reply: CXoneReply, into orders: inout Orders) {
        guard waiting.remove(visit) != nil else { return }
        switch reply {
        case .token(let token): write(visit, 200, into: &orders) { token.append(to: &$0) }
        case .file(let url): write(visit, 200, into: &orders) { AttachmentAnswer.append(url: url, to: &$0) }
        case .fileRefused(let channel):
            // A success by its status: two of the vendor's clients could not see the limits otherwise.
            let limits = setup.channels[channel].rules.files
            write(visit, 200, into: &orders) { limits.append(to: &$0) }
        case .failed(let status, let error): write(visit, status, into: &orders) { error.append(to: &$0) }
        }
    }

    private mutating func answerLater(_ call: DeskCall, _ job: CXoneJob, at due: MonotonicTime) {
        waiting.insert(call.visit)
        jobs.add(job, at: due)
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
        case .configuration(let channel):
            write(visit, 200, into: &orders) { $0.append(contentsOf: setup.channels[channel].configuration) }
        case .availability(let channel):
            let isOnline = setup.channels[channel].rules.isOnline
            write(visit, 200, into: &orders) { bytes in
                JSONWriter.append(isOnline ? #"{"status":"online"}"# : #"{"status":"offline"}"#, to: &bytes)
            }
        case .visitor:
            write(visit, 200, into: &orders) { JSONWriter.append("{}", to: &$0) }
        case .menu:
            write(visit, 200, into: &orders) { JSONWriter.append("[]", to: &$0) }
        case .file(let number):
            guard let file = files.file(number) else {
                let error = APIError(code: "NotFound", message: "There is no such file, or no more")
                return write(visit, 404, into: &orders) { error.append(to: &$0) }
            }
            let fields = orders.write { bytes in
                bytes.append(contentsOf: "Content-Type: \(file.mimeType)\r\n".utf8)
                JSONWriter.append(Self.origin, to: &bytes)
            }
            let body = orders.write { $0.append(contentsOf: file.bytes) }
            orders.append(.answer(visit, status: 200, fields: fields, body: body))
        case .visitorEvents, .logger, .socket, .attachment, .token:
            orders.append(.answer(visit, status: 204, fields: orders.fields(Self.origin), body: .empty))
        }
    }

    // MARK: Tokens

    /// ours: whoever shows a code is the customer that the code names; a cookie names the visitor.
    private mutating func token(
        _ body: RawSpan,
        target: RawSpan,
        at now: MonotonicTime,
        reader: inout JSONReader
    ) -> CXoneReply {
        let request = try? reader.read(body) { (body) throws(JSONFault) in try TokenRequest(body) }
        guard let request else { return .failed(400, APIError(code: "BadRequest", message: "No such grant")) }
        if case .refresh(let shown) = request { return refreshed(shown, at: now) }
        guard let brand = QueryText.value(of: "brandId", in: target).flatMap({ Int($0) }),
            let id = QueryText.value(of: "channelId", in: target), let channel = setup.channel(brand: brand, id)
        else { return .failed(404, APIError(code: "NotFound", message: "No such channel")) }
        let visitor = QueryText.value(of: "visitorId", in: target) ?? ""
        var identity: CustomerIdentity?
        switch (setup.channels[channel].rules.session, request) {
        case (.anonymous, .anonymous(let customer)): identity = customer
        case (.cookie, .cookie), (.cookie, .anonymous):
            if !visitor.isEmpty { identity = CustomerIdentity(id: EchoedID(visitor), firstName: nil, lastName: nil) }
        case (.oauth, .code(let code, _)):
            if !code.isEmpty { identity = CustomerIdentity(id: EchoedID(code), firstName: nil, lastName: nil) }
        default: break
        }
        guard let identity, let customer = store.customer(identity, of: channel) else {
            counters.count(.unknownToken)
            return .failed(401, APIError(code: "Unauthorized", message: "The grant is not this channel's"))
        }
        return .token(issue(to: customer, at: now))
    }

    private mutating func refreshed(_ shown: String, at now: MonotonicTime) -> CXoneReply {
        let known = shown.hasPrefix("RT-") ? Int(shown.dropFirst(3)) : nil
        guard let customer = known, store.customers.indices.contains(customer) else {
            counters.count(.unknownToken)
            return .failed(401, APIError(code: "Unauthorized", message: "The refresh token is not known"))
        }
        return .token(issue(to: customer, at: now))
    }

    private mutating func issue(to customer: Int, at now: MonotonicTime) -> TransactionToken {
        let token = EchoedID(store[customer].ids.uuid()).spelling
        store.remember(token, of: customer)
        store[customer].transaction = token
        store[customer].transactionEnds = now + .seconds(Self.transactionLife)
        let isOAuth = setup.channels[store[customer].channel].rules.session == .oauth
        return TransactionToken(
            token: token,
            expiresIn: Self.transactionLife,
            customer: store[customer].identity,
            access: isOAuth ? AccessToken(token: "AT-" + token, expiresIn: 3_600) : nil,
            refreshToken: isOAuth ? "RT-\(customer)" : nil
        )
    }

    /// In seconds (the vendor's client says ten minutes).
    private static var transactionLife: Int { 600 }

    // MARK: Files

    private mutating func store(
        _ body: RawSpan,
        in channel: Int,
        host: String,
        reader: inout JSONReader
    ) -> CXoneReply {
        let sent: AttachmentUpload?
        if body.byteCount > SimulatorProgram.frameLimit {
            var larger = JSONReader(capacity: body.byteCount)
            sent = try? larger.read(body) { (body) throws(JSONFault) in try AttachmentUpload(body) }
        } else {
            sent = try? reader.read(body) { (body) throws(JSONFault) in try AttachmentUpload(body) }
        }
        // Android wraps its lines.
        let content = sent.map { $0.content.contains("\n") ? $0.content.replacing("\n", with: "") : $0.content }
        guard let sent, let content, let bytes = Base64.decode(content) else {
            counters.count(.badCall)
            return .failed(400, APIError(code: "BadRequest", message: "An upload has content, fileName and mimeType"))
        }
        guard setup.channels[channel].rules.files.allows(size: bytes.count, mimeType: sent.mimeType) else {
            counters.count(.refusedFile)
            return .fileRefused(channel: channel)
        }
        counters.filesStored += 1
        let number = files.keep(bytes, sent.mimeType)
        var name: [UInt8] = []
        PercentText.append(sent.fileName, to: &name)
        return .file(url: "http://\(host)/files/\(number)/\(String(decoding: name, as: UTF8.self))")
    }

    // MARK: The socket

    private mutating func upgrade(
        _ call: DeskCall,
        _ route: CXoneRoute,
        target: RawSpan,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        guard call.wantsUpgrade else {
            return refuse(call, 426, APIError(code: "UpgradeRequired", message: "A socket is here"), into: &orders)
        }
        if let status = statusOfUpgrade(route, target, at: now) {
            counters.count(.refusedUpgrade)
            return orders.append(.refuseUpgrade(call.visit, status: status))
        }
        let socket = sockets.take()
        if let place = sockets.place(of: socket) { ledger.open(place) }
        counters.socketsOpened += 1
        orders.append(.acceptUpgrade(call.visit, as: socket))
    }

    /// Nil when nothing speaks against it.
    private func statusOfUpgrade(_ route: CXoneRoute, _ target: RawSpan, at now: MonotonicTime) -> UInt16? {
        guard route == .socket else { return 404 }
        guard let brand = QueryText.value(of: "brandId", in: target), let id = QueryText.value(of: "channelId", in: target)
        else { return 400 }
        guard let number = Int(brand), let channel = setup.channel(brand: number, id) else { return 404 }
        guard setup.channels[channel].rules.session.isSecured else { return nil }
        let shown = QueryText.value(of: "transactionToken", in: target)
        guard let shown, let customer = store.customer(withToken: shown), now < store[customer].transactionEnds else {
            return 401
        }
        return nil
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
