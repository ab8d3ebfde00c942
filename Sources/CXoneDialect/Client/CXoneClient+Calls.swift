import ChatClient
import Clockwork
import Exchange
import JSONText
import TextForms

extension CXoneClient {
    mutating func start(
        _ what: ChatCall,
        attempt: Int,
        intended: MonotonicTime,
        at now: MonotonicTime,
        into orders: inout Orders
    ) {
        calls += 1
        let id = CallID(owner: owner, calls)
        stage = .fetching
        fetch = Fetch(id: id, what: what, attempt: attempt, intended: intended, ordered: now)
        let fields = orders.write { JSONWriter.append(VendorClient.fields, to: &$0) }
        switch what {
        case .configuration:
            let url = orders.write { $0.append(contentsOf: address.configurationURL) }
            orders.append(.call(id, .get, url: url, fields: fields, body: .empty))
        case .visitor:
            let url = orders.write { bytes in
                bytes.append(contentsOf: address.visitorURL)
                UUIDText.append(sender.visitor, to: &bytes)
            }
            let body = orders.write { Visitor(customer: sender.customer.id).append(to: &$0) }
            orders.append(.call(id, .put, url: url, fields: fields, body: body))
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
        var fault = failure.map(ChatFault.wire)
        if fault == nil { fault = understand(done, reader: &reader) }
        let isFailure = fault != nil || !Self.isSuccess(done.status)
        let start = StartTimes(intended: done.intended, sent: sent ?? done.ordered)
        events.append(.called(done.what, start, isFailure: isFailure))
        guard let fault else {
            switch done.what {
            case .configuration: self.start(.visitor, attempt: 1, intended: now, at: now, into: &orders)
            case .visitor: open(isFirst: true, at: now, into: &orders)
            }
            return
        }
        if done.attempt < Self.callAttempts, fault != .clientTooOld {
            events.append(.fault(fault))
            self.start(done.what, attempt: done.attempt + 1, intended: now, at: now, into: &orders)
        } else {
            fail(fault, into: &orders, telling: &events)
        }
    }

    /// What is wrong with a whole answer.
    ///
    /// Only its body decides for the configuration, only its status for the visitor.
    private mutating func understand(_ done: Fetch, reader: inout JSONReader) -> ChatFault? {
        let isSuccess = Self.isSuccess(done.status)
        if Self.isClientTooOld(done.body, reader: &reader) { return .clientTooOld }
        guard done.what == .configuration else { return isSuccess ? nil : .status(done.what, done.status) }
        let unreadable = isSuccess ? ChatFault.badConfiguration : .status(done.what, done.status)
        guard !done.isTooLong else { return unreadable }
        let configuration = try? reader.read(done.body.span.bytes) { (body) throws(JSONFault) in
            try ChannelConfiguration(body)
        }
        guard let configuration else { return unreadable }
        // ours: what is not played yet ends here and not in confusion.
        guard configuration.mode == .singleThread, !configuration.hasSecuredSessions else { return .badConfiguration }
        channel.isAuthorizationEnabled = configuration.isAuthorizationEnabled
        channel.survey = configuration.survey
        channel.hasSurvey = configuration.survey != nil
        return nil
    }

    private static func isClientTooOld(_ body: [UInt8], reader: inout JSONReader) -> Bool {
        let code = try? reader.read(body.span.bytes) { (body) throws(JSONFault) in try APIError(body).code }
        return code == APIError.clientTooOld.code
    }

    private static func isSuccess(_ status: UInt16) -> Bool { 200..<300 ~= status }
}
