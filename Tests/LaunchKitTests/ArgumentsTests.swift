import LaunchKit
import Testing

/// The command line of a small command with every form of flag.
@Suite struct ArgumentsTests {
    private let grammar = Grammar(
        name: "tool",
        version: "1.2",
        summary: "does things.",
        verbs: [
            Verb(
                "run",
                "Runs one file.",
                operands: "FILE",
                count: 0...1,
                flags: [
                    Flag("env", alias: "e", .pair("NAME=VALUE"), "a variable", repeats: true),
                    Flag("seed", .whole(0...Int.max), "the seed", default: "from chance"),
                    Flag("scale", .number(0.001...1_000), "times so much"),
                    Flag("duration", alias: "d", .duration, "how long"),
                    Flag("listen", .endpoint, "where", default: "127.0.0.1:8080"),
                    Flag("profile", .text("PROFILE"), "the profile"),
                    Flag("quiet", alias: "q", .toggle, "no progress"),
                ]
            ),
            Verb("check", "Checks files.", operands: "FILE…", count: 1...3),
        ],
        defaultVerb: "run"
    )

    private func arguments(_ words: String...) throws -> Arguments {
        guard case .run(let arguments) = try grammar.parse(words) else { throw NotAskedToRun() }
        return arguments
    }

    private struct NotAskedToRun: Error {}

    @Test func valuesStandBehindASpaceOrAnEqualsSign() throws {
        let read = try arguments("run", "--seed=7", "--scale", "0.5", "a.json", "-d", "1m30s", "-q")
        #expect(read.verb == "run" && read.operands == ["a.json"])
        #expect(read.whole("seed") == 7 && read.number("scale") == 0.5)
        #expect(read.duration("duration") == .seconds(90))
        #expect(read.has("quiet") && !read.has("listen"))
    }

    @Test func aFlagInFrontMeansTheDefaultVerb() throws {
        let read = try arguments("--profile", "burst.json")
        #expect(read.verb == "run" && read.text("profile") == "burst.json")
    }

    @Test func repeatedFlagsKeepTheirOrder() throws {
        let read = try arguments("run", "-e", "A=1", "--env", "B=x=y", "--env=C=")
        #expect(read.pairs("env").map { "\($0.name):\($0.value)" } == ["A:1", "B:x=y", "C:"])
    }

    @Test func whatFollowsTwoDashesIsAnOperand() throws {
        #expect(try arguments("run", "--", "--seed").operands == ["--seed"])
    }

    @Test func endpointsAreSplit() throws {
        let endpoint = try arguments("run", "--listen", "[::1]:0").endpoint("listen")
        #expect(endpoint?.host == "::1" && endpoint?.port == 0)
        #expect(Endpoint("localhost:80")?.host == "localhost")
        for wrong in ["8080", ":80", "a:b", "::1:80", "a:70000", ""] { #expect(Endpoint(wrong) == nil) }
    }

    @Test(arguments: [
        (["run", "--sed", "7"], "unknown flag --sed; did you mean \"--seed\"?"),
        (["rum"], "unknown verb \"rum\"; known: run, check; did you mean \"run\"?"),
        (["run", "--seed"], "--seed needs a value: --seed N"),
        (["run", "-d", "-q"], "-d needs a value: -d TIME"),
        (["run", "--quiet=yes"], "--quiet takes no value, found \"yes\""),
        (["run", "--seed", "-1"], "--seed: found \"-1\"; allowed: a whole number from 0"),
        (["run", "--scale", "0"], "--scale: found \"0\"; allowed: a number from 0.001 to 1000.0"),
        (["run", "--scale", "nan"], "--scale: found \"nan\"; allowed: a number from 0.001 to 1000.0"),
        (
            ["run", "-d", "5"],
            "--duration: found \"5\"; allowed: a duration with its unit, such as 500ms, 1.5s or 1m30s"
        ),
        (["run", "-e", "=1"], "--env: found \"=1\"; allowed: NAME=VALUE"),
        (["run", "-q", "-q"], "--quiet may be given once"),
        (["run", "a", "b"], "\"b\" is one argument too many"),
        (["check"], "FILE… is missing"),
    ])
    func mistakesAreNamed(words: [String], message: String) {
        let error = #expect(throws: ArgumentError.self) { try grammar.parse(words) }
        #expect(error?.description == message)
    }

    @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
    func theHelpListsTheVerbs(words: [String]) throws {
        guard case .show(let text) = try grammar.parse(words) else { throw NotAskedToRun() }
        #expect(text.contains("  run    Runs one file.\n  check  Checks files."))
    }

    @Test(arguments: [["run", "--help"], ["help", "run"], ["run", "--seed", "7", "-h"]])
    func eachVerbHasAHelpOfItsOwn(words: [String]) throws {
        guard case .show(let text) = try grammar.parse(words) else { throw NotAskedToRun() }
        #expect(text.hasPrefix("usage: tool run FILE [FLAGS]\n\nRuns one file.\n\n"))
        #expect(text.contains("\n  -e, --env NAME=VALUE    a variable (may be repeated)\n"))
        #expect(text.contains("\n      --seed N            the seed (default: from chance)\n"))
    }

    @Test func theVersionIsOneLine() throws {
        guard case .show(let text) = try grammar.parse(["--version"]) else { throw NotAskedToRun() }
        #expect(text == "tool 1.2")
    }
}
