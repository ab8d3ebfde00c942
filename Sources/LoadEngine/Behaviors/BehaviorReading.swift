import ChatClient
import ChatModel
import Clockwork
import JSONText

/// Reads the steps of a behaviour into the one list in which customers follow them.
struct BehaviorReading {
    private(set) var steps: [BehaviorStep] = []
    private(set) var measures: [String] = []
    /// What the steps' texts may ask for.
    let places: [String]
    /// Reads a file that a step attaches.
    let file: (inout ValueReader) -> ChatFile?
    private var repetitions = 0
    private var isFull = false

    /// Every verb, as it stands in a file.
    enum Verb: String, CaseIterable {
        case connect, preChat, think, say, typing, markRead, drop, reconnect, end
        case open, attach, answer, rename, archive, close, transcript, fields, older, page, trigger, signOut
        case waitFor = "await"
        case `repeat`, choose, when, measure, set, capture

        /// Those that may stand without anything: `"think"`.
        var isBare: Bool {
            switch self {
            case .typing, .repeat, .choose, .when, .measure, .set, .capture, .rename, .transcript, .fields, .page,
                .trigger:
                false
            default: true
            }
        }
    }

    init(places: [String], file: @escaping (inout ValueReader) -> ChatFile?) {
        self.places = places
        self.file = file
    }

    /// `{"steps": […], "markRead": "always" | "steps"}`; `notes` are the names that its steps set or capture.
    static func script(
        _ value: inout ValueReader,
        name: String,
        places: [String],
        file: @escaping (inout ValueReader) -> ChatFile? = { _ in nil }
    ) -> BehaviorScript? {
        var reading = BehaviorReading(places: places + Self.notes(in: value.node).map { "var.\($0)" }, file: file)
        return value.object { object in
            _ = object.optional("name") { $0.text() }
            let marksSeen = object.optional("markRead") { $0.choice([("always", true), ("steps", false)]) } ?? true
            guard object.required("steps", { reading.list(&$0) }) != nil else { return nil }
            if reading.isFull { object.fail("steps", "there are more than \(BehaviorScript.mostSteps) steps") }
            return BehaviorScript(name: name, steps: reading.steps, measures: reading.measures, marksSeen: marksSeen)
        }
    }

    /// The names that steps below this give values to.
    static func notes(in node: JSONNode) -> [String] {
        switch node.value {
        case .list(let elements): elements.flatMap { notes(in: $0) }
        case .object(let members):
            members.flatMap { member -> [String] in
                guard ["set", "capture"].contains(member.key), case .object(let names) = member.value.value else {
                    return notes(in: member.value)
                }
                return names.map(\.key)
            }
        default: []
        }
    }

    mutating func append(_ step: BehaviorStep) {
        isFull = isFull || steps.count >= BehaviorScript.mostSteps
        if !isFull { steps.append(step) }
    }

    private mutating func list(_ value: inout ValueReader) -> Bool? {
        value.list(atLeast: 1) { step -> Bool? in self.step(&step) }.map { _ in true }
    }

    private mutating func step(_ value: inout ValueReader) -> Bool? {
        guard case .object(let members) = value.node.value else {
            let bare = Verb.allCases.filter(\.isBare).map { ($0.rawValue, $0) }
            guard case .text = value.node.value else {
                return value.mismatch(allowed: "a step, such as \"think\" or {\"say\": \"Hello\"}")
            }
            return value.choice(bare).map { plain($0) }
        }
        var verbs = members.compactMap { Verb(rawValue: $0.key) }
        // Beside "say" it is an option, and "say" beside "attach".
        if verbs.contains(.say) { verbs.removeAll { $0 == .typing } }
        if verbs.contains(.attach) { verbs.removeAll { $0 == .say } }
        guard let verb = verbs.first, verbs.count == 1 else {
            let names = Verb.allCases.map(\.rawValue)
            let unknown = members.first { Verb(rawValue: $0.key) == nil }?.key ?? ""
            let found = verbs.isEmpty ? "no verb" : verbs.map { "\"\($0.rawValue)\"" }.joined(separator: " and ")
            let hint = verbs.isEmpty ? Spelling.hint(for: unknown, among: names) : ""
            let allowed = "; a step has one of \(names.joined(separator: ", "))"
            value.fail("found \(found)" + (hint.isEmpty ? allowed : hint))
            return nil
        }
        return value.object { self.step(verb, &$0) }
    }

    private mutating func plain(_ verb: Verb) -> Bool {
        switch verb {
        case .think: append(.think(nil))
        case .say: append(.say([], isTyped: true))
        case .waitFor: append(.waitFor(.reply, timeout: nil, late: steps.count + 1))
        case .markRead: append(.markSeen)
        case .drop: append(.drop(.reset))
        case .connect, .reconnect: append(.reconnect)
        case .end: append(.leave)
        // The form is filled in whenever the platform wants it; a script says it for whoever reads it.
        case .preChat: break
        case .open: append(.open(.new))
        case .attach: append(.attach([], []))
        case .answer: append(.answer(.any))
        case .archive: append(.act(.archive))
        case .close: append(.act(.end))
        case .older: append(.act(.loadOlder))
        case .signOut: append(.act(.signOut))
        case .typing, .repeat, .choose, .when, .measure, .set, .capture, .rename, .transcript, .fields, .page,
            .trigger:
            break
        }
        return true
    }

    private mutating func step(_ verb: Verb, _ step: inout ObjectReader) -> Bool? {
        let key = verb.rawValue
        switch verb {
        case .think: return step.required(key) { $0.distribution() }.map { append(.think($0)) } != nil
        case .say: return say(&step)
        case .typing: return step.required(key) { $0.distribution() }.map { append(.type($0)) } != nil
        case .waitFor: return wait(&step)
        case .drop:
            let methods: [(String, BehaviorStep)] = [
                ("reset", .drop(.reset)), ("close", .drop(.close)), ("silence", .drop(.silence)),
            ]
            return step.required(key) { $0.choice(methods) }.map { append($0) } != nil
        case .repeat: return round(&step)
        case .choose: return choose(&step)
        case .when: return when(&step)
        case .measure: return measure(&step)
        case .set: return set(&step)
        case .capture: return capture(&step)
        case .open, .attach, .answer, .rename, .transcript, .fields, .page, .trigger: return doing(verb, &step)
        case .connect, .preChat, .markRead, .reconnect, .end, .archive, .close, .older, .signOut:
            _ = step.required(key) { value -> Bool? in
                value.fail("\"\(key)\" has nothing to set; write the step as \"\(key)\"")
                return nil
            }
            return nil
        }
    }

    private mutating func say(_ step: inout ObjectReader) -> Bool? {
        let places = self.places
        let texts = step.required("say") { value -> [Template]? in
            guard case .list = value.node.value else { return value.template(places: places).map { [$0] } }
            return value.list(atLeast: 1) { $0.template(places: places) }
        }
        let isTyped = step.optional("typing") { $0.flag() } ?? true
        guard let texts else { return nil }
        append(.say(texts, isTyped: isTyped))
        return true
    }

    private mutating func wait(_ step: inout ObjectReader) -> Bool? {
        let choices = BehaviorStep.Awaited.allCases.map { ($0.rawValue, $0) }
        let awaited = step.required(Verb.waitFor.rawValue) { $0.choice(choices) }
        let timeout = step.optional("timeout") { $0.duration(atLeast: .milliseconds(1)) }
        let place = steps.count
        append(.waitFor(awaited ?? .reply, timeout: timeout, late: place + 1))
        let isRead = step.optional("onTimeout") { value -> Bool? in
            if case .list = value.node.value { return late(&value, of: place) }
            return value.choice([("continue", false), ("end", true)]).map { ends in
                if ends { late(of: place) { $0.append(.leave) } }
                return true
            }
        }
        return awaited == nil || (step.has("onTimeout") && isRead == nil) ? nil : true
    }

    private mutating func late(_ value: inout ValueReader, of place: Int) -> Bool? {
        var isRead: Bool?
        late(of: place) { isRead = $0.list(&value) }
        return isRead
    }

    /// What follows a wait in vain stands behind it; whoever did not wait in vain goes past it.
    private mutating func late(of place: Int, _ read: (inout BehaviorReading) -> Void) {
        let jump = steps.count
        append(.go(0))
        let first = steps.count
        read(&self)
        guard !isFull else { return }
        steps[jump] = .go(steps.count)
        if case .waitFor(let awaited, let timeout, _) = steps[place] {
            steps[place] = .waitFor(awaited, timeout: timeout, late: first)
        }
    }

    private mutating func round(_ step: inout ObjectReader) -> Bool? {
        let repetition = step.required("repeat") { value -> BehaviorStep.Repetition? in
            if case .text = value.node.value {
                return value.choice([("turns", .turns), ("firstHalf", .firstHalf), ("secondHalf", .secondHalf)])
            }
            return value.turns().map { .times($0) }
        }
        guard repetitions < BehaviorScript.deepestRepetition else {
            step.fail("repetitions may stand in one another \(BehaviorScript.deepestRepetition) deep")
            step.skipRest()
            return nil
        }
        repetitions += 1
        defer { repetitions -= 1 }
        let place = steps.count
        append(.enter(repetition ?? .turns, past: 0))
        let isRead = step.required("steps") { self.list(&$0) }
        append(.again(first: place + 1))
        if !isFull { steps[place] = .enter(repetition ?? .turns, past: steps.count) }
        return repetition == nil ? nil : isRead
    }

    private mutating func choose(_ step: inout ObjectReader) -> Bool? {
        let place = steps.count
        append(.choose([]))
        var choices: [BehaviorStep.Choice] = []
        var ends: [Int] = []
        let isRead = step.required("choose") { value -> Bool? in
            let read = value.list(atLeast: 2) { value -> Bool? in
                value.object { choice -> Bool? in
                    let weight = choice.optional("weight") { $0.number(in: 0...1_000_000) } ?? 1
                    choices.append(BehaviorStep.Choice(weight: weight, first: steps.count))
                    let isRead = choice.required("steps") { self.list(&$0) }
                    ends.append(steps.count)
                    append(.go(0))
                    return isRead
                }
            }
            if read != nil, !choices.isEmpty, choices.allSatisfy({ $0.weight == 0 }) {
                value.fail("all weights are 0; one choice at least needs more")
            }
            return read.map { _ in true }
        }
        guard !isFull else { return isRead }
        steps[place] = .choose(choices)
        for end in ends { steps[end] = .go(steps.count) }
        return isRead
    }

    private mutating func when(_ step: inout ObjectReader) -> Bool? {
        let condition = step.required("when") { $0.object { Self.condition(&$0) } }
        let place = steps.count
        append(.unless(condition ?? .replied(true), 0))
        let isRead = step.required("then") { self.list(&$0) }
        let jump = steps.count
        append(.go(0))
        let other = steps.count
        let isOtherRead = step.optional("else") { self.list(&$0) }
        guard !isFull else { return isRead }
        steps[place] = .unless(condition ?? .replied(true), other)
        steps[jump] = .go(steps.count)
        return condition == nil || (step.has("else") && isOtherRead == nil) ? nil : isRead
    }

    private static func condition(_ object: inout ObjectReader) -> BehaviorStep.Condition? {
        let found: [BehaviorStep.Condition] = [
            object.optional("replied") { $0.flag() }.map { .replied($0) },
            object.optional("typing") { $0.flag() }.map { .typing($0) },
            object.optional("author") { $0.choice([("ai", .author(.ai)), ("human", .author(.human))]) },
            object.optional("choices") { $0.flag() }.map { .offered($0) },
            object.optional("assigned") { $0.flag() }.map { .assigned($0) },
            object.optional("closed") { $0.flag() }.map { .closed($0) },
            object.optional("contains") { value in
                if case .text = value.node.value { return value.nonEmptyText().map { .contains([$0.lowercased()]) } }
                return value.list(atLeast: 1) { $0.nonEmptyText()?.lowercased() }.map { .contains($0) }
            },
        ].compactMap(\.self)
        let known = ["replied", "typing", "author", "choices", "assigned", "closed", "contains"]
        if known.count(where: { object.has($0) }) != 1 {
            object.fail("a condition has one of \(known.joined(separator: ", "))")
        }
        return found.first
    }

    private mutating func measure(_ step: inout ObjectReader) -> Bool? {
        let name = step.required("measure") { $0.word() }
        let number = name.flatMap { measures.firstIndex(of: $0) } ?? measures.count
        if let name, number == measures.count { measures.append(name) }
        append(.stopwatchBegins(number))
        let isRead = step.required("steps") { self.list(&$0) }
        append(.stopwatchEnds(number))
        return name == nil ? nil : isRead
    }

    private mutating func set(_ step: inout ObjectReader) -> Bool? {
        let places = self.places
        let values = step.required("set") { value in
            value.entries { _, value in value.template(places: places) }
        }
        for (name, text) in values ?? [] { append(.set(name: name, text)) }
        return values == nil ? nil : true
    }

    private mutating func capture(_ step: inout ObjectReader) -> Bool? {
        let values = step.required("capture") { value in
            value.entries { _, value in
                value.object { part -> (after: String, until: String)? in
                    let after = part.optional("after") { $0.text() } ?? ""
                    let until = part.optional("until") { $0.text() } ?? ""
                    if after.isEmpty, until.isEmpty { part.fail("at least one of \"after\" and \"until\" is needed") }
                    return (after, until)
                }
            }
        }
        for (name, part) in values ?? [] { append(.capture(name: name, after: part.after, until: part.until)) }
        return values == nil ? nil : true
    }
}
