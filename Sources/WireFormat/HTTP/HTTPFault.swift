/// Why bytes are not HTTP/1.1, or not HTTP/1.1 that two readers must understand alike.
///
/// Readers that disagree about where a message ends let one peer slip a request into another's connection, so everything
/// that is doubtful is refused and not repaired.
public enum HTTPFault: Error, Hashable, Sendable, CustomStringConvertible {
    case badMethod
    case badTarget
    case badVersion
    case badStatus
    case badFieldName
    case spaceBeforeColon
    case foldedField
    case badFieldValue
    /// A line feed without its carriage return, or the reverse.
    case halfLineEnd
    case hostNotGivenOnce
    case badContentLength
    case lengthGivenTwice
    case badTransferEncoding
    case badChunkSize
    case badChunkEnd
    /// The connection ended in the middle of a body.
    case endedEarly

    public var description: String {
        switch self {
        case .badMethod: "the request line has no method"
        case .badTarget: "the request's target is neither a path nor a URL"
        case .badVersion: "the version is not HTTP/1.0 or HTTP/1.1"
        case .badStatus: "the status is not a number of three digits"
        case .badFieldName: "a field has no name, or a name with a forbidden character"
        case .spaceBeforeColon: "a field's name is followed by a space"
        case .foldedField: "a field goes on in the next line"
        case .badFieldValue: "a field's value holds a control character"
        case .halfLineEnd: "a line does not end with carriage return and line feed"
        case .hostNotGivenOnce: "a request has one field Host"
        case .badContentLength: "Content-Length is not a number"
        case .lengthGivenTwice: "the body's length is given more than once"
        case .badTransferEncoding: "Transfer-Encoding is something other than chunked"
        case .badChunkSize: "a chunk does not begin with its size"
        case .badChunkEnd: "a chunk is longer or shorter than its size"
        case .endedEarly: "the connection ended in the middle of a body"
        }
    }

    /// What a server answers before it closes the connection.
    public var status: UInt16 {
        switch self {
        case .badVersion: 505
        case .badTransferEncoding: 501
        default: 400
        }
    }
}

/// What a look at the bytes received so far found.
public enum HTTPParse<Head: Sendable>: Sendable {
    case head(Head)
    /// Right as far as it goes; look again, from the same start, when more has come.
    case incomplete
    /// The head is longer than the limit, complete or not.
    case tooLarge
    case malformed(HTTPFault)
}

extension HTTPParse: Equatable where Head: Equatable {}
