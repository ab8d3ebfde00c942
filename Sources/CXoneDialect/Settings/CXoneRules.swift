public import ChatModel
public import JSONText
import TextForms

/// What CXone says about its own parts of a profile, for whoever decodes profiles.
public enum CXoneRules: Sendable {
    public static let clients = VendorClient.allCases.map(\.rawValue)
    public static let credentialKeys = CXoneCustomer.Credentials.keys

    public static func checkChannel(_ value: inout ValueReader) -> Survey? {
        CXoneChannel.read(&value)?.survey
    }

    /// In base64, as the upload carries it; Android wraps the lines.
    public static func encode(_ bytes: [UInt8], for client: String?) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(Base64.length(of: bytes.count) + 16)
        Base64.append(bytes.span.bytes, to: &text)
        guard client == VendorClient.android.rawValue else { return text }
        var wrapped: [UInt8] = []
        wrapped.reserveCapacity(text.count + text.count / 38 + 2)
        for start in stride(from: 0, to: text.count, by: lineLength) {
            wrapped.append(contentsOf: text[start..<min(start + lineLength, text.count)])
            // Of a JSON string.
            wrapped.append(contentsOf: "\\n".utf8)
        }
        return wrapped
    }

    private static let lineLength = 76

    /// The customer of a profile's words.
    public static func customer(
        _ person: Person,
        client: String?,
        id: String?,
        credentials: [String: String]
    ) -> CXoneCustomer {
        CXoneCustomer(
            person: person,
            client: client.flatMap { VendorClient(rawValue: $0) } ?? .ios,
            id: id,
            credentials: CXoneCustomer.Credentials(
                authorizationCode: credentials["authorizationCode"],
                codeVerifier: credentials["codeVerifier"]
            )
        )
    }
}
