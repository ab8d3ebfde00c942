package import JSONText

/// Asks to be let in, in the session's own band (`AuthorizeCustomer`, `AuthorizeConsumer`).
package struct AuthorizeCustomer: Hashable, Sendable {
    package var authorizationCode: String?
    package var codeVerifier: String?
    package var sdkPlatform: String?
    package var sdkVersion: String?

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        authorizationCode = try frame.textIfPresent("payload/data/authorization/authorizationCode")
        codeVerifier = try frame.textIfPresent("payload/data/authorization/codeVerifier")
        sdkPlatform = try frame.textIfPresent("payload/data/sdkPlatform")
        sdkVersion = try frame.textIfPresent("payload/data/sdkVersion")
    }

    /// The `data` object of a vendor's client, which differ in what they write when there is no code.
    package static func append(_ client: VendorClient, code: String?, verifier: String?, to bytes: inout [UInt8]) {
        JSONWriter.append("{", to: &bytes)
        if let code {
            JSONWriter.append(#""authorization":{"authorizationCode":"#, to: &bytes)
            JSONWriter.append(string: code, to: &bytes)
            if let verifier {
                JSONWriter.append(#","codeVerifier":"#, to: &bytes)
                JSONWriter.append(string: verifier, to: &bytes)
            }
            JSONWriter.append("},", to: &bytes)
        } else if client == .android {
            JSONWriter.append(#""authorization":{},"#, to: &bytes)
        } else if client == .web {
            JSONWriter.append(#""authorization":{"authorizationCode":null},"#, to: &bytes)
        }
        JSONWriter.append(#""disableChannelInfo":true,"sdkPlatform":""#, to: &bytes)
        JSONWriter.append(client.platform, to: &bytes)
        JSONWriter.append(#"","sdkVersion":""#, to: &bytes)
        JSONWriter.append(client.version, to: &bytes)
        JSONWriter.append(#""}"#, to: &bytes)
    }
}
