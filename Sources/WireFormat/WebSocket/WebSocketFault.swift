/// How a peer broke the rules of WebSocket.
public enum WebSocketFault: Error, Hashable, Sendable, CustomStringConvertible {
    case reservedBits
    case unknownOpcode(UInt8)
    /// A client that does not mask or a server that does.
    case wrongMasking
    case lengthNotMinimal
    case longControlFrame
    case fragmentedControlFrame
    case continuationOfNothing
    case messageWithinMessage
    case badCloseCode(UInt16)
    case shortClosePayload
    case notUTF8
    case tooLarge
    /// A compressed message that does not inflate, or does not end where its bytes do.
    case badCompression
    /// A compressed message that becomes longer than messages may be.
    case inflatedTooLarge

    /// What the peer is told.
    public var closeCode: UInt16 {
        switch self {
        case .notUTF8, .badCompression: 1007
        case .tooLarge, .inflatedTooLarge: 1009
        default: 1002
        }
    }

    public var description: String {
        switch self {
        case .reservedBits: "a frame sets reserved bits that nobody negotiated"
        case .unknownOpcode(let code): "a frame has the unknown opcode \(code)"
        case .wrongMasking: "a frame is masked where it must not be, or not where it must"
        case .lengthNotMinimal: "a frame spells its length with more bytes than it needs"
        case .longControlFrame: "a control frame carries more than 125 bytes"
        case .fragmentedControlFrame: "a control frame is fragmented"
        case .continuationOfNothing: "a continuation frame belongs to no message"
        case .messageWithinMessage: "a message begins before the last one ended"
        case .badCloseCode(let code): "a close frame has the code \(code)"
        case .shortClosePayload: "a close frame carries half a code"
        case .notUTF8: "a text is not UTF-8"
        case .tooLarge: "a frame or message is over its limit"
        case .badCompression: "a compressed message does not inflate"
        case .inflatedTooLarge: "a compressed message inflates to more than its limit"
        }
    }
}
