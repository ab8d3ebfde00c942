/// What a simulator has done and what it could not make sense of.
public struct SimulatorCounters: Hashable, Sendable {
    public var calls = 0
    public var socketsOpened = 0
    public var framesReceived = 0
    public var framesSent = 0
    public var messagesStored = 0
    public var repliesMade = 0
    public var filesStored = 0
    private var troubles = [Int](repeating: 0, count: SimulatorTrouble.allCases.count)

    public init() {}

    mutating func count(_ trouble: SimulatorTrouble) {
        troubles[trouble.rawValue] += 1
    }

    public func count(of trouble: SimulatorTrouble) -> Int {
        troubles[trouble.rawValue]
    }

    /// Every kind that happened, in a fixed order.
    public var errors: [(kind: String, count: Int)] {
        SimulatorTrouble.allCases.filter { count(of: $0) > 0 }.map { ($0.name, count(of: $0)) }
    }
}

/// What a peer can do wrong at a desk: counted, answered where there is something to answer to, and never fatal.
public enum SimulatorTrouble: Int, CaseIterable, Hashable, Sendable {
    case malformedFrame
    case incompleteFrame
    case unknownEvent
    case wrongChannel
    case badIdentifier
    case binaryFrame
    case duplicateMessage
    case nothingToRecover
    case badScrollToken
    case unknownToken
    case badCall
    case refusedFile
    case closedConversation
    case refusedUpgrade
    /// An event of a socket that is not there, or not any more.
    case unexpectedEvent
    /// A limit of the desk's own was reached.
    case overloaded

    /// As it stands in a log.
    public var name: String {
        switch self {
        case .malformedFrame: "malformed_frame"
        case .incompleteFrame: "incomplete_frame"
        case .unknownEvent: "unknown_event"
        case .wrongChannel: "wrong_channel"
        case .badIdentifier: "bad_identifier"
        case .binaryFrame: "binary_frame"
        case .duplicateMessage: "duplicate_message"
        case .nothingToRecover: "nothing_to_recover"
        case .badScrollToken: "bad_scroll_token"
        case .unknownToken: "unknown_token"
        case .badCall: "bad_call"
        case .refusedFile: "refused_file"
        case .closedConversation: "closed_conversation"
        case .refusedUpgrade: "refused_upgrade"
        case .unexpectedEvent: "unexpected_event"
        case .overloaded: "overloaded"
        }
    }
}
