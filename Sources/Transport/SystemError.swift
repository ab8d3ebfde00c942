import CLinux
import Glibc

/// A system call that the kernel refused.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let call: String
    public let code: CInt

    init(call: StaticString, code: CInt) {
        self.call = call.description
        self.code = code
    }

    /// Another listener has the address.
    public var isAddressInUse: Bool { code == EADDRINUSE }

    public var description: String {
        "\(call) failed: \(String(cString: strerror(code))) (errno \(code))"
    }

    /// Answers what the call did, unless that is a negative errno.
    @discardableResult
    static func check(_ call: StaticString, _ answer: CInt) throws(SystemError) -> CInt {
        guard answer >= 0 else { throw SystemError(call: call, code: -answer) }
        return answer
    }
}
