import JSONText

/// `customers[].behavior`: the name of a file of steps, its path, or the steps themselves.
extension ProfileReading {
    /// Where the named behaviours are.
    static let behaviorFolder = "profiles/behaviors/"

    mutating func behavior(_ value: inout ValueReader) -> BehaviorScript? {
        switch value.node.value {
        case .object:
            return BehaviorReading.script(&value, name: "steps", places: places) { [self] value in
                var reading = self
                return reading.attachment(&value, nil)
            }
        case .text(let name): return behavior(named: name, &value)
        default: return value.mismatch(allowed: "the name or path of a file of steps, or {\"steps\": […]}")
        }
    }

    private mutating func behavior(named name: String, _ value: inout ValueReader) -> BehaviorScript? {
        let isPath = name.hasSuffix(".json") || name.contains("/")
        switch decoder.find(isPath ? name : Self.behaviorFolder + name + ".json", mentionedIn: file) {
        case .success(let found): return behavior(found.text, path: found.path, &value)
        case .failure(let fault):
            guard !isPath else {
                value.fail("cannot read the file \(value.node.summary): \(fault.reason)")
                return nil
            }
            let hint = Spelling.hint(for: name, among: Self.shippedBehaviors)
            let known = Self.shippedBehaviors.map { "\"\($0)\"" }.joined(separator: ", ")
            value.fail(
                "found \(value.node.summary); allowed: \(known), the path of a file of steps, or {\"steps\": […]}\(hint)"
            )
            return nil
        }
    }

    /// What comes with the tool.
    static let shippedBehaviors = ["preChat", "multiThread", "attachments", "reconnect"]

    private mutating func behavior(_ text: String, path: String, _ value: inout ValueReader) -> BehaviorScript? {
        do throws(DocumentProblems) {
            let document = try JSONDocument(file: path, text: text)
            var reader = ValueReader(document.root, path: "$", file: path)
            let last = path.split(separator: "/").last ?? ""
            let name = last.hasSuffix(".json") ? String(last.dropLast(5)) : String(last)
            let script = BehaviorReading.script(&reader, name: name, places: places) { [self] value in
                var reading = self
                return reading.attachment(&value, nil)
            }
            elsewhere += reader.problems.filter { !elsewhere.contains($0) }
            return script
        } catch {
            elsewhere += error.all.filter { !elsewhere.contains($0) }
            return nil
        }
    }
}
