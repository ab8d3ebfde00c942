package import JSONText
import TextForms

/// The push that has a client greet its customer (`FireProactiveAction`).
package struct ProactiveAction: Hashable, Sendable {
    package var action: UInt128
    package var name: String
    /// With places to fill.
    package var text: String

    package init(action: UInt128, name: String, text: String) {
        self.action = action
        self.name = name
        self.text = text
    }

    /// Nothing but what every client can read: an empty object or a foreign value in one of the parts drops the frame.
    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.fireProactiveAction, about: "ChatWindow", to: &bytes) { bytes in
            JSONWriter.append(#","destination":{"id":"#, to: &bytes)
            bytes.append(uuid: action)
            JSONWriter.append(#"},"proactiveAction":{"action":{"actionId":"#, to: &bytes)
            bytes.append(uuid: action)
            JSONWriter.append(#","actionName":"#, to: &bytes)
            JSONWriter.append(string: name, to: &bytes)
            JSONWriter.append(#","actionType":"WelcomeMessage","data":{"content":{"bodyText":"#, to: &bytes)
            JSONWriter.append(string: text, to: &bytes)
            JSONWriter.append(
                #","headlineText":"","headlineSecondaryText":"","image":"","mimeType":null,"variables":{}},"#,
                to: &bytes
            )
            JSONWriter.append(#""handover":{"customFields":[]}}},"conditions":[]}"#, to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does; nil for an action that greets nobody.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> String? {
        try ServerPush.check(frame)
        for key in ["data/destination/id", "data/proactiveAction/action/actionId"] as [StaticString]
        where !frame.isText(key) {
            throw .missing(path: key)
        }
        return try frame.within("data/proactiveAction/action") { (action) throws(JSONFault) in
            guard action.isText("actionName") else { throw .missing(path: "actionName") }
            guard action.isObject("data/content") else { throw .missing(path: "data/content") }
            try CustomField.check(action, at: "data/handover/customFields")
            if try action.text("actionType", is: "WelcomeMessage") { return try action.textIfPresent("data/content/bodyText") }
            guard try action.text("actionType", is: "CustomPopupBox") else { throw .wrongType(path: "actionType") }
            return nil
        }
    }
}

/// The push in place of a frame that is too big: where the frame can be fetched (`EventInS3`).
package struct StoredEvent: Hashable, Sendable {
    package var url: String
    package var origin: ServerEventType

    package init(url: String, origin: ServerEventType) {
        self.url = url
        self.origin = origin
    }

    package func append(_ push: ServerPush, to bytes: inout [UInt8]) {
        push.append(.eventInS3, about: "S3Object", to: &bytes) { bytes in
            JSONWriter.append(#","s3Object":{"url":"#, to: &bytes)
            JSONWriter.append(string: url, to: &bytes)
            JSONWriter.append(#"},"originEvent":{"eventType":""#, to: &bytes)
            JSONWriter.append(origin.wireName, to: &bytes)
            JSONWriter.append(#""}"#, to: &bytes)
        }
    }

    /// Reads a server's frame as the iOS client does: the name of the origin must be there, any will do.
    package static func read(_ frame: JSONCursor) throws(JSONFault) -> String {
        guard frame.isText("data/originEvent/eventType") else { throw .missing(path: "data/originEvent/eventType") }
        return try frame.text("data/s3Object/url")
    }
}
