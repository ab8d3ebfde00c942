/// Why a text is not an address that can be called.
public enum URLFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notAbsolute
    case schemeNotServed(String)
    case userNotServed
    case noHost
    case badHost
    case badPort
    case forbiddenByte(UInt8, at: Int)

    public var description: String {
        switch self {
        case .notAbsolute: "not an absolute URL; allowed: ws://, wss://, http:// or https:// and a host"
        case .schemeNotServed(let scheme): "the scheme \"\(scheme)\" is not served; allowed: ws, wss, http, https"
        case .userNotServed: "a URL with a user name or password is not served"
        case .noHost: "the URL has no host"
        case .badHost: "the URL's host is neither a name nor an address"
        case .badPort: "the URL's port is not a number from 1 to 65535"
        case .forbiddenByte(let byte, let place):
            "the URL holds the byte \(byte) at \(place); spaces and everything outside ASCII are written as %XX"
        }
    }
}
