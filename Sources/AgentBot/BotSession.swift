import ChatModel
public import Clockwork

/// One bot in one conversation.
///
/// It draws all of an answer at once, when the message arrives, from its own stream; so what it says depends on the seed
/// and on the order of the customer's messages, and not on when they come or on anybody else.
public struct BotSession: Sendable {
    private var random: SeededRandom
    private var hasGreeted = false
    private var state = BotCondition.firstState
    private var slots: [BotCapture] = []

    public init(random: SeededRandom) {
        self.random = random
    }

    /// Appends what the bot does about a customer's message, in order; nothing when it has no answer.
    ///
    /// Answers the id of the rule that fitted.
    @discardableResult
    public mutating func answer(
        to text: String,
        hasAttachment: Bool = false,
        from customer: BotCustomer,
        following script: BotScript,
        matcher: inout BotMatcher,
        into steps: inout [BotStep]
    ) -> String? {
        let isFirst = !hasGreeted
        if let greeting = script.greeting, isFirst {
            say(greeting, to: customer, captures: [], pace: script.typing, into: &steps)
        }
        hasGreeted = true
        let turn = BotTurn(
            state: state,
            isFirst: isFirst,
            hasAttachment: hasAttachment,
            language: customer.language
        )
        guard let found = script.rule(for: text, turn, matcher: &matcher) else { return nil }
        keep(found.rule.slots, found.captures, of: customer)
        for reply in found.rule.replies {
            say(reply, to: customer, captures: found.captures + slots, pace: script.typing, into: &steps)
        }
        if let next = found.rule.next { state = next }
        if let queue = found.rule.handOff { wait(in: queue, into: &steps) }
        if found.rule.ends { steps.append(BotStep(wait: .zero, action: .ended)) }
        return found.rule.id
    }

    /// Appends what happens to a customer of a live chat before the agent is there.
    public mutating func enterQueue(following script: BotScript, into steps: inout [BotStep]) {
        wait(in: script.queue, into: &steps)
    }

    private mutating func wait(in queue: BotQueue, into steps: inout [BotStep]) {
        var position = queue.position.lowerBound + random.index(below: queue.position.count)
        var wait = Duration.zero
        while position > 0 {
            steps.append(BotStep(wait: wait, action: .queued(position)))
            wait = queue.every.draw(using: &random)
            position -= 1
        }
        steps.append(BotStep(wait: wait, action: .assigned))
    }

    private mutating func keep(
        _ kept: [(name: String, text: Template)],
        _ captures: [BotCapture],
        of customer: BotCustomer
    ) {
        for (name, text) in kept {
            let known = captures + slots
            let value = text.render { place in
                known.first { $0.name == place }?.text ?? customer.value(of: place)
            }
            slots.removeAll { $0.name == BotScript.slotPrefix + name }
            slots.append(BotCapture(name: BotScript.slotPrefix + name, text: value))
        }
    }

    private mutating func say(
        _ reply: BotReply,
        to customer: BotCustomer,
        captures: [BotCapture],
        pace: TypingPace,
        into steps: inout [BotStep]
    ) {
        guard !reply.texts.isEmpty else { return }
        let text = reply.texts[random.index(below: reply.texts.count)].render { place in
            captures.first { $0.name == place }?.text ?? customer.value(of: place)
        }
        let typing = pace.duration(of: text.count, using: &random)
        steps.append(BotStep(wait: .zero, action: .typingStarted))
        steps.append(BotStep(wait: typing, action: .typingEnded))
        let said = reply.content.map { BotStep.Action.show(text, $0, isAI: reply.isAI) } ?? .say(text, isAI: reply.isAI)
        steps.append(BotStep(wait: .zero, action: said))
    }
}

/// What a bot knows of the customer it talks to.
public struct BotCustomer: Hashable, Sendable {
    public var id: String
    public var firstName: String
    public var lastName: String
    /// As the customer's phone names it, such as `en` or `de-AT`.
    public var language: String

    public init(id: String, firstName: String, lastName: String, language: String = "en") {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.language = language
    }

    /// What a text may say about a customer.
    static let places = ["customer.firstName", "customer.lastName", "customer.fullName", "customer.id"]

    func value(of place: String) -> String? {
        switch place {
        case "customer.firstName": firstName
        case "customer.lastName": lastName
        case "customer.fullName": [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
        case "customer.id": id
        default: nil
        }
    }
}

extension BotScript {
    /// What is kept of a conversation is named so in its texts.
    static let slotPrefix = "slot."

    /// The first rule that fits, with what its pattern caught.
    func rule(
        for text: String,
        _ turn: BotTurn,
        matcher: inout BotMatcher
    ) -> (rule: BotRule, captures: [BotCapture])? {
        var lowered: [UInt8]?
        for rule in rules where rule.condition.allows(turn) {
            switch rule.condition.test {
            case .otherwise:
                return (rule, [])
            case .matches(let pattern):
                if let captures = matcher.captures(of: pattern, in: text) { return (rule, captures) }
            case .contains(let words):
                let bytes = lowered ?? Array(text.lowercased().utf8)
                lowered = bytes
                if words.contains(where: { Self.contains(bytes, $0) }) { return (rule, []) }
            }
        }
        return nil
    }

    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        for start in 0...text.count - word.count where text[start] == first {
            if text[start..<start + word.count].elementsEqual(word) { return true }
        }
        return false
    }
}
