/// Why a handshake does not lead to WebSocket.
public enum WebSocketUpgradeFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notSwitched(status: UInt16)
    case notGet
    case oldHTTP
    case noUpgrade
    case noConnectionUpgrade
    case wrongVersion
    case badKey
    case wrongAccept
    case unrequestedExtension
    /// The extension was offered, but not with these parameters.
    case badExtension
    case unrequestedProtocol

    public var description: String {
        switch self {
        case .notSwitched(let status): "the upgrade was answered with status \(status)"
        case .notGet: "the upgrade is not a GET without a body"
        case .oldHTTP: "the upgrade is not HTTP/1.1 with one host"
        case .noUpgrade: "the field Upgrade does not hold websocket"
        case .noConnectionUpgrade: "the field Connection does not hold upgrade"
        case .wrongVersion: "Sec-WebSocket-Version is not 13"
        case .badKey: "Sec-WebSocket-Key is not base64 of 16 bytes"
        case .wrongAccept: "Sec-WebSocket-Accept does not answer the key"
        case .unrequestedExtension: "the server chose an extension that was not offered"
        case .badExtension: "the server chose parameters of permessage-deflate that were not offered"
        case .unrequestedProtocol: "the server chose a subprotocol that was not offered"
        }
    }

    /// What a server answers.
    public var status: UInt16 {
        switch self {
        case .wrongVersion, .noUpgrade: 426
        default: 400
        }
    }
}
