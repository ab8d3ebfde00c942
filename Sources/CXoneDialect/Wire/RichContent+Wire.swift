package import ChatModel
package import Clockwork
import JSONText
import TextForms

extension RichContent {
    /// The `type` of its message content.
    package var wireType: StaticString {
        switch self {
        case .quickReplies: "QUICK_REPLIES"
        case .list: "LIST_PICKER"
        case .link: "RICH_LINK"
        case .times: "TIME_PICKER"
        case .inactivity: "PLUGIN"
        case .unsupported: "ADAPTIVE_CARD"
        }
    }

    /// Appends the `payload` object, in a form that all three vendor clients can read.
    package func appendPayload(text: String, at now: WallTime, to bytes: inout [UInt8]) {
        switch self {
        case .quickReplies(let choices):
            append(content: text, as: #"{"text":"#, to: &bytes)
            append(choices, to: &bytes)
        case .list(let title, let choices):
            append(content: title, as: #"{"title":"#, to: &bytes)
            append(content: text, as: #","text":"#, to: &bytes)
            append(choices, to: &bytes)
        case .link(let title, let url):
            JSONWriter.append(#"{"media":{"fileName":"link.png","url":"#, to: &bytes)
            JSONWriter.append(string: url, to: &bytes)
            JSONWriter.append(#","mimeType":"image/png"}"#, to: &bytes)
            append(content: title, as: #","title":"#, to: &bytes)
            JSONWriter.append(#","url":"#, to: &bytes)
            JSONWriter.append(string: url, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        case .times(let title, let slots):
            append(content: title, as: #"{"title":"#, to: &bytes)
            append(content: title, as: #","event":{"title":"#, to: &bytes)
            JSONWriter.append(#","timeSlots":["#, to: &bytes)
            for (index, slot) in slots.enumerated() { append(slot, index, at: now, to: &bytes) }
            JSONWriter.append("]}}", to: &bytes)
        case .inactivity(let question):
            append(question, at: now, to: &bytes)
        case .unsupported(let type):
            // A client that knows no such content still demands a list of elements.
            JSONWriter.append(#"{"elements":[{"type":"#, to: &bytes)
            JSONWriter.append(string: type, to: &bytes)
            JSONWriter.append("}]}", to: &bytes)
        }
    }

    private func append(content: String, as opening: StaticString, to bytes: inout [UInt8]) {
        JSONWriter.append(opening, to: &bytes)
        JSONWriter.append(#"{"content":"#, to: &bytes)
        JSONWriter.append(string: content, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }

    private func append(_ choices: [Choice], to bytes: inout [UInt8]) {
        JSONWriter.append(#","actions":["#, to: &bytes)
        for (index, choice) in choices.enumerated() {
            // No other kind of button: the iOS client drops the whole frame for one.
            JSONWriter.append(
                index == 0 ? #"{"type":"REPLY_BUTTON","text":"# : #",{"type":"REPLY_BUTTON","text":"#,
                to: &bytes
            )
            JSONWriter.append(string: choice.text, to: &bytes)
            JSONWriter.append(#","postback":"#, to: &bytes)
            JSONWriter.append(string: choice.postback, to: &bytes)
            if let description = choice.description {
                JSONWriter.append(#","description":"#, to: &bytes)
                JSONWriter.append(string: description, to: &bytes)
            }
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("]}", to: &bytes)
    }

    private func append(_ slot: TimeSlot, _ index: Int, at now: WallTime, to bytes: inout [UInt8]) {
        JSONWriter.append(index == 0 ? #"{"id":"# : #",{"id":"#, to: &bytes)
        JSONWriter.append(string: slot.id, to: &bytes)
        JSONWriter.append(#","duration":"#, to: &bytes)
        JSONWriter.append(integer: slot.duration, to: &bytes)
        JSONWriter.append(#","startTime":"#, to: &bytes)
        bytes.append(date: WallTime(milliseconds: now.milliseconds + Int64(slot.startsIn) * 1_000), .offset)
        JSONWriter.append("}", to: &bytes)
    }

    /// One title, two texts, one countdown and two buttons, the one that goes on first: Android goes by that order, iOS by
    /// what the postback says.
    private func append(_ question: Inactivity, at now: WallTime, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"postback":null,"elements":[{"id":"i-0","type":"INACTIVITY_POPUP","elements":["#, to: &bytes)
        JSONWriter.append(#"{"id":"i-1","type":"TITLE","text":"#, to: &bytes)
        JSONWriter.append(string: question.title, to: &bytes)
        JSONWriter.append(#"},{"id":"i-2","type":"TEXT","text":"#, to: &bytes)
        JSONWriter.append(string: question.text, to: &bytes)
        JSONWriter.append(#"},{"id":"i-3","type":"COUNTDOWN","variables":{"startedAt":"#, to: &bytes)
        bytes.append(date: now, .offset)
        JSONWriter.append(#","numberOfSeconds":"#, to: &bytes)
        JSONWriter.append(integer: question.seconds, to: &bytes)
        JSONWriter.append(#"}},{"id":"i-4","type":"TEXT","text":"#, to: &bytes)
        JSONWriter.append(string: question.question, to: &bytes)
        JSONWriter.append("},", to: &bytes)
        let buttons: [(id: UInt128, text: String, postback: String)] = [
            (0x2f3b_2b0e_0a55_4d0c_9a0b_6f6a_7a1f_0001, question.stay, Self.stayPostback),
            (0x2f3b_2b0e_0a55_4d0c_9a0b_6f6a_7a1f_0002, question.end, Self.endPostback),
        ]
        for (index, button) in buttons.enumerated() {
            JSONWriter.append(index == 0 ? #"{"id":"# : #",{"id":"#, to: &bytes)
            bytes.append(uuid: button.id)
            JSONWriter.append(#","type":"BUTTON","text":"#, to: &bytes)
            JSONWriter.append(string: button.text, to: &bytes)
            JSONWriter.append(#","postback":"#, to: &bytes)
            JSONWriter.append(string: button.postback, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append("]}]}", to: &bytes)
    }

    /// The postbacks of the two answers to an inactive chat.
    package static let stayPostback = #"{"type":"sessionExpiration","isExpired":false,"workflowJobId":"w1"}"#
    package static let endPostback = #"{"type":"sessionExpiration","isExpired":true,"workflowJobId":"w1"}"#
}
