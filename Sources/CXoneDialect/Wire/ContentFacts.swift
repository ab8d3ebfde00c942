package import ChatModel
package import JSONText

/// What kind of content a message has, as far as a phone acts on it.
package enum ContentKind: Hashable, Sendable {
    case text
    /// Shown as it is; nothing can be chosen.
    case shown
    /// Holds choices.
    case choices
    case inactivity
    /// The vendor's mobile client answers that it cannot show it.
    case unsupported
}

/// Reads the `messageContent` of a message as strictly as the iOS client: content that it could not read throws.
package enum ContentFacts: Sendable {
    /// The kind, and the length of a text in bytes.
    static func read(_ content: JSONCursor) throws(JSONFault) -> (kind: ContentKind, textLength: Int) {
        if try content.text("type", is: "TEXT") {
            let length = try content.withText("payload/text") { (text) throws(JSONFault) in text.byteCount }
            return (.text, length)
        }
        for picker in ["QUICK_REPLIES", "LIST_PICKER"] as [StaticString] where try content.text("type", is: picker) {
            try checkButtons(content)
            return (.choices, 0)
        }
        if try content.text("type", is: "TIME_PICKER") {
            try content.each("payload/event/timeSlots") { (slot) throws(JSONFault) in
                guard slot.isText("id") else { throw .missing(path: "id") }
                _ = try slot.integer("duration")
                _ = try slot.strictDate("startTime")
            }
            return (.choices, 0)
        }
        if try content.text("type", is: "RICH_LINK") {
            for key in ["payload/url", "payload/title/content", "payload/media/url"] as [StaticString]
            where !content.isText(key) {
                throw .missing(path: key)
            }
            return (.shown, 0)
        }
        if try content.text("type", is: "POSTBACK") {
            guard content.isObject("payload") else { throw .missing(path: "payload") }
            return (.shown, 0)
        }
        // Whatever else it is must list its elements, or the client drops the frame.
        var isPopup = false
        try content.each("payload/elements") { (element) throws(JSONFault) in
            guard element.isText("type") else { throw .missing(path: "type") }
            if try element.text("type", is: "INACTIVITY_POPUP") { isPopup = isReadable(popup: element) }
        }
        return (isPopup ? .inactivity : .unsupported, 0)
    }

    private static func checkButtons(_ content: JSONCursor) throws(JSONFault) {
        try content.each("payload/actions") { (button) throws(JSONFault) in
            guard try button.text("type", is: "REPLY_BUTTON") else { throw .wrongType(path: "type") }
            for key in ["text", "postback"] as [StaticString] where !button.isText(key) { throw .missing(path: key) }
        }
    }

    /// One title, two texts, one countdown, two buttons with UUIDs; whatever else turns it into a message that cannot be
    /// shown, without a word.
    private static func isReadable(popup: JSONCursor) -> Bool {
        var counts = (title: 0, text: 0, countdown: 0, button: 0, other: 0)
        do throws(JSONFault) {
            try popup.each("elements") { (element) throws(JSONFault) in
                if try element.text("type", is: "TITLE") {
                    counts.title += 1
                } else if try element.text("type", is: "TEXT") {
                    counts.text += 1
                } else if try element.text("type", is: "COUNTDOWN") {
                    counts.countdown += 1
                    _ = try element.strictDate("variables/startedAt")
                    _ = try element.integer("variables/numberOfSeconds")
                } else if try element.text("type", is: "BUTTON") {
                    counts.button += 1
                    _ = try element.spelledUUID("id")
                    guard element.isText("text"), element.isText("postback") else { throw .missing(path: "postback") }
                } else {
                    counts.other += 1
                }
            }
        } catch {
            return false
        }
        return counts == (1, 2, 1, 2, 0)
    }

    /// What can be chosen, in order; nothing where nothing can.
    package static func choices(_ content: JSONCursor) -> [RichContent.Choice] {
        var choices: [RichContent.Choice] = []
        try? content.each("payload/actions") { (button) throws(JSONFault) in
            choices.append(try choice(button))
        }
        try? content.each("payload/event/timeSlots") { (slot) throws(JSONFault) in
            let id = try slot.text("id")
            choices.append(RichContent.Choice(text: try slot.text("startTime"), postback: id))
        }
        try? content.each("payload/elements") { (element) throws(JSONFault) in
            try element.each("elements") { (part) throws(JSONFault) in
                if try part.text("type", is: "BUTTON") { choices.append(try choice(part)) }
            }
        }
        return choices
    }

    private static func choice(_ button: JSONCursor) throws(JSONFault) -> RichContent.Choice {
        RichContent.Choice(text: try button.text("text"), postback: try button.text("postback"))
    }
}
