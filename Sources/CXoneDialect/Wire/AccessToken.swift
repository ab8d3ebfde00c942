package import JSONText

/// A token of the legacy authorization: what `ConsumerAuthorized` and `TokenRefreshed` bring.
package struct AccessToken: Hashable, Sendable {
    package var token: String
    /// In seconds.
    package var expiresIn: Int

    package init(token: String, expiresIn: Int) {
        self.token = token
        self.expiresIn = expiresIn
    }

    /// Reads the token object itself.
    package init(_ object: JSONCursor) throws(JSONFault) {
        token = try object.text("token")
        expiresIn = try object.integer("expiresIn")
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"token":"#, to: &bytes)
        JSONWriter.append(string: token, to: &bytes)
        JSONWriter.append(#","expiresIn":"#, to: &bytes)
        JSONWriter.append(integer: expiresIn, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}

/// What `ReconnectCustomer`, `ReconnectConsumer` and `RefreshToken` carry.
package struct TokenPresented: Hashable, Sendable {
    package var token: String

    package init(token: String) {
        self.token = token
    }

    /// Reads a client's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        token = try frame.text("payload/data/accessToken/token")
    }

    /// The `data` object.
    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"accessToken":{"token":"#, to: &bytes)
        JSONWriter.append(string: token, to: &bytes)
        JSONWriter.append("}}", to: &bytes)
    }
}
