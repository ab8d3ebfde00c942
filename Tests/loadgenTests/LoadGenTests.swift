import LaunchKit
import Testing

@testable import loadgen

/// The command line as such: what is understood, and what is answered to the rest.
@Suite struct LoadGenTests {
    @Test func helpListsEveryVerb() {
        for words in [[], ["--help"], ["-h"], ["help"]] {
            let run = CapturedRun(words)
            #expect(run.code == .success)
            for verb in LoadGen.grammar.verbs { #expect(run.output.contains("\n  \(verb.name) ")) }
            #expect(run.notes.isEmpty)
        }
    }

    @Test(arguments: LoadGen.grammar.verbs.map(\.name))
    func everyVerbHasAHelpThatListsItsFlags(name: String) throws {
        let verb = try #require(LoadGen.grammar.verbs.first { $0.name == name })
        for words in [[name, "--help"], [name, "-h"], ["help", name]] {
            let run = CapturedRun(words)
            #expect(run.code == .success)
            #expect(run.output.hasPrefix("usage: loadgen \(name)"))
            for flag in verb.flags { #expect(run.output.contains("--\(flag.name)"), "\(flag.name)") }
        }
    }

    @Test func theVersionIsOneLine() {
        #expect(CapturedRun(["--version"]).output == "loadgen \(LoadGen.version)\n")
        #expect(CapturedRun(["--version"]).code == .success)
    }

    @Test(arguments: [
        (["rnu"], "unknown verb \"rnu\""),
        (["rnu"], "did you mean \"run\""),
        (["run", "--seeed", "4"], "unknown flag --seeed"),
        (["run", "--seeed", "4"], "did you mean \"--seed\""),
        (["--sclae", "2", "x.json"], "did you mean \"--scale\""),
        (["serve", "--listn", "127.0.0.1:0"], "did you mean \"--listen\""),
        (["validate", "--seed", "4", "x.json"], "unknown flag --seed"),
        (["validate"], "FILE… is missing"),
        (["run"], "which profile?"),
        (["run", "--profile"], "--profile needs a value"),
        (["run", "a.json", "b.json"], "\"b.json\" is one argument too many"),
        (["run", "a.json", "--profile", "b.json"], "one is enough"),
        (["run", "burst.json", "--quiet=yes"], "takes no value"),
        (["run", "burst.json", "--seed", "1", "--seed", "2"], "--seed may be given once"),
        (["run", "burst.json", "--seed", "x"], "found \"x\"; allowed: a whole number from 0"),
        (["run", "burst.json", "--loops", "0"], "allowed: a whole number from 1 to 256"),
        (["run", "burst.json", "--scale", "0"], "--scale: found \"0\"; allowed: a number"),
        (["run", "burst.json", "--scale", "twice"], "--scale: found \"twice\""),
        (["run", "burst.json", "--scale", "nan"], "--scale: found \"nan\""),
        (["run", "burst.json", "--duration", "10"], "a duration with its unit"),
        (["run", "burst.json", "-d", "soon"], "a duration with its unit"),
        (["run", "burst.json", "--set", "load.maxCustomers"], "PATH=VALUE"),
        (["run", "burst.json", "-e", "NAME"], "NAME=VALUE"),
        (["serve", "--listen", "8080"], "HOST:PORT"),
        (["serve", "--listen", "127.0.0.1:99999"], "HOST:PORT"),
    ])
    func whatIsNotUnderstoodIsExplained(words: [String], answer: String) {
        let run = CapturedRun(words)
        #expect(run.code == .badConfiguration)
        #expect(run.notes.contains(answer), "\(run.notes)")
        #expect(run.output.isEmpty, "a complaint is no result")
    }
}
