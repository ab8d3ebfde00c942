package import JSONText

/// Asks to be let in, in the session's own band (`AuthorizeCustomer`, `AuthorizeConsumer`).
package struct AuthorizeCustomer: Hashable, Sendable {
    package var authorizationCode: String?
    package var sdkPlatform: String?
    package var sdkVersion: String?

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        authorizationCode = try frame.textIfPresent("payload/data/authorization/authorizationCode")
        sdkPlatform = try frame.textIfPresent("payload/data/sdkPlatform")
        sdkVersion = try frame.textIfPresent("payload/data/sdkVersion")
    }

    /// The `data` of the iOS client without a code.
    package static func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"disableChannelInfo":true,"sdkPlatform":"ios","sdkVersion":""#, to: &bytes)
        JSONWriter.append(VendorClient.version, to: &bytes)
        JSONWriter.append(#""}"#, to: &bytes)
    }
}

/// The client that is played.
package enum VendorClient: Sendable {
    package static let version: StaticString = "3.3.1"
    /// Header lines of every call.
    ///
    /// ours: the phone's own HTTP takes `br` too, which is not read here.
    package static let fields: StaticString = """
        Content-Type: application/json\r\nx-sdk-platform: ios\r\nx-sdk-version: 3.3.1\r\n\
        Accept-Encoding: gzip, deflate\r\n
        """
}
