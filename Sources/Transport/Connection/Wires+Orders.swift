import Clockwork
import Exchange
import WireFormat

/// What each order means.
extension Wires {
    mutating func perform(_ request: WireRequest, _ bytes: RawSpan, _ shared: [SharedBytes]) {
        switch request {
        case .sendText(let socket, let sending, let payload):
            send(.text, socket, sending, bytes.extracting(payload.bounds))
        case .sendBinary(let socket, let sending, let payload):
            send(.binary, socket, sending, bytes.extracting(payload.bounds))
        case .startTimer(let timer, at: let due): timers.start(timer, at: due, hasSlack: false)
        case .startSlackTimer(let timer, at: let due): timers.start(timer, at: due, hasSlack: true)
        case .stopTimer(let timer): timers.stop(timer)
        case .open(let socket, let url, let fields):
            open(socket, url: bytes.extracting(url.bounds), fields: bytes.extracting(fields.bounds))
        case .close(let socket, let code): close(socket, code: code)
        case .ping(let socket): ping(socket)
        case .abort(let socket): abort(socket)
        case .mute(let socket): mute(socket)
        case .upload(let id, let method, let url, let fields, let body):
            let tail = body.tail.bytes(of: bytes) { $0.withUnsafeBytes { Array($0) } }
            call(
                id,
                method,
                url: bytes.extracting(url.bounds),
                fields: bytes.extracting(fields.bounds),
                body: bytes.extracting(body.head.bounds),
                upload: Call.Upload(content: body.content.bytes(of: shared), tail: tail)
            )
        case .call, .cancelCall, .hangUp: performCall(request, bytes)
        case .answer, .acceptUpgrade, .refuseUpgrade: performVisit(request, bytes)
        }
    }

    private mutating func performCall(_ request: WireRequest, _ bytes: RawSpan) {
        switch request {
        case .call(let id, let method, let url, let fields, let body):
            call(
                id,
                method,
                url: bytes.extracting(url.bounds),
                fields: bytes.extracting(fields.bounds),
                body: bytes.extracting(body.bounds)
            )
        case .cancelCall(let id): cancelCall(id)
        case .hangUp(let id): hangUp(id.owner)
        default: break
        }
    }

    private mutating func performVisit(_ request: WireRequest, _ bytes: RawSpan) {
        switch request {
        case .answer(let visit, let status, let fields, let body):
            answer(visit, status, fields: bytes.extracting(fields.bounds), body: bytes.extracting(body.bounds))
        case .acceptUpgrade(let visit, let socket): acceptUpgrade(visit, as: socket)
        case .refuseUpgrade(let visit, let status): refuseUpgrade(visit, status)
        default: break
        }
    }
}
