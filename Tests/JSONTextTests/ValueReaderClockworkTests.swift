import Clockwork
import JSONText
import Testing

/// Durations, rates, shares and distributions as people write them.
@Suite struct ValueReaderClockworkTests {
    private func read<Answer>(
        _ text: String,
        _ body: (inout ValueReader) -> Answer?
    ) throws -> (answer: Answer?, problems: [String]) {
        var reader = ValueReader(try JSONDocument(file: "f", text: text).root, path: "$", file: "f")
        let answer = body(&reader)
        return (answer, reader.problems.map { "\($0.path): \($0.message)" })
    }

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("1.5s", .milliseconds(1_500)), ("1m30s", .seconds(90)),
        ("2h", .seconds(7_200)), ("1h1m1s1ms1us", .microseconds(3_661_001_001)), ("0s", .zero),
        ("0.1s", .milliseconds(100)),
        ("90us", .microseconds(90)), ("999999999s", .seconds(999_999_999)),
    ])
    func durationsAreRead(text: String, duration: Duration) throws {
        #expect(try read("\"\(text)\"") { $0.duration() }.answer == duration)
    }

    @Test(arguments: [
        "", "5", "s", "5 s", "-5s", "+5s", "5S", "1.2.3s", ".s", ".5s", "1e3s", "5d", "1000000000s", "\u{0665}s",
    ])
    func whatIsNoDurationIsAProblem(text: String) throws {
        let (answer, problems) = try read("\"\(text)\"") { $0.duration() }
        #expect(answer == nil)
        #expect(
            problems == [
                "$: found \"\(text)\"; allowed: a duration with its unit, such as \"500ms\", \"1.5s\" or \"1m30s\""
            ]
        )
    }

    @Test func aBareNumberShowsBothSpellings() throws {
        #expect(
            try read("1.5") { $0.duration() }.problems
                == ["$: found the bare number 1.5; a duration is text with its unit: \"1.5s\" or \"1.5ms\""]
        )
        #expect(
            try read("60") { $0.rate() }.problems
                == ["$: found the bare number 60; a rate is text with its unit: \"60/s\" or \"60/m\""]
        )
    }

    @Test func durationsHaveLimits() throws {
        #expect(
            try read("\"1ms\"") { $0.duration(atLeast: .milliseconds(20)) }.problems
                == ["$: found \"1ms\"; allowed: a duration of at least 20ms"]
        )
        #expect(
            try read("\"2h\"") { $0.duration(atMost: .seconds(3_600)) }.problems
                == ["$: found \"2h\"; allowed: a duration of at most 1h"]
        )
    }

    @Test(arguments: [
        (Duration.zero, "0s"), (.milliseconds(1), "1ms"), (.milliseconds(1_500), "1.5s"), (.seconds(90), "90s"),
        (.seconds(120), "2m"), (.seconds(7_200), "2h"), (.microseconds(90), "90us"), (.milliseconds(61_001), "61.001s"),
    ])
    func durationsAreWrittenAsAProfileWould(duration: Duration, text: String) throws {
        #expect(ValueReader.text(of: duration) == text)
        #expect(ValueReader.duration(of: text) == duration)
    }

    @Test(arguments: [("60/s", 60.0), ("90/m", 1.5), ("36/h", 0.01), ("0/s", 0), ("0.5/s", 0.5), ("2/ms", 2_000)])
    func ratesAreRead(text: String, perSecond: Double) throws {
        let rate = try #require(try read("\"\(text)\"") { $0.rate() }.answer)
        #expect(abs(rate.perSecond - perSecond) <= 1e-9 * perSecond)
    }

    @Test(arguments: ["", "60", "60/", "/s", "-1/s", "60/d", "60 /s", "60/s/s", "1e3/s"])
    func whatIsNoRateIsAProblem(text: String) throws {
        let (answer, problems) = try read("\"\(text)\"") { $0.rate() }
        #expect(answer == nil)
        #expect(problems == ["$: found \"\(text)\"; allowed: a rate with its unit, such as \"60/s\" or \"90/m\""])
    }

    @Test func sharesArePercentages() throws {
        #expect(try read("\"40%\"") { $0.share() }.answer == 0.4)
        #expect(try read("\"100%\"") { $0.share() }.answer == 1)
        for text in ["\"101%\"", "\"-1%\"", "\"40\"", "0.4", "\"%\""] {
            let (answer, problems) = try read(text) { $0.share() }
            #expect(answer == nil)
            #expect(problems == ["$: found \(text); allowed: a share from \"0%\" to \"100%\""])
        }
    }

    @Test(arguments: [
        ("\"60s\"", Distribution.constant(.seconds(60))),
        (#"{"uniform":{"from":"1s","to":"2s"}}"#, .uniform(from: .seconds(1), to: .seconds(2))),
        (#"{"exponential":{"mean":"3s"}}"#, .exponential(mean: .seconds(3))),
        (#"{"lognormal":{"median":"3s","sigma":0.6}}"#, .lognormal(median: .seconds(3), sigma: 0.6)),
    ])
    func distributionsAreRead(text: String, distribution: Distribution) throws {
        #expect(try read(text) { $0.distribution() }.answer == distribution)
    }

    @Test(arguments: [
        ("{}", ["$: found 0 shapes; allowed: one of \"uniform\", \"exponential\", \"lognormal\""]),
        (
            #"{"uniform":{"from":"1s","to":"2s"},"exponential":{"mean":"3s"}}"#,
            ["$: found 2 shapes; allowed: one of \"uniform\", \"exponential\", \"lognormal\""]
        ),
        (#"{"unifrom":{}}"#, ["$.unifrom: unknown key \"unifrom\"; did you mean \"uniform\"?"]),
        (#"{"uniform":{"to":"2s"}}"#, ["$.uniform: the key \"from\" is missing"]),
        (#"{"uniform":{"from":"3s","to":"2s"}}"#, ["$.uniform.to: \"to\" is less than \"from\""]),
        (
            #"{"lognormal":{"median":3,"sigma":-1,"x":1}}"#,
            [
                "$.lognormal.median: found the bare number 3; a duration is text with its unit: \"3s\" or \"3ms\"",
                "$.lognormal.sigma: found -1; allowed: a number from 0 to 10",
                "$.lognormal.x: unknown key \"x\"; allowed: \"median\", \"sigma\"",
            ]
        ),
    ])
    func distributionsAreJudged(text: String, problems: [String]) throws {
        #expect(try read(text) { $0.distribution() }.problems == problems)
    }
}
