import ChatModel
import Foundation
import JSONText
import LoadEngine

/// What the profile tests share: a platform that has a form, files in memory, and profiles that are short.
enum ProfileWorkbench {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A made-up vendor; the engine knows no real one.
    static let acme = PlatformRules(
        name: "acme",
        checkTarget: { target in _ = target.required("url") { $0.nonEmptyText() } },
        checkChannel: { value in
            value.object { channel -> Survey? in
                _ = channel.optional("mode") { $0.text() }
                let fields = channel.optional("preChat") { $0.list { $0.object { Self.field(&$0) } } }
                return Survey(fields: fields ?? [])
            }
        },
        checkDelays: { value in _ = value.entries { _, value in value.distribution() } }
    )

    /// The same rules under the name that the shipped profiles use.
    static var shippedPlatform: PlatformRules {
        var rules = acme
        rules.name = "cxone"
        return rules
    }

    static func decode(
        _ text: String,
        file: String = "p.json",
        _ overrides: ProfileOverrides = ProfileOverrides(),
        files: [String: String] = [:],
        environment: [String: String] = [:],
        platforms: [PlatformRules] = [acme]
    ) throws(DocumentProblems) -> LoadProfile {
        let decoder = ProfileDecoder(
            platforms: platforms,
            environment: { environment[$0] },
            readFile: { path in files[path].map { .success($0) } ?? shippedBehavior(path) }
        )
        return try decoder.decode(text, file: file, overrides: overrides, defaultSeed: 99)
    }

    /// The named behaviours are files that come with the tool.
    private static func shippedBehavior(_ path: String) -> Result<String, FileFault> {
        guard path.hasPrefix("profiles/behaviors/"),
            let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
        else { return .failure(FileFault("no such file")) }
        return .success(text)
    }

    /// What is wrong, one line each.
    static func problems(
        _ text: String,
        _ overrides: ProfileOverrides = ProfileOverrides(),
        files: [String: String] = [:],
        environment: [String: String] = [:]
    ) -> [String] {
        do throws(DocumentProblems) {
            _ = try decode(text, overrides, files: files, environment: environment)
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    /// A shipped profile, with the files of the repository.
    static func shipped(_ name: String, _ overrides: ProfileOverrides = ProfileOverrides()) throws -> LoadProfile {
        let decoder = ProfileDecoder(
            platforms: [shippedPlatform],
            environment: { _ in nil },
            readFile: { path in
                // The bots are tested where they are read.
                if path.hasPrefix("bots/") { return .success("") }
                do {
                    return .success(try String(contentsOf: root.appending(path: path), encoding: .utf8))
                } catch {
                    return .failure(FileFault("no such file"))
                }
            }
        )
        let text = try String(contentsOf: root.appending(path: "profiles/\(name)"), encoding: .utf8)
        return try decoder.decode(text, file: "profiles/\(name)", overrides: overrides, defaultSeed: 99)
    }

    /// One phase, one group; `changes` replace top-level members by their JSON, `null` takes one away.
    static func profile(_ changes: [String: String] = [:]) -> String {
        let members = [
            ("name", #""p""#),
            ("load", #"{ "phases": [ { "name": "only", "duration": "10s", "arrivals": "1/s" } ] }"#),
            ("customers", #"[ { "name": "g", "behavior": "preChat", "messages": ["Hi"] } ]"#),
        ]
        let keys = members.map(\.0)
        let kept = members.map { ($0.0, changes[$0.0] ?? $0.1) }
        let added = changes.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }
        let all = (kept + added.map { ($0.key, $0.value) }).filter { $0.1 != "null" }
        return "{\n" + all.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ",\n") + "\n}"
    }

    private static func field(_ field: inout ObjectReader) -> Survey.Field? {
        let ident = field.required("ident") { $0.nonEmptyText() }
        let label = field.optional("label") { $0.text() } ?? ""
        let kind = field.required("type") {
            $0.choice([("text", Survey.Kind.text), ("email", .email), ("list", .list)])
        }
        let isRequired = field.optional("required") { $0.flag() } ?? false
        let options = field.optional("options") { $0.entries { _, value in value.text() } } ?? []
        guard let ident, let kind else { return nil }
        return Survey.Field(
            ident: ident,
            label: label,
            kind: kind,
            isRequired: isRequired,
            options: options.map { Survey.Option(name: $0.key, label: $0.value) }
        )
    }
}
