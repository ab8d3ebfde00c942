import ChatModel
import Clockwork
import JSONText

extension BotQueue {
    static func decode(_ reader: inout ValueReader) -> BotQueue? {
        reader.object { object -> BotQueue? in
            let position = object.optional("position") { value -> ClosedRange<Int>? in
                guard case .object = value.node.value else { return value.integer(in: 1...1_000).map { $0...$0 } }
                return value.object { range -> ClosedRange<Int>? in
                    let from = range.required("from") { $0.integer(in: 1...1_000) }
                    let to = range.required("to") { $0.integer(in: 1...1_000) }
                    guard let from, let to else { return nil }
                    guard from <= to else {
                        range.fail("to", "\"to\" is less than \"from\"")
                        return nil
                    }
                    return from...to
                }
            }
            let every = object.optional("every") { $0.distribution() }
            return BotQueue(position: position ?? BotQueue.short.position, every: every ?? BotQueue.short.every)
        }
    }
}

extension RichContent {
    /// `show` of a reply: one kind of content.
    static func decode(_ reader: inout ValueReader) -> RichContent? {
        reader.object { object -> RichContent? in
            let kinds = ["quickReplies", "list", "link", "times", "inactivity", "unsupported"]
            let found = kinds.filter { object.has($0) }
            guard found.count == 1 else {
                object.fail("a reply shows one of \(kinds.joined(separator: ", "))")
                return nil
            }
            switch found[0] {
            case "quickReplies":
                return object.required("quickReplies") { choices(&$0) }.map { .quickReplies($0) }
            case "list":
                return object.required("list") { value in
                    value.object { list -> RichContent? in
                        let title = list.required("title") { $0.nonEmptyText() }
                        let choices = list.required("choices") { Self.choices(&$0) }
                        guard let title, let choices else { return nil }
                        return .list(title: title, choices)
                    }
                }
            case "link":
                return object.required("link") { value in
                    value.object { link -> RichContent? in
                        let title = link.required("title") { $0.nonEmptyText() }
                        let url = link.required("url") { $0.nonEmptyText() }
                        guard let title, let url else { return nil }
                        return .link(title: title, url: url)
                    }
                }
            case "times": return object.required("times") { times(&$0) }
            case "inactivity": return object.required("inactivity") { inactivity(&$0) }
            default: return object.required("unsupported") { $0.nonEmptyText() }.map { .unsupported(type: $0) }
            }
        }
    }

    /// `{"Text": "postback"}`.
    private static func choices(_ reader: inout ValueReader) -> [Choice]? {
        let choices = reader.entries { text, value in
            value.nonEmptyText().map { Choice(text: text, postback: $0) }
        }
        guard let choices else { return nil }
        if choices.isEmpty { reader.fail("there is nothing to choose; at least one is needed") }
        return choices.map(\.value)
    }

    private static func times(_ reader: inout ValueReader) -> RichContent? {
        reader.object { object -> RichContent? in
            let title = object.required("title") { $0.nonEmptyText() }
            let slots = object.required("slots") { value in
                value.list(atLeast: 1) { slot in
                    slot.object { object -> TimeSlot? in
                        let id = object.required("id") { $0.nonEmptyText() }
                        let start = object.required("in") { $0.duration() }
                        let length = object.required("lasts") { $0.duration(atLeast: .seconds(1)) }
                        guard let id, let start, let length else { return nil }
                        return TimeSlot(id: id, startsIn: Int(start.seconds), duration: Int(length.seconds))
                    }
                }
            }
            guard let title, let slots else { return nil }
            return .times(title: title, slots)
        }
    }

    private static func inactivity(_ reader: inout ValueReader) -> RichContent? {
        reader.object { object -> RichContent? in
            let title = object.optional("title") { $0.nonEmptyText() } ?? "Still there?"
            let text = object.optional("text") { $0.nonEmptyText() } ?? "Your chat will end."
            let question = object.optional("question") { $0.nonEmptyText() } ?? "Do you want to go on?"
            let time = object.optional("seconds") { $0.integer(in: 1...86_400) } ?? 120
            let stay = object.optional("stay") { $0.nonEmptyText() } ?? "Continue"
            let end = object.optional("end") { $0.nonEmptyText() } ?? "End"
            return .inactivity(
                Inactivity(title: title, text: text, question: question, seconds: time, stay: stay, end: end)
            )
        }
    }
}
