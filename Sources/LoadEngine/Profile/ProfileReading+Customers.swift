import ChatClient
import ChatModel
import Clockwork
import JSONText

/// `customers`: who comes, and what they do and say.
extension ProfileReading {
    mutating func customers(_ value: inout ValueReader) -> [CustomerGroup]? {
        var names: [String] = []
        let groups = value.list(atLeast: 1) { value in
            value.object { self.group(&$0, names: &names) }
        }
        guard let groups else { return nil }
        if !groups.isEmpty, groups.allSatisfy({ $0.weight == 0 }) {
            value.fail("all weights are 0; one group at least needs more")
        }
        return groups
    }

    private mutating func group(_ group: inout ObjectReader, names: inout [String]) -> CustomerGroup? {
        let name = group.required("name") { $0.word(notAmong: &names) }
        let data = group.optional("data") { self.data(&$0) }
        places = ValueReader.places + (data?.columns ?? []).map { DataTable.prefix + $0 }
        let identity = group.optional("identity") { value in value.object { self.identity(&$0) } }
        let channel = self.channel(of: &group)
        if let channel, let survey = surveys[channel] { self.survey = survey }
        let client = self.client(of: &group)
        let behavior = group.required("behavior") { self.behavior(&$0) }
        places += (behavior?.notes ?? []).map { "var.\($0)" }
        let weight = group.optional("weight") { $0.number(in: 0...1_000_000) } ?? 1
        let turns = group.optional("turns") { $0.turns() } ?? 1...1
        let answers = self.answers(&group)
        let messages = group.optional("messages") { self.messages(&$0) }
        if let behavior, behavior.needsGroupTexts, !group.has("messages") {
            group.fail("the key \"messages\" is missing; the behavior \"\(behavior.name)\" says one of them")
        }
        let think = group.optional("think") { $0.distribution() } ?? defaults.think
        let typing = group.optional("typing") { $0.typing() } ?? defaults.typing
        let reconnect = group.optional("reconnect") { $0.reconnect() } ?? .vendor
        _ = group.optional("role") { $0.choice([("customer", true)]) }
        let credentials = self.credentials(of: &group)
        let files = group.optional("files") { value in value.list(atLeast: 1) { self.attachment(&$0, client) } }
        if let behavior, behavior.needsGroupFiles, !group.has("files") {
            group.fail("the key \"files\" is missing; the behavior \"\(behavior.name)\" attaches one of them")
        }
        let target = channel ?? self.target(of: &group)
        guard let name, let behavior, messages != nil || !behavior.needsGroupTexts else { return nil }
        var made = CustomerGroup(
            name: name,
            behavior: behavior,
            weight: weight,
            turns: turns,
            data: data,
            identity: identity,
            answers: answers,
            messages: messages ?? [],
            think: think,
            typing: typing,
            reconnect: reconnect,
            target: target
        )
        made.client = client
        made.credentials = credentials
        made.files = files ?? []
        return made
    }

    private func channel(of group: inout ObjectReader) -> String? {
        guard let channelNames else {
            _ = group.optional("channel") { value -> String? in
                guard value.text() != nil else { return nil }
                value.fail("there are no named channels, so none is called \(value.node.summary)")
                return nil
            }
            return nil
        }
        if channelNames.count > 1, !group.has("channel") {
            let list = channelNames.map { "\"\($0)\"" }.joined(separator: ", ")
            group.fail("the key \"channel\" is missing; there are: \(list)")
        }
        return group.optional("channel") { $0.name(among: channelNames, what: "channel") } ?? channelNames.first
    }

    private func target(of group: inout ObjectReader) -> String? {
        guard let targetNames else {
            let isReplaced = target != nil
            _ = group.optional("target") { value -> String? in
                guard value.text() != nil, !isReplaced else { return nil }
                value.fail("there are no named targets, so none is called \(value.node.summary)")
                return nil
            }
            return nil
        }
        if targetNames.count > 1, !group.has("target") {
            let list = targetNames.map { "\"\($0)\"" }.joined(separator: ", ")
            group.fail("the key \"target\" is missing; there are: \(list)")
        }
        return group.optional("target") { $0.name(among: targetNames, what: "target") } ?? targetNames.first
    }

    // MARK: What they say

    private mutating func messages(_ value: inout ValueReader) -> [Template]? {
        switch value.node.value {
        case .list: return value.list(atLeast: 1) { $0.template(places: places) }
        case .text: return file(&value).flatMap { messages(in: $0.text, path: $0.path, &value) }
        default: return value.mismatch(allowed: "a list of texts, or the path of a file with one message per line")
        }
    }

    private mutating func messages(in text: String, path: String, _ value: inout ValueReader) -> [Template]? {
        var messages: [Template] = []
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let start = line.prefix { $0.isWhitespace }.unicodeScalars.count
            let message = line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
            guard let first = message.first, first != "#" else { continue }
            let place = TextPlace(line: index + 1, column: start + 1)
            var reader = ValueReader(JSONNode(.text(String(message)), at: place), path: "", file: path)
            if let message = reader.template(places: places) { messages.append(message) }
            elsewhere += reader.problems.filter { !elsewhere.contains($0) }
        }
        if messages.isEmpty { value.fail("the file \(value.node.summary) holds no message") }
        return messages
    }

    // MARK: What they fill in

    private func answers(_ group: inout ObjectReader) -> [(ident: String, values: [Template])] {
        let survey = self.survey
        let answers = group.optional("answers") { value in
            let answers = value.entries { ident, value in
                self.answer(&value, to: survey?.fields.first { $0.ident == ident })
            }
            guard let survey, let answers else { return answers }
            Self.check(answers.map(\.key), &value, against: survey)
            return answers
        }
        if !group.has("answers"), let survey {
            for ident in Self.missing([], in: survey) { group.fail("answers", Self.lacks(ident)) }
        }
        return (answers ?? []).map { ($0.key, $0.value) }
    }

    private func answer(_ value: inout ValueReader, to field: Survey.Field?) -> [Template]? {
        func text(_ value: inout ValueReader) -> Template? {
            guard let template = value.template(places: places) else { return nil }
            let options = field?.options.map(\.name) ?? []
            if template.isPlain, !options.isEmpty, !options.contains(template.source) {
                let allowed = options.map { "\"\($0)\"" }.joined(separator: ", ")
                let hint = Spelling.hint(for: template.source, among: options)
                value.fail("found \(value.node.summary); allowed: \(allowed)" + hint)
            }
            return template
        }
        switch value.node.value {
        case .text: return text(&value).map { [$0] }
        case .list: return value.list(atLeast: 1, text)
        default: return value.mismatch(allowed: "a text, or a list of texts to draw one from")
        }
    }

    private static func check(_ idents: [String], _ value: inout ValueReader, against survey: Survey) {
        guard case .object(let members) = value.node.value else { return }
        let known = survey.fields.map(\.ident)
        for ident in members.map(\.key) where !known.contains(ident) {
            let list = known.isEmpty ? ", which asks nothing" : "; it asks: \(known.joined(separator: ", "))"
            let hint = Spelling.hint(for: ident, among: known)
            value.fail(key: ident, "the channel's form does not ask \"\(ident)\"" + (hint.isEmpty ? list : hint))
        }
        for ident in missing(members.map(\.key), in: survey) { value.fail(lacks(ident)) }
    }

    private static func missing(_ idents: [String], in survey: Survey) -> [String] {
        survey.fields.filter { $0.isRequired && !idents.contains($0.ident) }.map(\.ident)
    }

    private static func lacks(_ ident: String) -> String {
        "the channel's form requires \"\(ident)\", which has no answer here"
    }
}

extension ValueReader {
    /// What the templates of a profile may ask for.
    static let places = [
        "customer.firstName", "customer.lastName", "customer.fullName", "customer.id", "turn.number",
    ]

    mutating func template(places: [String]) -> Template? {
        guard let text = nonEmptyText() else { return nil }
        let template = Template(text)
        for place in template.places where !places.contains(place) {
            let hint = Spelling.hint(for: place, among: places)
            let allowed = "; allowed: " + places.map { "{{\($0)}}" }.joined(separator: ", ")
            fail("nothing is known to fill {{\(place)}}" + (hint.isEmpty ? allowed : hint))
        }
        return template
    }

    /// A number, or `{from, to}` of them.
    mutating func turns() -> ClosedRange<Int>? {
        let limits = 1...ProfileLimits.mostTurns
        guard case .object = node.value else { return integer(in: limits).map { $0...$0 } }
        return object { turns -> ClosedRange<Int>? in
            let from = turns.required("from") { $0.integer(in: limits) }
            let to = turns.required("to") { $0.integer(in: limits) }
            guard let from, let to else { return nil }
            guard from <= to else {
                turns.fail("to", "\"to\" is less than \"from\"")
                return nil
            }
            return from...to
        }
    }

    fileprivate mutating func reconnect() -> CustomerGroup.Reconnect? {
        switch node.value {
        case .text: return choice([("vendor", .vendor), ("none", .policy(.none))])
        case .object: return object { $0.policy() }.map { .policy($0) }
        default: return mismatch(allowed: "\"vendor\", \"none\", or {base, factor, cap, jitter, attempts}")
        }
    }
}

extension ObjectReader {
    /// All defaults are ours.
    fileprivate mutating func policy() -> ReconnectPolicy? {
        let base = required("base") { $0.duration(atLeast: .milliseconds(1)) }
        let factor = optional("factor") { $0.number(in: 1...100) } ?? 2
        let cap = optional("cap") { $0.duration() } ?? .seconds(30)
        let jitter = optional("jitter") { $0.number(in: 0...1) } ?? 0.3
        let attempts = optional("attempts") { $0.integer(in: 0...1_000_000) } ?? 10
        guard let base else { return nil }
        if cap < base { fail("cap", "\"cap\" is less than \"base\"") }
        return ReconnectPolicy(base: base, factor: factor, cap: cap, jitterShare: jitter, attempts: attempts)
    }
}
