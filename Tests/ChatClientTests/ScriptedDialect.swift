import ChatClient
import ChatModel
import Clockwork
import Exchange
import JSONText

/// A dialect without a wire: it tells what the test wants told, and remembers what it was asked to do.
struct ScriptedDialect: ChatDialect {
    var reconnectPolicy = ReconnectPolicy(base: .seconds(1), factor: 2, cap: .seconds(10), attempts: 3)
    var tellsText = false
    var told: [ChatEvent] = []
    var asked: [String] = []

    mutating func handle(
        _ event: WireEvent,
        at now: MonotonicTime,
        reader: inout JSONReader,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        events += told
        told = []
    }

    mutating func perform(
        _ command: ChatCommand,
        at now: MonotonicTime,
        into orders: inout Orders,
        telling events: inout [ChatEvent]
    ) {
        asked.append(String("\(command)".prefix { $0 != "(" }))
    }
}
