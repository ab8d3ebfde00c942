/// What both ends of a connection keep to when they compress messages.
public struct DeflateAgreement: Hashable, Sendable {
    public var serverKeepsContext = true
    public var clientKeepsContext = true
    public var serverWindowBits = 15
    public var clientWindowBits = 15

    public init() {}
}

extension DeflateAgreement {
    /// A server's choice: the first of a client's offers that can be kept, or none.
    ///
    /// An offer that is not understood is passed over, as the standard has it, and a connection without compression is
    /// what remains.
    static func choose(
        _ wishes: DeflateTerms,
        offers fields: RawSpan
    ) -> (agreement: DeflateAgreement, answer: DeflateTerms)? {
        var place = 0
        while let value = HTTPFields.nextValue(of: "sec-websocket-extensions", after: &place, in: fields) {
            var scan = ListScan(value)
            while let element = scan.next(UInt8(ascii: ","), in: fields) {
                if let offer = DeflateTerms(element, in: fields) { return answer(offer, wishes) }
            }
        }
        return nil
    }

    private static func answer(
        _ offer: DeflateTerms,
        _ wishes: DeflateTerms
    ) -> (agreement: DeflateAgreement, answer: DeflateTerms) {
        var answer = DeflateTerms()
        answer.serverNoContextTakeover = offer.serverNoContextTakeover || wishes.serverNoContextTakeover
        answer.clientNoContextTakeover = offer.clientNoContextTakeover || wishes.clientNoContextTakeover
        let server = min(offer.serverWindowBits ?? 15, wishes.serverWindowBits ?? 15)
        if offer.serverWindowBits != nil || server < 15 { answer.serverWindowBits = server }
        // A client that does not name its window cannot be told to use a smaller one.
        let client = offer.namesClientWindow ? min(offer.clientWindowBits ?? 15, wishes.clientWindowBits ?? 15) : 15
        if offer.clientWindowBits != nil || client < 15 {
            answer.namesClientWindow = true
            answer.clientWindowBits = client
        }
        var agreement = DeflateAgreement()
        agreement.serverKeepsContext = !answer.serverNoContextTakeover
        agreement.clientKeepsContext = !answer.clientNoContextTakeover
        agreement.serverWindowBits = server
        agreement.clientWindowBits = client
        return (agreement, answer)
    }

    /// A client's judgement of what the server chose out of `offer`.
    static func check(
        _ fields: RawSpan,
        offered offer: DeflateTerms
    ) throws(WebSocketUpgradeFault) -> DeflateAgreement? {
        var chosen: DeflateTerms?
        var place = 0
        while let value = HTTPFields.nextValue(of: "sec-websocket-extensions", after: &place, in: fields) {
            var scan = ListScan(value)
            while let element = scan.next(UInt8(ascii: ","), in: fields) {
                if element.isEmpty { continue }
                var name = ListScan(element)
                guard let name = name.next(UInt8(ascii: ";"), in: fields), DeflateTerms.isName(name, in: fields) else {
                    throw .unrequestedExtension
                }
                guard chosen == nil, let terms = DeflateTerms(element, in: fields) else { throw .badExtension }
                chosen = terms
            }
        }
        guard let chosen else { return nil }
        return try agree(chosen, offer)
    }

    private static func agree(
        _ answer: DeflateTerms,
        _ offer: DeflateTerms
    ) throws(WebSocketUpgradeFault) -> DeflateAgreement {
        guard answer.serverNoContextTakeover || !offer.serverNoContextTakeover else { throw .badExtension }
        if let most = offer.serverWindowBits {
            guard let bits = answer.serverWindowBits, bits <= most else { throw .badExtension }
        }
        if answer.namesClientWindow {
            guard offer.namesClientWindow, let bits = answer.clientWindowBits, bits <= offer.clientWindowBits ?? 15
            else {
                throw .badExtension
            }
        }
        var agreement = DeflateAgreement()
        agreement.serverKeepsContext = !answer.serverNoContextTakeover
        agreement.clientKeepsContext = !answer.clientNoContextTakeover && !offer.clientNoContextTakeover
        agreement.serverWindowBits = answer.serverWindowBits ?? 15
        agreement.clientWindowBits = answer.clientWindowBits ?? offer.clientWindowBits ?? 15
        return agreement
    }
}
