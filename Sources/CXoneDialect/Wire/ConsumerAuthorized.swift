package import JSONText

/// The answer to an authorization.
package struct ConsumerAuthorized: Hashable, Sendable {
    package var customer: CustomerIdentity?
    package var accessToken: AccessToken?

    package init(customer: CustomerIdentity?, accessToken: AccessToken?) {
        self.customer = customer
        self.accessToken = accessToken
    }

    /// Reads a server's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        if frame.has("postback/data/consumerIdentity") {
            customer = try frame.within("postback/data/consumerIdentity") { (object) throws(JSONFault) in
                try CustomerIdentity(object)
            }
        }
        if frame.has("postback/data/accessToken") {
            accessToken = try frame.within("postback/data/accessToken") { (object) throws(JSONFault) in
                try AccessToken(object)
            }
        }
    }

    package func append(to event: EchoedID, into bytes: inout [UInt8]) {
        // The web client starts its heartbeat only for a status at the top level.
        let extra: StaticString = #""authorizationStatus":"authorized","#
        ServerResponse.append(.consumerAuthorized, to: event, extra: extra, into: &bytes) { bytes in
            JSONWriter.append(#"{"status":"success""#, to: &bytes)
            if let customer {
                JSONWriter.append(#","consumerIdentity":"#, to: &bytes)
                customer.append(to: &bytes)
            }
            if let accessToken {
                JSONWriter.append(#","accessToken":"#, to: &bytes)
                accessToken.append(to: &bytes)
            }
            JSONWriter.append(#","customer":{"customFields":[]},"contact":{"customFields":[]}}"#, to: &bytes)
        }
    }
}

/// The answer to a reconnection; nothing of it is read.
package enum ConsumerReconnected: Sendable {
    package static func append(to event: EchoedID, into bytes: inout [UInt8]) {
        ServerResponse.append(.consumerReconnected, to: event, into: &bytes) { JSONWriter.append("{}", to: &$0) }
    }
}

/// The answer to the refreshing of a token.
package struct TokenRefreshed: Hashable, Sendable {
    package var accessToken: AccessToken

    package init(accessToken: AccessToken) {
        self.accessToken = accessToken
    }

    /// Reads a server's frame.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        accessToken = try frame.within("postback/data/accessToken") { (object) throws(JSONFault) in
            try AccessToken(object)
        }
    }

    package func append(to event: EchoedID, into bytes: inout [UInt8]) {
        ServerResponse.append(.tokenRefreshed, to: event, into: &bytes) { bytes in
            JSONWriter.append(#"{"accessToken":"#, to: &bytes)
            accessToken.append(to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
    }
}
