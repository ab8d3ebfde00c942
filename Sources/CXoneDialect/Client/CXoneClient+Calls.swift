import ChatClient
import Clockwork
import Exchange
import JSONText
import TextForms

/// The calls that the way up consists of.
extension CXoneClient {
    mutating func start(
        _ what: ChatCall,
        attempt: Int,
        intended: MonotonicTime,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        stage = .fetching
        fetch = ask(what, attempt: attempt, intended: intended, at: now, into: &orders)
    }

    /// Orders a call; whoever asks keeps the answer.
    mutating func ask(
        _ what: ChatCall,
        attempt: Int = 1,
        intended: MonotonicTime,
        at now: MonotonicTime,
        into orders: inout Orders
    ) -> Fetch {
        calls += 1
        let id = CallID(owner: owner, calls)
        let fields = callFields(into: &orders)
        var body = ByteRange.empty
        var method = WireMethod.get
        let url: ByteRange
        switch what {
        case .visitor:
            method = .put
            url = visitorURL(into: &orders)
            body = orders.write { Visitor(customer: sender.customer.id).append(client, to: &$0) }
        case .token:
            method = .post
            url = orders.write { bytes in
                bytes.append(contentsOf: address.tokenURL ?? [])
                UUIDText.append(sender.visitor, to: &bytes)
            }
            body = orders.write { tokenRequest.append(client, to: &$0) }
        case .availability:
            url = orders.write { $0.append(contentsOf: address.availabilityURL) }
        default:
            url = orders.write { $0.append(contentsOf: address.configurationURL) }
        }
        orders.append(.call(id, method, url: url, fields: fields, body: body))
        return Fetch(id: id, what: what, attempt: attempt, intended: intended, ordered: now)
    }

    /// The header lines of a call; the web client gives each a trace id.
    mutating func callFields(into orders: inout Orders) -> ByteRange {
        let trace = client == .web ? random.uuid() : 0
        return orders.write { bytes in
            JSONWriter.append(client.fields, to: &bytes)
            guard client == .web else { return }
            JSONWriter.append("X-Trace-ID: ", to: &bytes)
            UUIDText.append(trace, to: &bytes)
            JSONWriter.append("\r\n", to: &bytes)
        }
    }

    func visitorURL(into orders: inout Orders) -> ByteRange {
        orders.write { bytes in
            bytes.append(contentsOf: address.visitorURL)
            UUIDText.append(sender.visitor, to: &bytes)
        }
    }

    /// The call of the moment has ended; `failure` when it had no whole answer.
    mutating func fetched(
        sent: MonotonicTime?,
        failure: WireCause?,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        guard let done = fetch else { return }
        fetch = nil
        let fault = failure.map(ChatFault.wire) ?? understand(done, at: now, reader: &reader)
        let start = StartTimes(intended: done.intended, sent: sent ?? done.ordered)
        // Nobody there is an answer like any other.
        let isFailure = fault != .offline && (fault != nil || !Self.isSuccess(done.status))
        events.append(.called(done.what, start, isFailure: isFailure))
        guard let fault else { return goUp(from: done.what, at: now, into: &orders, telling: &events) }
        if done.attempt < attempts(of: done.what), fault != .clientTooOld {
            events.append(.fault(fault))
            self.start(done.what, attempt: done.attempt + 1, intended: now, at: now, into: &orders)
        } else {
            fail(fault, into: &orders, telling: &events)
        }
    }

    /// The iOS client asks again at once, the others only after a network failure that here is none.
    private func attempts(of call: ChatCall) -> Int {
        client == .ios && call != .token ? Self.callAttempts : 1
    }

    /// The next step behind a call that went well.
    private mutating func goUp(
        from call: ChatCall,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        switch (call, client) {
        case (.configuration, .ios):
            start(.visitor, attempt: 1, intended: now, at: now, into: &orders)
        case (.configuration, .android):
            let fetch = ask(.visitor, intended: now, at: now, into: &orders)
            errands.append(Errand(fetch: fetch, purpose: .visitor))
            askForAgents(at: now, into: &orders, telling: &events)
        case (.configuration, .web), (.visitor, _):
            askForAgents(at: now, into: &orders, telling: &events)
        case (.availability, _):
            askForToken(isFirst: true, at: now, into: &orders, telling: &events)
        default:
            open(isFirst: openedBy == .never, at: now, into: &orders)
        }
    }

    private mutating func askForAgents(
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        if channel.mode == .liveChat { return start(.availability, attempt: 1, intended: now, at: now, into: &orders) }
        askForToken(isFirst: true, at: now, into: &orders, telling: &events)
    }

    /// What is wrong with a whole answer.
    ///
    /// Only its body decides for the configuration, only its status for the visitor.
    mutating func understand(_ done: Fetch, at now: MonotonicTime, reader: inout JSONReader) -> ChatFault? {
        let isSuccess = Self.isSuccess(done.status)
        if Self.isClientTooOld(done.body, reader: &reader) { return .clientTooOld }
        let refusal = ChatFault.status(done.what, done.status)
        switch done.what {
        case .configuration:
            let unreadable = isSuccess ? ChatFault.badConfiguration : refusal
            guard !done.isTooLong else { return unreadable }
            let configuration = try? reader.read(done.body.span.bytes) { (body) throws(JSONFault) in
                try ChannelConfiguration(body)
            }
            guard let configuration else { return unreadable }
            take(configuration)
            return nil
        case .availability:
            guard isSuccess else { return refusal }
            let isOnline = try? reader.read(done.body.span.bytes) { (body) throws(JSONFault) in
                try body.text("status", is: "online")
            }
            return isOnline == true ? nil : .offline
        case .token:
            guard isSuccess else { return .tokenRefused }
            let token = try? reader.read(done.body.span.bytes) { (body) throws(JSONFault) in
                try TransactionToken(body)
            }
            guard let token else { return .tokenRefused }
            take(token, at: now)
            return nil
        default:
            return isSuccess ? nil : refusal
        }
    }

    private mutating func take(_ configuration: ChannelConfiguration) {
        channel.isKnown = true
        channel.mode = configuration.mode
        channel.isSecured = configuration.hasSecuredSessions
        channel.hasCookie = configuration.isSecuredCookieEnabled
        channel.isAuthorizationEnabled = configuration.isAuthorizationEnabled
        channel.recoverDoesNotFail = configuration.recoverLivechatDoesNotFail
        channel.allowsTranscript = configuration.allowsTranscript
        channel.survey = configuration.survey
        channel.hasSurvey = configuration.survey != nil
        // Most customers attach nothing, and all of them would keep it.
        if configuration.files != FileRestrictions() { channel.files = configuration.files }
    }

    static func isClientTooOld(_ body: [UInt8], reader: inout JSONReader) -> Bool {
        let code = try? reader.read(body.span.bytes) { (body) throws(JSONFault) in try APIError(body).code }
        return code == APIError.clientTooOld.code
    }

    static func isSuccess(_ status: UInt16) -> Bool { 200..<300 ~= status }
}
