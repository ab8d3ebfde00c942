import ChatModel
import JSONText

/// `target` and `simulator`: whom the customers talk to, as far as the engine has to know.
extension ProfileReading {
    mutating func target(_ object: inout ObjectReader) -> LoadProfile.Target? {
        guard let target else {
            guard object.has("target") else {
                _ = object.raw("target")
                return .simulator
            }
            return object.optional("target") { self.target(&$0) }
        }
        _ = object.raw("target")
        var reader = ValueReader(target.root, path: "$", file: target.file)
        let answer = self.target(&reader)
        elsewhere += reader.problems
        return answer
    }

    private mutating func target(_ value: inout ValueReader) -> LoadProfile.Target? {
        switch value.node.value {
        case .text: return value.choice([("simulator", .simulator)])
        case .object(let members):
            let isMap =
                value.node["platform"] == nil
                && members.contains { member in
                    if case .object = member.value.value { true } else { false }
                }
            guard isMap else { return platformTarget(&value, name: "default").map { .platforms([$0]) } }
            targetNames = members.map(\.key)
            let targets = value.entries { name, value in platformTarget(&value, name: name) }
            return targets.map { .platforms($0.map(\.value)) }
        default: return value.mismatch(allowed: "\"simulator\", a target, or named targets")
        }
    }

    private func platformTarget(_ value: inout ValueReader, name: String) -> LoadProfile.PlatformTarget? {
        let (path, file, node) = (value.path, value.file, value.node)
        return value.object { target -> LoadProfile.PlatformTarget? in
            let rules = target.required("platform") { self.platform(&$0) }
            // The platform judges them; here they are only taken out.
            let hosts = Self.texts(target.raw("allowHosts"))
            let tls = target.optional("tls") { value in
                value.object { object in TLSSection(&object) { self.tlsFile(&$0) } }
            }
            guard let rules else {
                // Its other keys cannot be judged.
                target.skipRest()
                return nil
            }
            rules.checkTarget(&target)
            var answer = LoadProfile.PlatformTarget(
                name: name,
                platform: rules.name,
                node: node,
                path: path,
                file: file,
                allowHosts: hosts
            )
            answer.tls = tls
            return answer
        }
    }

    private func platform(_ value: inout ValueReader) -> PlatformRules? {
        value.choice(decoder.platforms.map { ($0.name, $0) })
    }

    mutating func simulator(_ value: inout ValueReader, survey: inout Survey?) -> LoadProfile.SimulatorSection? {
        value.object { section -> LoadProfile.SimulatorSection? in
            let asked = section.optional("platform") { self.platform(&$0) }
            let rules = asked ?? (section.has("platform") ? nil : decoder.platforms.first)
            let bot = section.optional("bot") { self.file(&$0)?.path }
            let channel = section.node["channel"]
            let delays = section.node["delays"]
            survey = section.optional("channel") { rules?.checkChannel(&$0) }
            let channels = section.node["channels"]
            if section.has("channel"), section.has("channels") {
                section.fail("channels", "\"channel\" is the short form for one; here are both")
            }
            let surveys = section.optional("channels") { value in
                value.entries { _, value -> Survey?? in .some(rules?.checkChannel(&value)) }
            }
            for (name, survey) in surveys ?? [] { self.surveys[name] = survey }
            channelNames = surveys?.map(\.key)
            self.rules = rules
            _ = section.optional("delays") { value -> Void? in rules?.checkDelays(&value) }
            let tls = section.optional("tls") { TLSSection.ofSimulator(&$0) }
            return rules.map {
                .init(platform: $0.name, bot: bot, channel: channel, channels: channels, delays: delays, tls: tls)
            }
        }
    }

    /// What is simulated when a profile does not say.
    static func simulator(
        for target: LoadProfile.Target,
        _ platforms: [PlatformRules]
    ) -> LoadProfile.SimulatorSection? {
        guard case .simulator = target, let first = platforms.first else { return nil }
        return .init(platform: first.name, bot: nil, channel: nil, channels: nil, delays: nil, tls: nil)
    }

    /// A file that a target names, read; its path counts from the target's own file.
    private func tlsFile(_ value: inout ValueReader) -> TLSSection.File? {
        guard let path = value.nonEmptyText() else { return nil }
        switch decoder.find(path, mentionedIn: value.file) {
        case .success(let found): return TLSSection.File(path: found.path, text: found.text)
        case .failure(let fault):
            value.fail("cannot read the file \(value.node.summary): \(fault.reason)")
            return nil
        }
    }

    /// A file that the profile names, read.
    func file(_ value: inout ValueReader) -> (path: String, text: String)? {
        guard let path = value.nonEmptyText() else { return nil }
        switch decoder.find(path, mentionedIn: file) {
        case .success(let found): return found
        case .failure(let fault):
            value.fail("cannot read the file \(value.node.summary): \(fault.reason)")
            return nil
        }
    }

    private static func texts(_ node: JSONNode?) -> [String] {
        guard case .list(let elements)? = node?.value else { return [] }
        return elements.compactMap { if case .text(let text) = $0.value { text } else { nil } }
    }
}
