package import JSONText

/// The body with which any call may be refused.
package struct APIError: Hashable, Sendable {
    package var code: String
    package var message: String

    package static let clientTooOld = APIError(code: "SdkVersionNotSupported", message: "This client is too old")

    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    package init(_ body: JSONCursor) throws(JSONFault) {
        code = try body.text("error/errorCode")
        message = try body.text("error/errorMessage")
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"error":{"errorCode":"#, to: &bytes)
        JSONWriter.append(string: code, to: &bytes)
        JSONWriter.append(#","errorMessage":"#, to: &bytes)
        JSONWriter.append(string: message, to: &bytes)
        JSONWriter.append("}}", to: &bytes)
    }
}
