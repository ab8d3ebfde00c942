import Foundation
import JSONText

/// Where one test keeps its profile, its results and what its commands print; gone when the test is.
final class Workplace {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "loadgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The checkout that the tests were built from: profiles, bots and peers are found in it.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    func path(_ name: String) -> URL { directory.appending(path: name) }

    @discardableResult
    func write(_ text: String, as name: String) throws -> String {
        try text.write(to: path(name), atomically: true, encoding: .utf8)
        return path(name).path
    }

    /// Empty where there is no such file yet.
    func text(of name: String) -> String {
        (try? String(contentsOf: path(name), encoding: .utf8)) ?? ""
    }

    /// What a run that was given `results` as its directory wrote there.
    func summary() throws -> Summary {
        Summary(try JSONDocument(file: "summary.json", text: text(of: "results/summary.json")).root)
    }
}

/// A profile of a few customers who think and type for moments only.
struct SmallProfile {
    var phases = #"{ "name": "steady", "duration": "2s", "arrivals": "5/s" }"#
    /// Members of `load` besides the phases.
    var load = #""arrivals": "uniform", "gracefulStop": "2s", "maxCustomers": 100"#
    var bot = "bots/flood.json"
    /// Members of the one group of customers besides its name and behaviour.
    var customers = #""turns": 1, "messages": ["Hello?"]"#
    var think = #""50ms""#
    /// Further members of the profile, each with a comma after it.
    var more = ""

    var text: String {
        """
        { "name": "small", "seed": 11, \(more)
          "simulator": { "bot": "\(bot)" },
          "load": { \(load), "phases": [ \(phases) ] },
          "customers": [ { "name": "visitors", "behavior": "preChat", \(customers) } ],
          "think": \(think), "typing": "20ms" }
        """
    }
}
