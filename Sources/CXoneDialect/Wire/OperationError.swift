package import JSONText

/// A refusal of one request.
package struct OperationError: Hashable, Sendable {
    package var event: EchoedID
    package var code: Code
    package var transaction: String
    package var message: String

    package init(event: EchoedID, code: Code, transaction: String, message: String) {
        self.event = event
        self.code = code
        self.transaction = transaction
        self.message = message
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"eventId":"#, to: &bytes)
        event.append(to: &bytes)
        JSONWriter.append(#","error":{"errorCode":""#, to: &bytes)
        JSONWriter.append(code.wireName, to: &bytes)
        JSONWriter.append(#"","transactionId":"#, to: &bytes)
        JSONWriter.append(string: transaction, to: &bytes)
        JSONWriter.append(#","errorMessage":"#, to: &bytes)
        JSONWriter.append(string: message, to: &bytes)
        JSONWriter.append(#"},"inputData":{}}"#, to: &bytes)
    }

    /// The codes that a server may give; the iOS client knows only some.
    package enum Code: Hashable, Sendable {
        case customerAuthorizationFailed
        case consumerAuthorizationFailed
        case inconsistentData
        case customerReconnectionFailed
        case consumerReconnectionFailed
        case tokenRefreshingFailed
        case recoveringThreadFailed
        case recoveringLivechatFailed
        case sendingTranscriptFailed
        /// From here on: taken for an acknowledgement by the iOS client.
        case sendingMessageFailed
        case updatingThreadFailed
        case archivingThreadFailed

        private static let names: [(name: StaticString, code: Self, isKnownToIOS: Bool)] = [
            ("CustomerAuthorizationFailed", .customerAuthorizationFailed, true),
            ("ConsumerAuthorizationFailed", .consumerAuthorizationFailed, true),
            ("InconsistentData", .inconsistentData, true),
            ("CustomerReconnectionFailed", .customerReconnectionFailed, true),
            ("ConsumerReconnectionFailed", .consumerReconnectionFailed, true),
            ("TokenRefreshingFailed", .tokenRefreshingFailed, true),
            ("RecoveringThreadFailed", .recoveringThreadFailed, true),
            ("RecoveringLivechatFailed", .recoveringLivechatFailed, true),
            ("SendingTranscriptFailed", .sendingTranscriptFailed, true),
            ("SendingMessageFailed", .sendingMessageFailed, false),
            ("UpdatingThreadFailed", .updatingThreadFailed, false),
            ("ArchivingThreadFailed", .archivingThreadFailed, false),
        ]

        package var wireName: StaticString {
            var found: StaticString = "InconsistentData"
            for known in Self.names where known.code == self { found = known.name }
            return found
        }

        /// Nil unless the iOS client sees an error here: all three inner keys and a code that it knows.
        package init?(in frame: JSONCursor) {
            guard frame.isText("error/errorCode"), frame.isText("error/transactionId"),
                frame.isText("error/errorMessage")
            else { return nil }
            let found = try? frame.withText("error/errorCode") { (name) throws(JSONFault) -> Self? in
                var found: Self?
                for known in Self.names where known.isKnownToIOS && name.spells(known.name) { found = known.code }
                return found
            }
            guard let code = found else { return nil }
            self = code
        }
    }
}

/// An answer of the gateway in front of the platform; it names no request.
package struct GatewayError: Hashable, Sendable {
    package var message: String
    package var connection: String
    package var request: String

    package init(message: String, connection: String, request: String) {
        self.message = message
        self.connection = connection
        self.request = request
    }

    package static func isOne(_ frame: JSONCursor) -> Bool {
        guard frame.isText("connectionId"), frame.isText("requestId") else { return false }
        let length = try? frame.withText("message") { (text) throws(JSONFault) in text.byteCount }
        return (length ?? 0) > 0
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"message":"#, to: &bytes)
        JSONWriter.append(string: message, to: &bytes)
        JSONWriter.append(#","connectionId":"#, to: &bytes)
        JSONWriter.append(string: connection, to: &bytes)
        JSONWriter.append(#","requestId":"#, to: &bytes)
        JSONWriter.append(string: request, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}
