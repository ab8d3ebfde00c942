import ChatModel
import JSONText
import LoadEngine
import Testing

/// `${env:NAME}` and `${file:PATH}`, and that what they brought is not seen again.
@Suite struct ExpansionTests {
    private typealias Bench = ProfileWorkbench

    private let environment = ["TOKEN": "s3cr3t-token", "STAGE": "qa", "WAIT": "2", "EMPTY": "", "WORD": "preChat"]

    @Test func textsAreFilledInFromTheEnvironmentAndFromFiles() throws {
        let text = Bench.profile([
            "customers": """
            [ { "name": "g", "behavior": "${env:WORD}", "messages": ["A ${file:a.txt} B ${env:TOKEN}${env:EMPTY}", "$ {5}"] } ]
            """,
            "replyTimeout": #""${env:WAIT}s""#,
        ])
        let profile = try Bench.decode(text, files: ["a.txt": "two\nlines\n"], environment: environment)
        #expect(profile.replyTimeout == .seconds(2))
        #expect(profile.customers[0].messages.map(\.source) == ["A two\nlines B s3cr3t-token", "$ {5}"])
        #expect(profile.secrets.mask("said s3cr3t-token twice: s3cr3t-token!") == "said *** twice: ***!")
    }

    @Test func whatIsPrintedLaterIsMaskedHere() throws {
        let text = Bench.profile([
            "name": #""burst-${env:STAGE}""#, "tags": #"{ "stage": "${env:STAGE}", "plain": "qa" }"#,
        ])
        let profile = try Bench.decode(text, environment: environment)
        #expect(profile.name == "burst-***")
        #expect(profile.tags.map(\.value) == ["***", "qa"])
    }

    @Test func whatIsMissingIsToldWithItsPlace() {
        let text = Bench.profile([
            "tags": #"{ "a": "${env:NOPE}", "b": "${file:no.txt}", "c": "${evn:A}", "d": "${env:A", "e": "${A}" }"#
        ])
        #expect(
            Bench.problems(text) == [
                "p.json:5:16: $.tags.a: the environment has no variable \"NOPE\"; pass it with -e NOPE=VALUE",
                "p.json:5:36: $.tags.b: cannot read the file \"no.txt\": no such file",
                "p.json:5:59: $.tags.c: found \"${evn:…}\"; allowed: \"${env:NAME}\", \"${file:PATH}\"; did you mean "
                    + "\"env\"?",
                "p.json:5:76: $.tags.d: \"${env:\" is not closed by \"}\"",
            ]
        )
    }

    /// Wherever a secret does not fit, the message shows how it was written.
    @Test func problemsDoNotShowSecrets() {
        let text = Bench.profile([
            "name": #""${env:TOKEN} !""#, "seed": #""${env:TOKEN}""#, "httpIdle": #""${env:TOKEN}""#,
            "target": #""${env:TOKEN}""#, "think": #"{ "uniform": { "from": "${env:TOKEN}", "to": "1s" } }"#,
            "storms": #"[ { "phase": "${env:TOKEN}", "drop": "${env:TOKEN}", "how": "${env:TOKEN}" } ]"#,
            "thresholds": #"{ "messages_lost": ["${env:TOKEN}"] }"#,
            "customers": """
            [ { "name": "g", "behavior": "${env:TOKEN}", "messages": ["{{${env:TOKEN}}}"], "reconnect": "${env:TOKEN}" },
              { "name": "h", "behavior": "preChat", "messages": "${env:TOKEN}", "target": "${env:TOKEN}" } ]
            """,
            "simulator": #"{ "bot": "${env:TOKEN}", "delays": { "ack": "${env:TOKEN}" } }"#,
        ])
        let problems = Bench.problems(text, environment: environment)
        #expect(problems.count >= 15)
        for problem in problems {
            #expect(!problem.contains("s3cr3t") && !problem.contains("token"), "\(problem)")
        }
        #expect(problems.contains { $0.contains("$.seed: found \"***\"; allowed: a whole number") })
    }

    /// A long text is shortened in messages, which must not leave half a secret.
    @Test func aLongSecretIsNotShownInPart() {
        let secret = String(repeating: "x1", count: 50)
        let problems = Bench.problems(Bench.profile(["seed": #""${env:LONG}""#]), environment: ["LONG": secret])
        #expect(problems == ["p.json:5:9: $.seed: found \"***\"; allowed: a whole number from 0 to 9007199254740991"])
    }

    // MARK: Masks

    @Test func theLongestSecretIsMaskedFirst() {
        var secrets = Secrets()
        for secret in ["abcd", "abcdefgh", "defghij", "abcd"] { secrets.add(secret) }
        #expect(secrets.mask("abcdefghij abcd defghij") == "***ij *** ***")
    }

    /// It would blank out half a report.
    @Test func aShortValueIsMaskedOnlyWhereItStands() {
        var secrets = Secrets()
        secrets.add("5")
        secrets.add("")
        #expect(secrets.mask("555 customers") == "555 customers")
    }

    @Test(arguments: ["", "plain", "\u{1F642}\u{1F642} caf\u{e9}"])
    func aTextWithoutSecretsStaysAsItIs(text: String) {
        var secrets = Secrets()
        #expect(secrets.mask(text) == text)
        secrets.add("secret")
        #expect(secrets.mask(text) == text)
        #expect(secrets.mask("\(text)secret\(text)") == "\(text)***\(text)")
    }
}
