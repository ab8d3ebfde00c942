import ChatClient
import ChatModel
import JSONText

/// Steps that do something besides talking.
extension BehaviorReading {
    mutating func doing(_ verb: Verb, _ step: inout ObjectReader) -> Bool? {
        let places = self.places
        func text(_ key: String) -> Template? { step.required(key) { $0.template(places: places) } }
        switch verb {
        case .open:
            let choices = BehaviorStep.Opening.allCases.map { ($0.rawValue, $0) }
            return step.required("open") { $0.choice(choices) }.map { append(.open($0)) } != nil
        case .attach: return attach(&step)
        case .answer: return answer(&step)
        case .rename: return text("rename").map { append(.act(.rename($0))) } != nil
        case .transcript: return text("transcript").map { append(.act(.sendTranscript($0))) } != nil
        case .trigger: return text("trigger").map { append(.act(.trigger($0))) } != nil
        case .fields:
            let ofCustomer = step.optional("of") { $0.choice([("conversation", false), ("customer", true)]) } ?? false
            let fields = step.required("fields") { value in
                value.entries { _, value in value.template(places: places) }
            }
            guard let fields else { return nil }
            let set = fields.map { BehaviorStep.Field(ident: $0.key, value: $0.value) }
            append(.act(.setFields(set, ofCustomer: ofCustomer)))
            return true
        case .page:
            let title = step.optional("title") { $0.template(places: places) }
            guard let url = text("page") else { return nil }
            append(.act(.viewPage(title: title ?? url, url: url)))
            return true
        default: return nil
        }
    }

    private mutating func attach(_ step: inout ObjectReader) -> Bool? {
        let (places, file) = (self.places, self.file)
        let files = step.required("attach") { value -> [ChatFile]? in
            guard case .list = value.node.value else { return file(&value).map { [$0] } }
            return value.list(atLeast: 1) { file(&$0) }
        }
        let texts = step.optional("say") { value -> [Template]? in
            guard case .list = value.node.value else { return value.template(places: places).map { [$0] } }
            return value.list(atLeast: 1) { $0.template(places: places) }
        }
        guard let files else { return nil }
        append(.attach(files, texts ?? []))
        return true
    }

    private mutating func answer(_ step: inout ObjectReader) -> Bool? {
        let places = self.places
        let answer = step.required("answer") { value -> BehaviorStep.Answer? in
            if case .number = value.node.value { return value.integer(in: 1...100).map { .number($0) } }
            if case .text("any") = value.node.value { return .any }
            return value.template(places: places).map { .text($0) }
        }
        return answer.map { append(.answer($0)) } != nil
    }
}
