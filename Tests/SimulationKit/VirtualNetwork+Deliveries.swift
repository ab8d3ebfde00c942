import Clockwork
import Exchange

/// Handing over what has arrived.
extension VirtualNetwork where Client: ~Copyable, Server: ~Copyable {
    mutating func deliver(_ delivery: Delivery) {
        switch delivery {
        case .opened(let side, let id, let timings):
            guard link(of: id, side) != nil else { return }
            hand(.opened(id, timings), to: side)
        case .sent(let side, let id, let moment): hand(.sent(id, at: moment), to: side)
        case .ponged(let side, let id): hand(.ponged(id), to: side)
        case .message(let link, let side, let bytes, let isText): message(link, side, bytes, isText)
        case .close(let link, let side, let code): closeArrived(link, side, code)
        case .closed(let link, let side, let code):
            guard links[link].isOpen(side) else { return }
            end(link, side)
            hand(.closed(links[link].socket(side), code: code, .us), to: side)
        case .reset(let link, let side):
            guard links[link].isOpen(side), !(side == .client && links[link].isMuted) else { return }
            end(link, side)
            hand(.closed(links[link].socket(side), code: 1006, .reset), to: side)
        case .ended(let side, let id, let code, let cause): hand(.closed(id, code: code, cause), to: side)
        case .failed(let side, let subject, let cause): hand(.failed(subject, cause), to: side)
        case .visit(let id): visited(id)
        case .answer(let id, let status, let fields, let body, let timings):
            guard cancelled.remove(id) == nil else { return }
            hand(.head(id, status: status, fields: fields.span.bytes), to: .client)
            if !body.isEmpty { hand(.chunk(id, body.span.bytes), to: .client) }
            hand(.finished(id, timings), to: .client)
        }
    }

    private mutating func message(_ link: Int, _ side: Side, _ bytes: [UInt8], _ isText: Bool) {
        guard links[link].isOpen(side), !(side == .client && links[link].isMuted) else { return }
        let id = links[link].socket(side)
        hand(isText ? .text(id, bytes.span.bytes) : .binary(id, bytes.span.bytes), to: side)
    }

    /// A close frame is answered by itself, and ends the connection at once where it arrives.
    private mutating func closeArrived(_ link: Int, _ side: Side, _ code: UInt16) {
        guard links[link].isOpen(side), !(side == .client && links[link].isMuted) else { return }
        let cause: WireCause = links[link].hasClosed(side) ? .us : .peer
        end(link, side)
        deliveries.add(.closed(link: link, to: side.other, code: code), at: due(on: link, to: side.other))
        hand(.closed(links[link].socket(side), code: code, cause), to: side)
    }

    private mutating func visited(_ id: VisitID) {
        guard let visit = visits[id] else { return }
        var wantsUpgrade = false
        if case .socket = visit.origin { wantsUpgrade = true }
        hand(
            .visited(
                id,
                visit.method,
                target: visit.target.span.bytes,
                fields: visit.fields.span.bytes,
                body: visit.body.span.bytes,
                wantsUpgrade: wantsUpgrade
            ),
            to: .server
        )
    }
}
