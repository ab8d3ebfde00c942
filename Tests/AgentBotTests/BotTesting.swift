import AgentBot
import Foundation
import JSONText

/// A bot out of a text, as a file would give it.
func script(_ text: String) throws -> BotScript {
    try BotScript(JSONDocument(file: "bot.json", text: text))
}

/// A bot with these rules and nothing that draws or greets.
func script(rules: String) throws -> BotScript {
    try script(#"{"name": "b", "agent": {"id": 1, "firstName": "A", "surname": "B"}, "rules": [\#(rules)]}"#)
}

/// One of the bots that come with the tool.
func shippedBot(_ name: String) throws -> BotScript {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "bots/\(name).json"), encoding: .utf8)
    return try BotScript(JSONDocument(file: "bots/\(name).json", text: text))
}

let ada = BotCustomer(id: "cust-001", firstName: "Ada", lastName: "Lowe")

extension BotStep {
    var said: String? {
        if case .say(let text, _) = action { text } else { nil }
    }
}
