/// What a close frame says (RFC 6455, sections 5.5.1 and 7.4).
public enum WebSocketClose: Sendable {
    /// The code of a close frame's payload; 1005 when it has none.
    public static func code(of payload: UnsafeRawBufferPointer) throws(WebSocketFault) -> UInt16 {
        guard payload.count > 0 else { return 1005 }
        guard payload.count > 1 else { throw .shortClosePayload }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard isAllowed(code) else { throw .badCloseCode(code) }
        var reason = UTF8Check()
        guard reason.accepts(UnsafeRawBufferPointer(rebasing: payload[2...])), reason.isComplete else {
            throw .notUTF8
        }
        return code
    }

    /// Codes that may stand in a frame: those registered, and the ranges for libraries and applications.
    public static func isAllowed(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
