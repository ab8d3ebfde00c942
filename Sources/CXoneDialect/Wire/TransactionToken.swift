package import JSONText

/// The request for a transaction token (`POST …/oauth/token`), which secured sessions begin with.
package enum TokenRequest: Hashable, Sendable {
    case anonymous(CustomerIdentity)
    /// The cookie says who it is.
    case cookie
    case code(String, verifier: String?)
    case refresh(String)

    /// The body of a vendor's client.
    package func append(_ client: VendorClient, to bytes: inout [UInt8]) {
        switch self {
        case .anonymous(var customer):
            switch client {
            case .ios: JSONWriter.append(#"{"type":"anonymous","#, to: &bytes)
            case .android: JSONWriter.append(#"{"type":"Anonymous","#, to: &bytes)
            case .web: JSONWriter.append("{", to: &bytes)
            }
            if client == .ios {
                customer.firstName = nil
                customer.lastName = nil
            }
            JSONWriter.append(#""customerIdentity":"#, to: &bytes)
            customer.append(to: &bytes)
            JSONWriter.append("}", to: &bytes)
        case .cookie:
            JSONWriter.append("{}", to: &bytes)
        case .code(let code, let verifier):
            JSONWriter.append(
                #"{"thirdParty":{"grant_type":"authorization_code","authorization_code":"#,
                to: &bytes
            )
            JSONWriter.append(string: code, to: &bytes)
            if let verifier {
                JSONWriter.append(#","code_verifier":"#, to: &bytes)
                JSONWriter.append(string: verifier, to: &bytes)
            }
            JSONWriter.append("}}", to: &bytes)
        case .refresh(let token):
            JSONWriter.append(#"{"thirdParty":{"grant_type":"refresh_token","refresh_token":"#, to: &bytes)
            JSONWriter.append(string: token, to: &bytes)
            JSONWriter.append("}}", to: &bytes)
        }
    }

    /// Reads a client's body.
    package init(_ body: JSONCursor) throws(JSONFault) {
        if body.has("thirdParty") {
            if try body.text("thirdParty/grant_type", is: "refresh_token") {
                self = .refresh(try body.text("thirdParty/refresh_token"))
            } else {
                let verifier = try body.textIfPresent("thirdParty/code_verifier")
                self = .code(try body.text("thirdParty/authorization_code"), verifier: verifier)
            }
        } else if body.has("customerIdentity") {
            self = .anonymous(
                try body.within("customerIdentity") { (object) throws(JSONFault) in try CustomerIdentity(object) }
            )
        } else {
            self = .cookie
        }
    }
}

/// The answer that brings a transaction token, and with OAuth an access token beside it.
package struct TransactionToken: Hashable, Sendable {
    package var token: String
    /// In seconds.
    package var expiresIn: Int
    package var customer: CustomerIdentity?
    package var access: AccessToken?
    package var refreshToken: String?

    package init(
        token: String,
        expiresIn: Int,
        customer: CustomerIdentity?,
        access: AccessToken? = nil,
        refreshToken: String? = nil
    ) {
        self.token = token
        self.expiresIn = expiresIn
        self.customer = customer
        self.access = access
        self.refreshToken = refreshToken
    }

    /// Reads a server's body.
    package init(_ body: JSONCursor) throws(JSONFault) {
        token = try body.text("accessToken")
        expiresIn = try body.integer("expiresIn")
        if body.has("customerIdentity") {
            customer = try body.within("customerIdentity") { (object) throws(JSONFault) in
                try CustomerIdentity(object)
            }
        }
        guard body.has("thirdParty") else { return }
        access = AccessToken(
            token: try body.text("thirdParty/access_token"),
            expiresIn: try body.integer("thirdParty/expires_in")
        )
        refreshToken = try body.textIfPresent("thirdParty/refresh_token")
    }

    /// Both shapes that clients expect after a refresh, in one object: the iOS client reads the top level, the others
    /// `thirdParty`.
    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"accessToken":"#, to: &bytes)
        JSONWriter.append(string: token, to: &bytes)
        JSONWriter.append(#","expiresIn":"#, to: &bytes)
        JSONWriter.append(integer: expiresIn, to: &bytes)
        if let customer {
            JSONWriter.append(#","customerIdentity":"#, to: &bytes)
            customer.append(to: &bytes)
        }
        if let access {
            JSONWriter.append(",", to: &bytes)
            append(access, to: &bytes)
            JSONWriter.append(#","thirdParty":{"#, to: &bytes)
            append(access, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }

    private func append(_ access: AccessToken, to bytes: inout [UInt8]) {
        JSONWriter.append(#""access_token":"#, to: &bytes)
        JSONWriter.append(string: access.token, to: &bytes)
        if let refreshToken {
            JSONWriter.append(#","refresh_token":"#, to: &bytes)
            JSONWriter.append(string: refreshToken, to: &bytes)
        }
        JSONWriter.append(#","expires_in":"#, to: &bytes)
        JSONWriter.append(integer: access.expiresIn, to: &bytes)
    }
}
